import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';
import { oauthClients } from './oauth-clients.ts';

/** A site an account shares facts with, and the consents that are remembered for it. */
export const connections = sqliteTable(
  'connections',
  {
    account_id: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    client_id: text()
      .notNull()
      .references(() => oauthClients.id),
    /** Space-separated, sorted: everything the person has agreed to share with this site. */
    scope: text().notNull(),
    connected_at_ms: integer().notNull(),
    /** When tokens were last given to the site. */
    last_shared_at_ms: integer().notNull(),
    /** JSON: the scope agreed to, as above, by the host that answers went to; nobody is asked for it again (S-25). */
    agreed: text().notNull().default('{}'),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.client_id] }),
    index('connections_by_client').on(table.client_id),
  ],
);
