import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { providerColumns } from './provider-columns.ts';

/**
 * The operators' settings for single sign-on (D-162). The table has one row, with the id 1, or none
 * if there are no settings.
 */
export const operatorSso = sqliteTable('operator_sso', {
  id: integer().primaryKey(),
  /** JSON array of the email domains whose addresses may sign in, in ASCII and lower case. */
  domains: text().notNull().default('[]'),
  ...providerColumns(),
});
