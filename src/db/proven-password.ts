// Guards password sign-ins against a concurrent change of the password: a sign-in with the old
// password fails if the password is changed before the session is written.
import { sql, type SQL } from 'drizzle-orm';

/**
 * A condition on a row of `accounts` or `staff`: its password is still the one that was checked.
 * @param changedAtMs when that password was set; undefined when no password was checked
 */
export const passwordIsStill = (changedAtMs: number | null | undefined): SQL =>
  changedAtMs === undefined ? sql`1` : sql`password_changed_at_ms IS ${changedAtMs}`;
