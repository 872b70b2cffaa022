import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * What a change in D1 still has to do in a customer's ledgers (D-174): written in the transaction of
 * the change and deleted once it is done.
 */
export const ledgerWork = sqliteTable(
  'ledger_work',
  {
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    /** The face challenge that the work is about, if it is about one. */
    subject: text(),
    /** JSON: what to do (domain/integration/webhooks/ledger-work.ts). */
    work: text().notNull(),
    created_at_ms: integer().notNull(),
  },
  (table) => [index('ledger_work_by_creation').on(table.created_at_ms)],
);
