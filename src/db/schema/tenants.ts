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
    /** A `data:` URL of at most 16 KiB: the hosted page loads nothing from another origin. */
    logo: text(),
    /** Another way for people who cannot do the camera check; https. */
    alternative_url: text(),
    /** JSON array of the origins whose pages may embed ours and use publishable keys. */
    embed_origins: text().notNull().default('[]'),
    /** JSON array of the origins that callbacks may go to; empty: any. */
    callback_origins: text().notNull().default('[]'),
    /** Language and theme of the page when init names none. */
    default_locale: text(),
    default_theme: text({ enum: ['light', 'dark', 'system'] }),
    /** The verification mode of every session, whatever init asks for. */
    required_method: text({ enum: ['document', 'facial'] }),
    /** Overrides the configured age margin, in years. */
    age_margin_years: real(),
    /** Days a result can be read before it is erased. */
    retention_days: integer().notNull().default(30),
    /** What it pays; none: nothing. */
    plan_id: text().references(() => plans.id),
    created_at_ms: integer().notNull(),
  },
  (table) => [index('tenants_by_plan').on(table.plan_id)],
);
