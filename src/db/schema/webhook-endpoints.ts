import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenants } from './tenants.ts';

/** A customer's webhook receivers. Signing needs the secrets, so they are encrypted, not hashed. */
export const webhookEndpoints = sqliteTable(
  'webhook_endpoints',
  {
    id: text().primaryKey(),
    tenant_id: text()
      .notNull()
      .references(() => tenants.id),
    url: text().notNull(),
    description: text(),
    /** JSON array of event types. */
    event_types: text().notNull(),
    mode: text({ enum: ['both', 'live', 'test'] }).notNull(),
    state: text({ enum: ['pending', 'enabled', 'paused', 'disabled'] }).notNull(),
    disabled_reason: text({ enum: ['failing', 'gone'] }),
    /** The time since which every attempt has failed; null while the endpoint works. */
    failing_since_ms: integer(),
    secret: text().notNull(),
    previous_secret: text(),
    /** The time until which deliveries are also signed with the previous secret. */
    previous_until_ms: integer(),
    created_at_ms: integer().notNull(),
  },
  (table) => [index('webhook_endpoints_by_tenant').on(table.tenant_id)],
);
