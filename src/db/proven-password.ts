// For sessions that begin with a password: of two that come at once, the new password ends the one that was shown.
import { sql, type SQL } from 'drizzle-orm';

/**
 * For a row of `accounts` or `staff`: its password is the one that was shown.
 * @param changedAtMs of that password; undefined: something else was shown
 */
export const passwordIsStill = (changedAtMs: number | null | undefined): SQL =>
  changedAtMs === undefined ? sql`1` : sql`password_changed_at_ms IS ${changedAtMs}`;
