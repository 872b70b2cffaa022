import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The list row of a verification that is recent or has not ended, written by the queue consumer;
 * older rows are in customers' ledgers (D-177). The session's object is the source of truth;
 * `version` is the number of the last event that the row reflects, so that late and redelivered
 * events change nothing.
 */
export const verificationSessions = sqliteTable(
  'verification_sessions',
  {
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    test: integer({ mode: 'boolean' }).notNull(),
    version: integer().notNull(),
    /**
     * SHA-256 of the result token's secret; the hash shows from which TOKEN_KEY the token was
     * derived. Null in rows written before 0.1, when it was not stored.
     */
    result_hash: text(),
    status: text().notNull(),
    reason: text(),
    purpose: text().notNull(),
    verification_mode: text().notNull(),
    verification_type: text(),
    gate: integer(),
    /**
     * `edge` or `device`: where liveness or age was measured. Null until either has been judged.
     */
    measured: text(),
    /** The risk band in the result; null when there was nothing to assess. */
    risk: text({ enum: ['low', 'medium', 'high'] }),
    /** The session that this one retakes, and the hash of that session's result token. */
    previous_id: text(),
    previous_hash: text(),
    /**
     * Whether an earlier session in this session's chain of retakes had a verdict: a chain counts
     * only once towards usage.
     */
    counted_before: integer({ mode: 'boolean' }).notNull().default(false),
    /**
     * Whether the visitor requested a document check instead of an estimate, in this session or in
     * an earlier one in its chain of retakes.
     */
    contested: integer({ mode: 'boolean' }).notNull().default(false),
    /**
     * The customer's id for the visitor: personal data, cleared when the result's retention period
     * ends.
     */
    external_user_id: text(),
    metadata: text(),
    ip_country: text(),
    created_at_ms: integer().notNull(),
    completed_at_ms: integer(),
    expires_at_ms: integer().notNull(),
    erased_at_ms: integer(),
    /**
     * The visitor's steps, written when the session ends
     * (domain/verification/rules/session/folded-funnel.ts). Null until then, and while
     * funnel_events still contains the steps.
     */
    funnel: text(),
    /**
     * True if the row was brought back from a ledger to apply a late event (D-177), otherwise null.
     * The triggers that count new rows skip a returned row, because it has already been counted.
     */
    returned: integer({ mode: 'boolean' }),
  },
  (table) => [
    // Indexes for the customer's session list, for every combination of filters.
    index('verification_sessions_by_tenant').on(table.tenant_id, table.test, table.created_at_ms),
    index('verification_sessions_by_status').on(
      table.tenant_id,
      table.test,
      table.status,
      table.created_at_ms,
    ),
    index('verification_sessions_by_type')
      .on(table.tenant_id, table.test, table.verification_type, table.created_at_ms)
      .where(sql`verification_type IS NOT NULL`),
    // The nightly recount uses this index to find the sessions of a day. It contains only ended
    // sessions, so that each session is written to it once.
    index('verification_sessions_by_end')
      .on(table.completed_at_ms)
      .where(sql`completed_at_ms IS NOT NULL`),
    // The index is on an expression, because with two columns the planner would use only the first
    // and scan the rest.
    index('verification_sessions_by_type_status')
      .on(table.tenant_id, table.test, sql`(verification_type || status)`, table.created_at_ms)
      .where(sql`verification_type IS NOT NULL`),
    // The index includes status and type, so that only matching rows are looked up, even for a user
    // with very many sessions.
    index('verification_sessions_by_user')
      .on(
        table.tenant_id,
        table.test,
        table.external_user_id,
        table.created_at_ms,
        table.status,
        table.verification_type,
      )
      .where(sql`external_user_id IS NOT NULL`),
    // Sessions waiting for a reviewer, in order of expiry.
    index('verification_sessions_waiting')
      .on(table.tenant_id, table.test, table.expires_at_ms, table.id)
      .where(sql`status = 'pending_tenant_review'`),
    // Sessions that are running, or whose end has not yet been recorded in this table.
    index('verification_sessions_open')
      .on(table.tenant_id, table.expires_at_ms)
      .where(sql`completed_at_ms IS NULL`),
  ],
);
