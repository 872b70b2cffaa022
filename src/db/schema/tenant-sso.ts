import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { providerColumns } from './provider-columns.ts';
import { tenants } from './tenants.ts';

/**
 * A customer's settings for single sign-on; a customer without a row has no single sign-on.
 * Enforcement only applies to addresses in the customer's domains.
 */
export const tenantSso = sqliteTable(
  'tenant_sso',
  {
    tenant_id: text()
      .primaryKey()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    ...providerColumns(),
  },
  // When a member is removed, this index finds the settings that name the member as the break-glass
  // member.
  (table) => [index('tenant_sso_by_break_glass').on(table.break_glass_id)],
);
