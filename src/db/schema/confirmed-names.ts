import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenants } from './tenants.ts';

/** Names that operators let one customer show to people, although they look like somebody else's (D-77). */
export const confirmedNames = sqliteTable(
  'confirmed_names',
  {
    tenant_id: text()
      .notNull()
      .references(() => tenants.id),
    /** As it is written, in NFC. */
    name: text().notNull(),
    confirmed_at_ms: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant_id, table.name] })],
);
