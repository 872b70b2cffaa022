import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { staff } from './staff.ts';

/**
 * Secrets that a command on the operator's machine has written into the database, each valid until
 * it expires:
 * - `operator`: the link that an operator uses to set a password, usable once
 * - `webhook`: the URL that receives one webhook in a deployment check (docs/deploy.md)
 * - `ledgers`: lets `npm run backup` and `npm run restore` copy ledgers, with any number of
 *   requests
 * - `backup`: no secret; until the row expires, no counts are moved to other tables (D-178),
 *   because `npm run backup` reads one table after another
 */
export const deploymentLinks = sqliteTable(
  'deployment_links',
  {
    /** SHA-256 of the secret, hex; for a backup, its id. */
    token_hash: text().primaryKey(),
    kind: text({ enum: ['operator', 'webhook', 'ledgers', 'backup'] }).notNull(),
    /** The operator whose password an `operator` link sets. */
    staff_id: integer().references(() => staff.id, { onDelete: 'cascade' }),
    /**
     * The customer whose test session a `webhook` link is for. No foreign key, because the row only
     * lives for minutes.
     */
    tenant_id: text(),
    created_at_ms: integer().notNull(),
    expires_at_ms: integer().notNull(),
    used_at_ms: integer(),
  },
  (table) => [
    index('deployment_links_by_staff').on(table.staff_id),
    index('deployment_links_by_expiry').on(table.expires_at_ms),
  ],
);
