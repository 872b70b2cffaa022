import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenants } from './tenants.ts';

/**
 * For each customer with a policy, the changes in the law that no longer require an email to the
 * customer (D-163).
 */
export const lawNotices = sqliteTable('law_notices', {
  tenant_id: text()
    .primaryKey()
    .references(() => tenants.id, { onDelete: 'cascade' }),
  /** The settings that the row applies to. When they change, the customer is treated as new. */
  policy: text().notNull(),
  policy_context: text().notNull(),
  /** SHA-256 of the rules' data at the last check, hex. */
  version: text().notNull(),
  /** When to check again if neither rules nor settings change, `YYYY-MM-DD` in UTC. */
  due_day: text().notNull(),
  /** JSON array of the ids of the changes that no longer require an email. */
  noticed: text().notNull(),
});

/**
 * The legal rules that a customer's team last confirmed having seen, one row per context (D-163).
 */
export const lawSeen = sqliteTable(
  'law_seen',
  {
    tenant_id: text()
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    context: text().notNull(),
    /** SHA-256 of the confirmed rules, hex. */
    version: text().notNull(),
    /** JSON array of the confirmed rules, as the jurisdiction files stated them at the time. */
    rules: text().notNull(),
    seen_at_ms: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant_id, table.context] })],
);
