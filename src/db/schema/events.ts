import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What happened, as customers are told: the feed, and the bodies of webhooks. Kept for 30 days. */
export const events = sqliteTable(
  'events',
  {
    /** The feed's order: commits are serial, so a reader that has seen one has seen all before it. */
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    tenant_id: text().notNull(),
    test: integer({ mode: 'boolean' }).notNull(),
    type: text().notNull(),
    /** Null for an event that was only sent to try an endpoint; it is not in the feed. */
    session_id: text(),
    /** The event's number within its session. */
    position: integer().notNull(),
    /** The JSON text that is signed and sent. */
    body: text().notNull(),
    created_at_ms: integer().notNull(),
  },
  (table) => [
    index('events_by_tenant').on(table.tenant_id, table.test, table.seq),
    index('events_by_session').on(table.session_id),
    index('events_by_creation').on(table.created_at_ms),
  ],
);
