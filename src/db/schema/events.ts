import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Events recorded by versions before D-174 that a scheduled job has not yet moved to the ledgers of
 * their customers.
 */
export const events = sqliteTable(
  'events',
  {
    /**
     * The event's sequence number, which defines the order of the feed. Commits are serial, so a
     * reader that has seen one event has seen all earlier ones.
     */
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    tenant_id: text().notNull(),
    test: integer({ mode: 'boolean' }).notNull(),
    type: text().notNull(),
    /**
     * The id of the session or face challenge that the event is about. Null for an event that only
     * tests an endpoint; such events are not in the feed.
     */
    session_id: text(),
    /** The event's number within its session or challenge. */
    position: integer().notNull(),
    /** The JSON that is signed and sent. */
    body: text().notNull(),
    created_at_ms: integer().notNull(),
  },
  (table) => [
    index('events_by_tenant').on(table.tenant_id, table.test, table.seq),
    index('events_by_session').on(table.session_id),
  ],
);
