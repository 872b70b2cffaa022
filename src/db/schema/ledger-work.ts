import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Work that a change in D1 requires in a customer's ledgers (D-174). A row is written in the
 * transaction of the change, and deleted once the work is done.
 */
export const ledgerWork = sqliteTable(
  'ledger_work',
  {
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    /** The id of the face challenge that the work is about, if any. */
    subject: text(),
    /** The work as JSON; domain/integration/webhooks/ledger-work.ts defines its kinds. */
    work: text().notNull(),
    created_at_ms: integer().notNull(),
  },
  (table) => [index('ledger_work_by_creation').on(table.created_at_ms)],
);
