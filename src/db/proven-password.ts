// Guards sessions that begin with a password against a concurrent change: if the password is
// changed at the same time, a sign-in with the old one fails.
import { sql, type SQL } from 'drizzle-orm';

/**
 * A condition on a row of `accounts` or `staff`: its password is still the one that was checked.
 * @param changedAtMs when that password was set; undefined when no password was checked
 */
export const passwordIsStill = (changedAtMs: number | null | undefined): SQL =>
  changedAtMs === undefined ? sql`1` : sql`password_changed_at_ms IS ${changedAtMs}`;
