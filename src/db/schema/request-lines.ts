import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Requests that customers' backends and pages made with API keys (D-118), without bodies,
 * parameters or addresses, as logged by versions before D-170. Later requests are in ledgers; no
 * new rows are added here.
 */
export const requestLines = sqliteTable(
  'request_lines',
  {
    /**
     * Begins with the time of the request (domain/platform/request-log/line.ts), so that lines can
     * be ordered and expired by id.
     */
    id: integer().primaryKey(),
    tenant_id: text().notNull(),
    test: integer({ mode: 'boolean' }).notNull(),
    request_id: text().notNull(),
    method: text().notNull(),
    /** The route as in the API description, without the values of its parameters. */
    route: text().notNull(),
    status: integer().notNull(),
    /** The error code, if the call failed. */
    code: text(),
    duration_ms: integer().notNull(),
  },
  (table) => [
    index('request_lines_by_tenant').on(table.tenant_id, table.test, table.id),
    index('request_lines_that_failed')
      .on(table.tenant_id, table.test, table.id)
      .where(sql`${table.status} >= 400`),
  ],
);
