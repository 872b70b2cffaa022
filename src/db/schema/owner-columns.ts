import { integer, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';
import { oauthClients } from './oauth-clients.ts';

/**
 * Columns that identify an account and a site that it shares data with; the rows are deleted with
 * the account.
 */
export const accountAtClient = () => ({
  account_id: integer()
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  client_id: text()
    .notNull()
    .references(() => oauthClients.id),
});
