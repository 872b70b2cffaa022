// Use case: reseals the secrets that were sealed with KEY_ENCRYPTION_KEY_PREVIOUS, so that the
// previous key can be removed (D-70). Works in slices; every run starts at the beginning and skips
// the rows that are already resealed.
import type { Config } from '../../../config/config.ts';
import type { KeyVersions } from '../../../crypto/key-versions.ts';
import { reseal } from '../../../crypto/sealed-box.ts';
import { logIncident } from '../../../log.ts';
import { resealMarked } from './reseal-marked.ts';
import { readSealed, replaceSealed, type SealedDatabase, type SealedRow } from './reseal-store.ts';
import type { ResealReport } from './reseal-text.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';

const READ_AT_ONCE = 500;
/**
 * The number of secrets per statement: `npm run secrets:reseal` writes the values into the SQL
 * text, and D1 accepts at most 100 kB of SQL.
 */
const WRITTEN_TOGETHER = 50;
/** The maximum number of secrets in one scheduled run; the next run continues. */
const REPLACED_AT_ONCE = 500;

/** Reseals secrets while a previous key is configured. Called by cron. */
export async function resealSecrets({
  config,
  db,
}: {
  config: Config;
  db: SealedDatabase;
}): Promise<void> {
  if (config.keyEncryptionKey.previous === undefined) return;
  for (const report of await resealAll(db, config.keyEncryptionKey, REPLACED_AT_ONCE))
    if (report.unreadable > 0)
      logIncident('secrets_unreadable', { column: report.name, rows: report.unreadable });
}

/**
 * @param atMost the maximum number of secrets to write; with 0, secrets are only counted
 * @returns one report per column
 */
export async function resealAll(
  db: SealedDatabase,
  keys: KeyVersions,
  atMost = Infinity,
): Promise<ResealReport[]> {
  const reports: ResealReport[] = [];
  let room = atMost;
  for (const column of SEALED_COLUMNS) {
    const { sealedBy } = column;
    const report =
      sealedBy === undefined
        ? await resealColumn(db, keys, column, room)
        : await resealMarked(db, keys, { ...column, sealedBy }, room);
    room -= report.resealed;
    reports.push(report);
  }
  return reports;
}

async function resealColumn(
  db: SealedDatabase,
  keys: KeyVersions,
  column: SealedColumn,
  atMost: number,
): Promise<ResealReport> {
  const name = `${column.table}.${column.column}`;
  const report = { name, current: 0, resealed: 0, left: 0, unreadable: 0 };
  let after: SealedRow['id'] | undefined;
  let rows: SealedRow[];
  do {
    rows = await readSealed(db, column, after, READ_AT_ONCE);
    const replaced: (SealedRow & { resealed: string })[] = [];
    for (const row of rows) {
      const made = await resealRow(keys, column, row);
      if (made === 'current' || made === 'unreadable') report[made] += 1;
      else if (report.resealed + replaced.length >= atMost) report.left += 1;
      else replaced.push({ ...row, resealed: made });
    }
    for (let start = 0; start < replaced.length; start += WRITTEN_TOGETHER)
      await replaceSealed(db, column, replaced.slice(start, start + WRITTEN_TOGETHER));
    report.resealed += replaced.length;
    after = rows.at(-1)?.id;
  } while (rows.length === READ_AT_ONCE);
  return report;
}

async function resealRow(
  keys: KeyVersions,
  { nameOf }: SealedColumn,
  { id, sealed }: SealedRow,
): Promise<string> {
  try {
    return (await reseal(keys, nameOf(String(id)), sealed)) ?? 'current';
  } catch {
    return 'unreadable';
  }
}
