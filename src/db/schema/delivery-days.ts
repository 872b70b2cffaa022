import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The number of webhook deliveries of an endpoint that have not been moved (events.ts), by the day
 * of their creation, that are in this state now; maintained by triggers on `webhook_deliveries`. Rows
 * with zero are deleted.
 */
export const deliveryDays = sqliteTable(
  'delivery_days',
  {
    endpoint_id: text().notNull(),
    /** UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    state: text({ enum: ['pending', 'delivered', 'dead'] }).notNull(),
    value: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.endpoint_id, table.day, table.state] })],
);
