import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Number of webhook deliveries to an endpoint, by day of creation and current state, excluding
 * deliveries that were moved to a ledger (events.ts). Maintained by triggers on
 * `webhook_deliveries`; a row is deleted when its count reaches zero.
 */
export const deliveryDays = sqliteTable(
  'delivery_days',
  {
    endpoint_id: text().notNull(),
    /** The day in UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    state: text({ enum: ['pending', 'delivered', 'dead'] }).notNull(),
    value: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.endpoint_id, table.day, table.state] })],
);
