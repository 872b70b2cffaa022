import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { staff } from './staff.ts';

/** Single-use codes for somebody who has lost the authenticator; a used one is deleted. */
export const staffRecoveryCodes = sqliteTable(
  'staff_recovery_codes',
  {
    staff_id: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** SHA-256, hex: a code has 80 random bits. */
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.staff_id, table.hash] })],
);
