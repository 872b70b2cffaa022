import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The directory of ledgers (D-170): the volumes of each customer, separately for live and test
 * mode. Each volume is a separate object (objects/ledger/ledger.ts); new data goes to the volume
 * with the highest number.
 */
export const ledgerVolumes = sqliteTable(
  'ledger_volumes',
  {
    tenant_id: text().notNull(),
    test: integer({ mode: 'boolean' }).notNull(),
    /** Volumes are numbered from 1. */
    number: integer().notNull(),
    opened_at_ms: integer().notNull(),
    /** When the next volume was opened; null for the current volume. */
    full_at_ms: integer(),
    /** How many days the volume keeps request-log lines, according to the value last sent to it. */
    kept_days: integer().notNull().default(0),
    /** The size that the volume last reported, in bytes. */
    bytes: integer().notNull().default(0),
    /**
     * JSON: the webhook deliveries that are late or have been abandoned, as last reported; null
     * when there are none.
     */
    backlog: text(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant_id, table.test, table.number] }),
    // The health queries use this index to find the largest current volumes.
    index('ledger_volumes_by_size')
      .on(table.bytes)
      .where(sql`full_at_ms IS NULL`),
    // The health queries use this index to find the volumes with a backlog.
    index('ledger_volumes_with_backlog')
      .on(table.tenant_id)
      .where(sql`backlog IS NOT NULL`),
  ],
);
