import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { providerColumns } from './provider-columns.ts';

/** How operators sign in with an identity provider: one row, with the id 1; without it they do not (D-162). */
export const operatorSso = sqliteTable('operator_sso', {
  id: integer().primaryKey(),
  /** JSON array of the mail domains whose addresses are let in, in ASCII and lower case. */
  domains: text().notNull().default('[]'),
  ...providerColumns(),
});
