import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { OWNS_ADDRESS, UNPROVEN } from '../owned-address.ts';
import { tenants } from './tenants.ts';

/**
 * Operators (`admin`) and customers' staff (`dashboard`). The two audiences share only the schema:
 * the same email address may exist in both, with separate passwords.
 */
export const staff = sqliteTable(
  'staff',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    audience: text({ enum: ['admin', 'dashboard'] }).notNull(),
    /** The customer that the member works for; null for operators. */
    tenant_id: text().references(() => tenants.id),
    email: text().notNull(),
    email_normalized: text().notNull(),
    email_verified_at_ms: integer(),
    name: text().notNull(),
    /**
     * Values from the customer's directory (D-160): the directory's own id for the member, and the
     * member's given and family names.
     */
    external_id: text(),
    given_name: text(),
    family_name: text(),
    /** The browser's language, from the last sign-in that specified one; used for emails. */
    locale: text(),
    /** The member's role; the audience's permission table defines what it allows. */
    role: text().notNull(),
    password_hash: text(),
    password_changed_at_ms: integer(),
    /**
     * The secret of the authenticator, encrypted with KEY_ENCRYPTION_KEY. It is not in use until
     * its first code has been accepted, which sets `totp_enabled_at_ms`.
     */
    totp_secret: text(),
    totp_enabled_at_ms: integer(),
    /**
     * The last 30-second step whose code was accepted: codes for this step and earlier ones are
     * rejected as replays.
     */
    totp_last_step: integer().notNull().default(0),
    /**
     * Sessions that began at or before this time are revoked (spec 5: logout-all by a revocation
     * timestamp).
     */
    sessions_revoked_at_ms: integer().notNull().default(0),
    /** Identifies the latest reset link; older ones are invalid. */
    reset_generation: integer().notNull().default(0),
    created_at_ms: integer().notNull(),
    last_login_at_ms: integer(),
    deactivated_at_ms: integer(),
  },
  (table) => [
    uniqueIndex('staff_by_email').on(table.audience, table.email_normalized).where(OWNS_ADDRESS),
    index('staff_unproven_by_email').on(table.email_normalized).where(UNPROVEN),
    index('staff_unproven_by_creation').on(table.created_at_ms).where(UNPROVEN),
    index('staff_by_tenant').on(table.tenant_id),
    index('staff_by_external_id')
      .on(table.tenant_id, table.external_id)
      .where(sql`external_id IS NOT NULL`),
  ],
);
