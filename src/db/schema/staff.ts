import { index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { tenants } from './tenants.ts';

/**
 * People who work with the service: operators (`admin`) and customers' staff (`dashboard`). The two audiences
 * share nothing but the shape: one mail address may be in both, with passwords of its own.
 */
export const staff = sqliteTable(
  'staff',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    audience: text({ enum: ['admin', 'dashboard'] }).notNull(),
    /** Whose staff: null for operators. */
    tenant_id: text().references(() => tenants.id),
    email: text().notNull(),
    email_normalized: text().notNull(),
    email_verified_at_ms: integer(),
    name: text().notNull(),
    /** What it allows is decided by the audience's own table of rights. */
    role: text().notNull(),
    password_hash: text(),
    password_changed_at_ms: integer(),
    /** Sealed with KEY_ENCRYPTION_KEY; waits for its first code until `totp_enabled_at_ms` is set. */
    totp_secret: text(),
    totp_enabled_at_ms: integer(),
    /** The last 30-second step whose code was accepted: none up to it is accepted again. */
    totp_last_step: integer().notNull().default(0),
    /** Sessions that began up to here are over (spec 5: logout-all by a revocation timestamp). */
    sessions_revoked_at_ms: integer().notNull().default(0),
    /** Names the only reset link that works: the newest one. */
    reset_generation: integer().notNull().default(0),
    created_at_ms: integer().notNull(),
    last_login_at_ms: integer(),
    deactivated_at_ms: integer(),
  },
  (table) => [
    unique('staff_by_email').on(table.audience, table.email_normalized),
    index('staff_by_tenant').on(table.tenant_id),
  ],
);
