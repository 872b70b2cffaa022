import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * One enrolment or comparison of a face, and its result. A row is kept for a day, without score and
 * picture.
 */
export const faceChallenges = sqliteTable(
  'face_challenges',
  {
    /** `fch_…` */
    id: text().primaryKey(),
    tenant_id: text().notNull(),
    test: integer({ mode: 'boolean' }).notNull(),
    kind: text({ enum: ['enroll', 'verify'] }).notNull(),
    /** The customer's own id for the person; empty once the person is erased. */
    user_id: text().notNull(),
    /** The session of a challenge that a live person answers on our page; null for a picture. */
    session_id: text(),
    /**
     * `expired`: the challenge's event is written. `erased`: the person is erased. In both cases,
     * the row has no further data.
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
