import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { staff } from './staff.ts';
import { tenants } from './tenants.ts';

/**
 * Links subjects of identity providers to members of staff. Two customers, or a customer and the
 * operators, may share a provider; their links are separate.
 */
export const staffIdentities = sqliteTable(
  'staff_identities',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    staff_id: integer()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** The customer that the provider belongs to; null for the operators' provider. */
    tenant_id: text().references(() => tenants.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    subject: text().notNull(),
    linked_at_ms: integer().notNull(),
    last_used_at_ms: integer().notNull(),
  },
  (table) => [
    uniqueIndex('staff_identities_by_subject').on(table.tenant_id, table.issuer, table.subject),
    // The unique index above does not detect duplicates among rows without a customer, because
    // SQLite treats NULLs in an index as distinct.
    uniqueIndex('staff_identities_of_operators')
      .on(table.issuer, table.subject)
      .where(sql`tenant_id IS NULL`),
    uniqueIndex('staff_identities_by_staff').on(table.staff_id, table.issuer),
  ],
);
