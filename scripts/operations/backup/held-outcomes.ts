// Keeps figures from moving during a backup. A backup reads one table after another, while the
// service moves outcomes and counts of past days from `outcome_days` and `daily_counts` to
// `outcome_parts`, and sums of them to other rows (D-178, D-181): an outcome or a count that moved
// between the reads of the two tables would be copied twice or not at all. A row of
// `deployment_links`, the hold, prevents such moves until the backup is complete. A hold that has
// expired is never renewed, because outcomes may have moved since.
import { LIFETIMES } from '../../../src/config/config.ts';
import { MINUTE_MS } from '../../../src/time/durations.ts';
import { quote } from '../../database.ts';
import type { Query } from '../query.ts';

/** The maximum difference assumed between this machine's clock and the service's. */
const CLOCKS_APART_MS = MINUTE_MS;

const rowOf = (backup: string): string => quote(`backup:${backup}`);

/**
 * Returns the SQL statement that deletes the hold, so that outcomes can move again.
 * @param backup the id of the backup
 */
export const releaseOutcomes = (backup: string): string =>
  `DELETE FROM deployment_links WHERE token_hash = ${rowOf(backup)};`;

/**
 * Keeps outcomes from moving for a few hours, even if the backup is interrupted. Repeated calls
 * have no effect.
 * @returns false for a database that predates D-178, in which outcomes do not move
 */
export async function holdOutcomes(query: Query, backup: string, nowMs: number): Promise<boolean> {
  const [table] = await query("SELECT 1 FROM sqlite_master WHERE name = 'outcomes_frozen'");
  if (table === undefined) return false;
  await query(
    `INSERT OR IGNORE INTO deployment_links (token_hash, kind, created_at_ms, expires_at_ms)
     VALUES (${rowOf(backup)}, 'backup', ${nowMs}, ${nowMs + LIFETIMES.ledgerCopyMs});`,
  );
  return true;
}

/**
 * Extends the backup's hold unless it has expired.
 * @returns whether the hold has been in force without a break since holdOutcomes created it
 */
export async function extendHold(query: Query, backup: string, nowMs: number): Promise<boolean> {
  const [row] = await query<{ until: number }>(
    `SELECT expires_at_ms AS until FROM deployment_links WHERE token_hash = ${rowOf(backup)}`,
  );
  if (row === undefined || row.until <= nowMs + CLOCKS_APART_MS) return false;
  await query(
    `UPDATE deployment_links SET expires_at_ms = ${nowMs + LIFETIMES.ledgerCopyMs}
     WHERE token_hash = ${rowOf(backup)};`,
  );
  return true;
}
