import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Pricing plans. Amounts are in the currency's minor unit, such as cents. */
export const plans = sqliteTable('plans', {
  id: text().primaryKey(),
  name: text().notNull(),
  /** The currency, as an ISO 4217 code. */
  currency: text().notNull(),
  monthly_minor: integer().notNull(),
  /** The price of a completed verification, whether it succeeded or failed. */
  verification_minor: integer().notNull(),
});
