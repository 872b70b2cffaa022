import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

/** WebAuthn credentials of accounts. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** base64url. */
    credential_id: text().notNull().unique(),
    /** COSE key, base64url. */
    public_key: text().notNull(),
    counter: integer().notNull(),
    /** JSON array. */
    transports: text().notNull(),
    /** Synced by the passkey provider. */
    backed_up: integer({ mode: 'boolean' }).notNull(),
    name: text().notNull(),
    created_at_ms: integer().notNull(),
    last_used_at_ms: integer(),
  },
  (table) => [index('passkeys_by_account').on(table.account_id)],
);
