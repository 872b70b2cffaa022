import { index, integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { staff } from './staff.ts';
import { credentialColumns } from './credential-columns.ts';

/**
 * Staff members' WebAuthn credentials. Account owners' credentials are in `passkeys`; the two kinds
 * are not interchangeable.
 */
export const staffPasskeys = sqliteTable(
  'staff_passkeys',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    staff_id: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    ...credentialColumns(),
  },
  (table) => [index('staff_passkeys_by_staff').on(table.staff_id)],
);
