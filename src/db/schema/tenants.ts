import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { plans } from './plans.ts';

/** A customer of the service. Branding and rules are copied into each session when it is created. */
export const tenants = sqliteTable(
  'tenants',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** Brand colour, `#rrggbb`. */
    color: text(),
    /** A `data:` URL of at most 16 KiB: the hosted page loads nothing from other origins. */
    logo: text(),
    /** URL of an alternative for people who cannot do the camera check; https. */
    alternative_url: text(),
    /** JSON array of the origins that may embed the hosted page and use publishable keys. */
    embed_origins: text().notNull().default('[]'),
    /** JSON array of allowed callback origins; empty: any. */
    callback_origins: text().notNull().default('[]'),
    /** Default language and theme of the hosted page. */
    default_locale: text(),
    default_theme: text({ enum: ['light', 'dark', 'system'] }),
    /** Overrides the verification mode that init requests. */
    required_method: text({ enum: ['document', 'facial'] }),
    /** Overrides the configured age margin, in years. */
    age_margin_years: real(),
    /** How many days a result is kept before its personal data is erased. */
    retention_days: integer().notNull().default(30),
    /** Null: free of charge. */
    plan_id: text().references(() => plans.id),
    created_at_ms: integer().notNull(),
  },
  (table) => [index('tenants_by_plan').on(table.plan_id)],
);
