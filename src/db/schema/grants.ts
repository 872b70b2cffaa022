import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';
import { oauthClients } from './oauth-clients.ts';

/**
 * Which Grant objects belong to whom, so that suspending, disconnecting and deleting reach them. The truth
 * about a grant is in its object; a row is written before the object may hand out anything.
 */
export const grants = sqliteTable(
  'grants',
  {
    /** Durable Object id, 64 hex digits. */
    id: text().primaryKey(),
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    client_id: text()
      .notNull()
      .references(() => oauthClients.id),
    /** The sign-in session it came from: back-channel logout names it. */
    session_id: text().notNull(),
    scope: text().notNull(),
    created_at_ms: integer().notNull(),
    /** After this no token of it can be alive. */
    expires_at_ms: integer().notNull(),
    revoked_at_ms: integer(),
  },
  (table) => [
    index('grants_by_account').on(table.account_id, table.client_id),
    index('grants_by_client').on(table.client_id),
    index('grants_by_session').on(table.session_id),
    index('grants_by_expiry').on(table.expires_at_ms),
  ],
);
