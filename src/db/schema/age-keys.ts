import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Passkeys that say an age and nothing else (D-154): no account, no customer, no session, and no time finer than a day. The table is
 * kept in the order of its hashes (`WITHOUT ROWID`, in the migration), so that no order of rows says when one was made.
 */
export const ageKeys = sqliteTable(
  'age_keys',
  {
    /** SHA-256 of the credential's id, hex. */
    id: text().primaryKey(),
    /** COSE, base64url. */
    public_key: text().notNull(),
    counter: integer().notNull(),
    bracket: integer().notNull(),
    method: text({ enum: ['face', 'document', 'wallet'] }).notNull(),
    /** Of the service's own policy; 0 for what states the age itself. */
    margin_years: real().notNull(),
    difficulty: text({ enum: ['easy', 'medium', 'hard'] }).notNull(),
    liveness_level: text({ enum: ['standard', 'strict'] }).notNull(),
    /** Both are beginnings of days, in UTC. */
    verified_at_ms: integer().notNull(),
    expires_at_ms: integer().notNull(),
    /** The last day on which it was used, `2026-11-28`, and how often on that day. */
    used_on: text(),
    uses: integer().notNull().default(0),
    /** SHA-256 of its last answer, hex: what is sent again counts once. */
    answer: text(),
    /** The month in which passes could be taken with it last, `2026-11`, and the answer that they were for. */
    refilled_in: text(),
    refilled_by: text(),
  },
  (table) => [index('age_keys_by_end').on(table.expires_at_ms)],
);
