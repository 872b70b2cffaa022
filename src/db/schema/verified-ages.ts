import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/** The age thresholds that an account's owner was verified to meet. No age, no birth date, no picture. */
export const verifiedAges = sqliteTable('verified_ages', {
  account_id: integer()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** The highest of 12, 15, 18, 21, 25 that is met; it implies the lower ones. Null: none. */
  bracket: integer(),
  level: text({ enum: ['ml', 'document', 'wallet'] }).notNull(),
  verified_at_ms: integer().notNull(),
  expires_at_ms: integer().notNull(),
});
