import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { staff } from './staff.ts';

/**
 * A staff sign-in session: access tokens contain its id; the refresh token is derived from
 * TOKEN_KEY, not stored.
 */
export const staffSessions = sqliteTable(
  'staff_sessions',
  {
    /** The session's id, 64 hex digits. */
    id: text().primaryKey(),
    staff_id: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** Counts refreshes; only the newest refresh token is valid. */
    generation: integer().notNull().default(0),
    rotated_at_ms: integer().notNull(),
    /**
     * `sso`: the member signed in with the staff group's identity provider; `sso_mfa`: the provider
     * also checked a second factor that this service accepts (D-159, D-162).
     */
    method: text({
      enum: ['password', 'totp', 'recovery_code', 'passkey', 'sso', 'sso_mfa'],
    }).notNull(),
    device: text().notNull(),
    ip: text(),
    created_at_ms: integer().notNull(),
    expires_at_ms: integer().notNull(),
    revoked_at_ms: integer(),
    /**
     * The id of a row of `staff_identities`, if the provider identified the member; ids are never
     * reused.
     */
    identity_id: integer(),
    /** The provider's own id for its session. */
    provider_sid: text(),
  },
  (table) => [
    index('staff_sessions_by_staff').on(table.staff_id, table.created_at_ms),
    index('staff_sessions_by_expiry').on(table.expires_at_ms),
    index('staff_sessions_by_identity')
      .on(table.identity_id)
      .where(sql`identity_id IS NOT NULL`),
  ],
);
