import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { staff } from './staff.ts';
import { tenants } from './tenants.ts';

/**
 * An invitation to a customer's staff. It can be accepted once, by anybody who has the emailed
 * link.
 */
export const staffInvitations = sqliteTable(
  'staff_invitations',
  {
    id: text().primaryKey(),
    tenant_id: text()
      .notNull()
      .references(() => tenants.id),
    email: text().notNull(),
    email_normalized: text().notNull(),
    role: text().notNull(),
    /** The name that the inviter entered for the person, who may choose a different one. */
    name: text(),
    /** SHA-256 of the link's secret, hex. */
    token_hash: text().notNull().unique(),
    invited_by: integer().references(() => staff.id, { onDelete: 'set null' }),
    created_at_ms: integer().notNull(),
    expires_at_ms: integer().notNull(),
    accepted_at_ms: integer(),
    revoked_at_ms: integer(),
  },
  (table) => [
    index('staff_invitations_by_tenant').on(table.tenant_id, table.created_at_ms),
    index('staff_invitations_by_creation').on(table.created_at_ms),
    // When a member is removed, this index finds the invitations that the member sent.
    index('staff_invitations_by_inviter').on(table.invited_by),
  ],
);
