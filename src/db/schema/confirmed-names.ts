import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenants } from './tenants.ts';

/**
 * Names that operators have approved for one customer, although they resemble another name (D-77).
 */
export const confirmedNames = sqliteTable(
  'confirmed_names',
  {
    tenant_id: text()
      .notNull()
      .references(() => tenants.id),
    /** The name as entered, in NFC. */
    name: text().notNull(),
    confirmed_at_ms: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant_id, table.name] })],
);
