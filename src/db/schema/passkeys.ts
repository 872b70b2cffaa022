import { index, integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';
import { credentialColumns } from './credential-columns.ts';

/** Account owners' WebAuthn credentials. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    ...credentialColumns(),
  },
  (table) => [index('passkeys_by_account').on(table.account_id)],
);
