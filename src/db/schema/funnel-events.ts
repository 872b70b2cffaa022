import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Visitors' steps, one row per step, as written by versions before D-165. A scheduled job moves
 * them into the rows of their sessions (domain/verification/fold-funnels.ts), and no new rows are
 * added.
 */
export const funnelEvents = sqliteTable(
  'funnel_events',
  {
    session_id: text().notNull(),
    /** Position within the session; makes redelivered messages idempotent. */
    seq: integer().notNull(),
    tenant_id: text().notNull(),
    test: integer({ mode: 'boolean' }).notNull(),
    name: text().notNull(),
    step: text(),
    /** Version of the privacy notice, for a `consent` step. */
    notice: text(),
    at_ms: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.session_id, table.seq] }),
    index('funnel_events_by_time').on(table.at_ms),
  ],
);
