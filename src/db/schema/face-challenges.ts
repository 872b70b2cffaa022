import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * One enrolment or comparison of a face, and its result. Rows are kept for a day and contain
 * neither a score nor a picture.
 */
export const faceChallenges = sqliteTable(
  'face_challenges',
  {
    /** The challenge's id, `fch_…`. */
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    test: integer({ mode: 'boolean' }).notNull(),
    kind: text({ enum: ['enroll', 'verify'] }).notNull(),
    /** The customer's own id for the person; empty once the person is erased. */
    user_id: text().notNull(),
    /**
     * The session in which a live person completes the challenge on our page; null for an uploaded
     * picture.
     */
    session_id: text(),
    /**
     * `expired`: the challenge was not completed in time, and the expiry has been recorded.
     * `erased`: the person has been erased. In both cases, the row contains no result.
     */
    status: text({ enum: ['processing', 'completed', 'failed', 'expired', 'erased'] }).notNull(),
    passed: integer({ mode: 'boolean' }),
    failure_reason: text(),
    created_at_ms: integer().notNull(),
    expires_at_ms: integer().notNull(),
    completed_at_ms: integer(),
  },
  (table) => [
    index('face_challenges_by_user').on(table.tenant_id, table.test, table.user_id),
    index('face_challenges_by_creation').on(table.created_at_ms),
    index('face_challenges_processing')
      .on(table.expires_at_ms)
      .where(sql`status = 'processing'`),
  ],
);
