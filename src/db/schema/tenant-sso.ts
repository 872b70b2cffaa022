import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { providerColumns } from './provider-columns.ts';
import { tenants } from './tenants.ts';

/** How the staff of a customer signs in with its own identity provider; without a row it does not. Enforced for its domains only. */
export const tenantSso = sqliteTable(
  'tenant_sso',
  {
    tenant_id: text()
      .primaryKey()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    ...providerColumns(),
  },
  // For looking up a member who is removed.
  (table) => [index('tenant_sso_by_break_glass').on(table.break_glass_id)],
);
