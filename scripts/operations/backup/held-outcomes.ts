// A backup reads one table after another, while the service moves outcomes from `outcome_days` to
// `outcome_parts` (D-178). What moved between the two reads would be in the copy twice, or not at all.
// So a row of `deployment_links` keeps the service from moving outcomes, and the number of parts
// shows whether that was so from the beginning to the end.
import { LIFETIMES } from '../../../src/config/config.ts';
import { quote } from '../../database.ts';
import type { Query } from '../query.ts';

const rowOf = (backup: string): string => `backup:${backup}`;

/** The statement that lets outcomes move again. @param backup the id of the backup */
export const releaseOutcomes = (backup: string): string =>
  `DELETE FROM deployment_links WHERE token_hash = ${quote(rowOf(backup))};`;

/**
 * Keeps outcomes from moving for some hours, even if the backup is interrupted; a repeat extends the
 * time.
 * @returns the number of parts made so far; undefined for a database from before D-178
 */
export async function holdOutcomes(
  query: Query,
  backup: string,
  nowMs: number,
): Promise<number | undefined> {
  const [table] = await query("SELECT 1 FROM sqlite_master WHERE name = 'outcomes_frozen'");
  if (table === undefined) return undefined;
  await query(
    `INSERT INTO deployment_links (token_hash, kind, created_at_ms, expires_at_ms)
     VALUES (${quote(rowOf(backup))}, 'backup', ${nowMs}, ${nowMs + LIFETIMES.ledgerCopyMs})
     ON CONFLICT DO UPDATE SET expires_at_ms = excluded.expires_at_ms;`,
  );
  return countParts(query);
}

export async function countParts(query: Query): Promise<number> {
  const [row] = await query<{ parts: number }>(
    'SELECT COALESCE(sum(parts), 0) AS parts FROM outcomes_frozen',
  );
  return row?.parts ?? 0;
}
