import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { staff } from './staff.ts';

/** WebAuthn credentials of staff. Those of accounts are in `passkeys`; they are not interchangeable. */
export const staffPasskeys = sqliteTable(
  'staff_passkeys',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    staff_id: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** base64url. */
    credential_id: text().notNull().unique(),
    /** COSE key, base64url. */
    public_key: text().notNull(),
    counter: integer().notNull(),
    /** JSON array. */
    transports: text().notNull(),
    backed_up: integer({ mode: 'boolean' }).notNull(),
    name: text().notNull(),
    created_at_ms: integer().notNull(),
    last_used_at_ms: integer(),
  },
  (table) => [index('staff_passkeys_by_staff').on(table.staff_id)],
);
