import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { staff } from './staff.ts';

/** Single-use recovery codes for a lost authenticator; a used code is deleted. */
export const staffRecoveryCodes = sqliteTable(
  'staff_recovery_codes',
  {
    staff_id: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** SHA-256 of the code, hex; a plain hash is sufficient, because a code has 80 random bits. */
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.staff_id, table.hash] })],
);
