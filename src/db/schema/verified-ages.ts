import { sql } from 'drizzle-orm';
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from './accounts.ts';

const NOT_REVOKED = sql`revoked_at_ms IS NULL`;

/**
 * The age thresholds that an account's owner has been shown to meet, and the proof. Age, birth date
 * and picture are not stored. A row written before 0.1 may lack the proof, in which case all
 * columns of the proof are null; an age without a proof is never accepted (D-56).
 */
export const verifiedAges = sqliteTable(
  'verified_ages',
  {
    account_id: integer()
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /**
     * The highest threshold met, out of 12, 15, 18, 21 and 25; it implies the lower ones. Null for
     * none.
     */
    bracket: integer(),
    level: text({ enum: ['ml', 'document', 'wallet'] }).notNull(),
    verified_at_ms: integer().notNull(),
    expires_at_ms: integer().notNull(),
    method: text({ enum: ['face', 'document', 'wallet'] }),
    measured: text({ enum: ['device', 'edge'] }),
    margin_years: real(),
    difficulty: text({ enum: ['easy', 'medium', 'hard'] }),
    liveness_level: text({ enum: ['standard', 'strict'] }),
    /**
     * The year of the birthday at which the next threshold is reached. Set only for a document, and
     * only if the birthday is in the year of the check or in the following year (D-163).
     */
    next_bracket_year: integer(),
    /**
     * The customer that ran the check. No foreign key, because the source is kept when the customer
     * is deleted.
     */
    tenant_id: text(),
    /** A copy of the customer's `ages_trusted`; a trigger updates it. */
    source_trusted: integer({ mode: 'boolean' }).notNull().default(true),
    session_id: text(),
    /** The version of the service's own policy that allowed storing the age. */
    policy_version: text(),
    /** When an operator withdrew the age; only a later check can replace it. */
    revoked_at_ms: integer(),
    /** Whether sites that received the age still have to be notified. */
    notice_due: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    // Operators search by source, newest first, and withdraw ages in batches. Withdrawn rows leave
    // the index.
    index('verified_ages_by_time').on(table.verified_at_ms).where(NOT_REVOKED),
    // Includes the filter columns, so that only matching rows are looked up.
    index('verified_ages_by_tenant')
      .on(table.tenant_id, table.verified_at_ms, table.policy_version, table.method)
      .where(NOT_REVOKED),
    index('verified_ages_by_method').on(table.method, table.verified_at_ms).where(NOT_REVOKED),
    index('verified_ages_by_policy')
      .on(table.policy_version, table.verified_at_ms, table.method)
      .where(NOT_REVOKED),
    index('verified_ages_by_session').on(table.session_id).where(NOT_REVOKED),
    index('verified_ages_revoked')
      .on(table.verified_at_ms)
      .where(sql`revoked_at_ms IS NOT NULL`),
    index('verified_ages_with_notice_due')
      .on(table.account_id)
      .where(sql`notice_due = 1`),
  ],
);
