import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { staff } from './staff.ts';
import { tenants } from './tenants.ts';

/**
 * Links a subject of a customer's identity provider to a member. Two customers may share a
 * provider, and have separate links.
 */
export const staffIdentities = sqliteTable(
  'staff_identities',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    staff_id: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    tenant_id: text()
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    subject: text().notNull(),
    linked_at_ms: integer().notNull(),
    last_used_at_ms: integer().notNull(),
  },
  (table) => [
    uniqueIndex('staff_identities_by_subject').on(table.tenant_id, table.issuer, table.subject),
    uniqueIndex('staff_identities_by_staff').on(table.staff_id, table.issuer),
  ],
);
