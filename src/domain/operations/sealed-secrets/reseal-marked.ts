// Reseals the secrets of large tables, in which each row records the key that sealed it. Only rows
// sealed with the previous key are read.
import { deriveKeys, nameOfKey } from '../../../crypto/derived-key.ts';
import type { KeyVersions } from '../../../crypto/key-versions.ts';
import { reseal } from '../../../crypto/sealed-box.ts';
import {
  countBySeal,
  readSealedBy,
  replaceSealed,
  type SealedDatabase,
  type SealedRow,
} from './reseal-store.ts';
import type { MarkedColumn } from './sealed-columns.ts';
import type { ResealReport } from './reseal-text.ts';

const READ_AT_ONCE = 500;
/**
 * The number of secrets per statement: this many secrets of 1.4 kB, each written twice, fit into
 * the 100 kB of SQL text that D1 accepts from `npm run secrets:reseal`.
 */
const WRITTEN_TOGETHER = 25;

/** @param atMost the maximum number of secrets to write; with 0, secrets are only counted */
export async function resealMarked(
  db: SealedDatabase,
  keys: KeyVersions,
  column: MarkedColumn,
  atMost: number,
): Promise<ResealReport> {
  const [current, previous] = await Promise.all([
    nameOfKey(keys.current),
    keys.previous === undefined ? '' : nameOfKey(keys.previous),
  ]);
  const counts = await countBySeal(db, column);
  const rowsOf = (by: string): number => counts.find((count) => count.by === by)?.rows ?? 0;
  const strange = counts.filter(({ by }) => by !== current && by !== previous);
  const name = `${column.table}.${column.column}`;
  const unreadable = strange.reduce((sum, { rows }) => sum + rows, 0);
  const report = {
    name,
    current: rowsOf(current),
    resealed: 0,
    left: rowsOf(previous),
    unreadable,
  };
  for (let after: SealedRow['id'] | undefined = ''; after !== undefined;) {
    const room = Math.min(READ_AT_ONCE, atMost - report.resealed);
    const rows: SealedRow[] = room > 0 ? await readSealedBy(db, column, previous, after, room) : [];
    const replaced = await resealRows(keys, column, rows);
    for (let start = 0; start < replaced.length; start += WRITTEN_TOGETHER)
      await replaceSealed(db, column, replaced.slice(start, start + WRITTEN_TOGETHER), current);
    report.resealed += replaced.length;
    report.unreadable += rows.length - replaced.length;
    report.left -= rows.length;
    after = rows.at(-1)?.id;
  }
  return report;
}

/** @returns the rows whose secrets could be opened */
async function resealRows(
  keys: KeyVersions,
  { nameOf }: MarkedColumn,
  rows: readonly SealedRow[],
): Promise<(SealedRow & { resealed: string })[]> {
  const replaced = await Promise.all(
    rows.map(async ({ id, sealed }) => {
      const name = nameOf(String(id));
      try {
        const own = await deriveKeys(keys, name);
        // If an earlier run resealed the secret but was cut off before recording the current key,
        // the secret stays as it is, and only the key is recorded.
        return { id, sealed, resealed: (await reseal(own, name, sealed)) ?? sealed };
      } catch {
        return undefined;
      }
    }),
  );
  return replaced.filter((row) => row !== undefined);
}
