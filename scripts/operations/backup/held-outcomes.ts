// A backup reads one table after another, while the service moves outcomes from `outcome_days` to
// `outcome_parts` (D-178). Outcomes that moved between the two reads would be in the copy twice, or
// not at all. So a row of `deployment_links`, the hold, keeps outcomes from moving until the backup
// is complete. A hold that has expired is never renewed, because outcomes may have moved since.
import { LIFETIMES } from '../../../src/config/config.ts';
import { MINUTE_MS } from '../../../src/time/durations.ts';
import { quote } from '../../database.ts';
import type { Query } from '../query.ts';

/** The maximum difference between the clocks of this machine and of the service. */
const CLOCKS_APART_MS = MINUTE_MS;

const rowOf = (backup: string): string => quote(`backup:${backup}`);

/**
 * The statement that lets outcomes move again.
 * @param backup the id of the backup
 */
export const releaseOutcomes = (backup: string): string =>
  `DELETE FROM deployment_links WHERE token_hash = ${rowOf(backup)};`;

/**
 * Keeps outcomes from moving for a few hours, even if the backup is interrupted.
 * @returns false for a database that predates D-178, in which outcomes do not move
 */
export async function holdOutcomes(query: Query, backup: string, nowMs: number): Promise<boolean> {
  const [table] = await query("SELECT 1 FROM sqlite_master WHERE name = 'outcomes_frozen'");
  if (table === undefined) return false;
  await query(
    `INSERT INTO deployment_links (token_hash, kind, created_at_ms, expires_at_ms)
     VALUES (${rowOf(backup)}, 'backup', ${nowMs}, ${nowMs + LIFETIMES.ledgerCopyMs});`,
  );
  return true;
}

/**
 * Extends a hold.
 * @returns whether outcomes have been held without a break since holdOutcomes
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
