import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { tenants } from './tenants.ts';

/** Email domains that a customer claims, verified by a DNS record and rechecked every month. */
export const ssoDomains = sqliteTable(
  'sso_domains',
  {
    tenant_id: text()
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    /** The domain, in ASCII and lower case. */
    domain: text().notNull(),
    /** The required content of the DNS record; public, like the record itself. */
    token: text().notNull(),
    state: text({ enum: ['pending', 'proven', 'lapsed'] }).notNull(),
    created_at_ms: integer().notNull(),
    proven_at_ms: integer(),
    checked_at_ms: integer(),
    /** When the scheduled job next checks the domain; null while the domain is pending. */
    due_at_ms: integer(),
    /** The number of consecutive checks that did not find the DNS record. */
    misses: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenant_id, table.domain] }),
    // Several customers may claim the same domain, but only one of them can have proved ownership
    // of it.
    uniqueIndex('sso_domains_proven')
      .on(table.domain)
      .where(sql`state = 'proven'`),
    index('sso_domains_by_domain').on(table.domain),
    index('sso_domains_due')
      .on(table.due_at_ms)
      .where(sql`due_at_ms IS NOT NULL`),
  ],
);
