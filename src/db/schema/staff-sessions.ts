import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { staff } from './staff.ts';

/** A sign-in session of staff: access tokens contain its id; the refresh token is derived from TOKEN_KEY, not stored. */
export const staffSessions = sqliteTable(
  'staff_sessions',
  {
    /** 64 hex digits. */
    id: text().primaryKey(),
    staff_id: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** Counts refreshes; only the newest refresh token is valid. */
    generation: integer().notNull().default(0),
    rotated_at_ms: integer().notNull(),
    method: text({ enum: ['password', 'totp', 'recovery_code', 'passkey'] }).notNull(),
    device: text().notNull(),
    ip: text(),
    created_at_ms: integer().notNull(),
    expires_at_ms: integer().notNull(),
    revoked_at_ms: integer(),
  },
  (table) => [
    index('staff_sessions_by_staff').on(table.staff_id, table.created_at_ms),
    index('staff_sessions_by_expiry').on(table.expires_at_ms),
  ],
);
