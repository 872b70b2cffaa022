import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The delivery of one event to one endpoint; it is moved to a ledger together with its event
 * (events.ts).
 */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    id: text().primaryKey(),
    event_id: text().notNull(),
    endpoint_id: text().notNull(),
    tenant_id: text().notNull(),
    /**
     * The session or face challenge that the event is about; `position` defines the order of its
     * events.
     */
    session_id: text(),
    position: integer().notNull(),
    state: text({ enum: ['pending', 'delivered', 'dead'] }).notNull(),
    /** Number of attempts made; a queue message contains the number of the attempt it triggers. */
    attempts: integer().notNull().default(0),
    /** Attempts in the current round of retries; a replay starts a new round. */
    round_attempts: integer().notNull().default(0),
    round_started_ms: integer().notNull(),
    next_attempt_ms: integer().notNull(),
    /** When the running attempt's lease ends; until then, no other consumer starts an attempt. */
    leased_until_ms: integer().notNull().default(0),
    created_at_ms: integer().notNull(),
    finished_at_ms: integer(),
    /**
     * The attempt that succeeded, as JSON with the column names of `webhook_attempts`. Storing it
     * in this column saves a row in that table; a replay moves it to the table.
     */
    delivered_by: text(),
  },
  (table) => [
    index('webhook_deliveries_by_endpoint').on(table.endpoint_id, table.created_at_ms),
    index('webhook_deliveries_by_endpoint_state').on(
      table.endpoint_id,
      table.state,
      table.created_at_ms,
    ),
    // Finds overdue deliveries by endpoint, so that no customer has to wait for another customer's
    // deliveries.
    index('webhook_deliveries_due_by_endpoint')
      .on(table.endpoint_id, table.next_attempt_ms)
      .where(sql`state = 'pending'`),
    // Finds the deliveries of an event through its session or face challenge; test events have
    // neither.
    index('webhook_deliveries_by_session').on(table.session_id, table.endpoint_id, table.position),
  ],
);

/** A failed delivery attempt and its response, or a successful one that preceded a replay. */
export const webhookAttempts = sqliteTable(
  'webhook_attempts',
  {
    delivery_id: text().notNull(),
    number: integer().notNull(),
    url: text().notNull(),
    /** The timestamp that was signed. */
    at_ms: integer().notNull(),
    duration_ms: integer().notNull(),
    status: integer(),
    /** Why no status was received, or why the attempt failed despite the status. */
    failure: text(),
    /** The first 4 KiB of the response body. */
    answer: text(),
  },
  (table) => [primaryKey({ columns: [table.delivery_id, table.number] })],
);
