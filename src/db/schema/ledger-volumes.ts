import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The directory of ledgers (D-170): which volumes a customer has in each mode. A volume is an
 * object of its own (objects/ledger/ledger.ts); the one with the highest number is written to.
 */
export const ledgerVolumes = sqliteTable(
  'ledger_volumes',
  {
    tenant_id: text().notNull(),
    test: integer({ mode: 'boolean' }).notNull(),
    /** From 1. */
    number: integer().notNull(),
    opened_at_ms: integer().notNull(),
    /** When the next volume was opened; null for the one that is written to. */
    full_at_ms: integer(),
    /** For how many days the volume was last told to keep lines of the request log. */
    kept_days: integer().notNull().default(0),
    /** The size that the volume last reported, in bytes. */
    bytes: integer().notNull().default(0),
    /** JSON: the deliveries that are late or were given up, as last reported; null when none. */
    backlog: text(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant_id, table.test, table.number] }),
    // Health reads the largest volumes that are written to.
    index('ledger_volumes_by_size')
      .on(table.bytes)
      .where(sql`full_at_ms IS NULL`),
    // Health reads the volumes with such deliveries.
    index('ledger_volumes_with_backlog')
      .on(table.tenant_id)
      .where(sql`backlog IS NOT NULL`),
  ],
);
