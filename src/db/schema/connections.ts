import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accountAtClient } from './owner-columns.ts';

/** A site that an account shares data with, and the consents remembered for that site. */
export const connections = sqliteTable(
  'connections',
  {
    ...accountAtClient(),
    /** Space-separated, sorted: every scope the person has granted to this site. */
    scope: text().notNull(),
    connected_at_ms: integer().notNull(),
    /**
     * When the person last signed in to the site. Later reads with the site's tokens are not
     * recorded.
     */
    last_shared_at_ms: integer().notNull(),
    /**
     * JSON object that maps the host of a redirect URI to the granted scopes for which consent is
     * not requested again (S-25).
     */
    agreed: text().notNull().default('{}'),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.client_id] }),
    index('connections_by_client').on(table.client_id),
  ],
);
