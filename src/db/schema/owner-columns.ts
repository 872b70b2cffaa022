import { integer, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';
import { oauthClients } from './oauth-clients.ts';

/** Columns of data that an account shares with a site; the rows are deleted with the account. */
export const accountAtClient = () => ({
  account_id: integer()
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  client_id: text()
    .notNull()
    .references(() => oauthClients.id),
});
