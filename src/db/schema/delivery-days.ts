import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * How many webhook deliveries of an endpoint, by the day they were made, are in this state now; maintained by triggers on
 * `webhook_deliveries`. Rows of nothing are removed.
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
