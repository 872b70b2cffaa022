import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Passkeys that prove an age and nothing else (D-154). A row does not refer to an account, customer
 * or session, and its times are precise only to the day. The table is stored in order of the hash
 * in `id` (`WITHOUT ROWID`, in the migration), so that the order of rows does not reveal when a row
 * was created.
 */
export const ageKeys = sqliteTable(
  'age_keys',
  {
    /** SHA-256 of the credential's id, hex. */
    id: text().primaryKey(),
    /** The public key as COSE, base64url. */
    public_key: text().notNull(),
    counter: integer().notNull(),
    bracket: integer().notNull(),
    method: text({ enum: ['face', 'document', 'wallet'] }).notNull(),
    /**
     * The margin of the service's own policy for an age estimate; 0 for proofs that state the age.
     */
    margin_years: real().notNull(),
    difficulty: text({ enum: ['easy', 'medium', 'hard'] }).notNull(),
    liveness_level: text({ enum: ['standard', 'strict'] }).notNull(),
    /** The start of a UTC day, as is `expires_at_ms`. */
    verified_at_ms: integer().notNull(),
    expires_at_ms: integer().notNull(),
    /**
     * The last day on which the key was used, such as `2026-11-28`, and the number of uses on that
     * day.
     */
    used_on: text(),
    uses: integer().notNull().default(0),
    /**
     * SHA-256 of the passkey's last response, hex, so that a repeated response counts only once.
     */
    answer: text(),
    /**
     * The last month in which passes were received with the key, such as `2026-11`, and the passkey
     * response for which they were issued.
     */
    refilled_in: text(),
    refilled_by: text(),
  },
  (table) => [index('age_keys_by_end').on(table.expires_at_ms)],
);
