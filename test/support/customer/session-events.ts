// Events as sessions send them to the queue, created without sessions.
import { AGE_CHECK } from '../account/age-check.ts';
import { dayOf } from '../../../src/domain/terms/locate-page.ts';
import type { SessionEvent } from '../../../src/domain/verification/rules/session/result.ts';

const DAY_MS = 86_400_000;

type Row = SessionEvent['row'];

/** An event as sent by a session that was created at noon, `daysAgo` days ago. */
export function sessionEvent(
  id: string,
  status: string,
  daysAgo: number,
  more: Partial<Row> = {},
): SessionEvent {
  const createdAtMs = Date.parse(`${dayOf(Date.now() - daysAgo * DAY_MS)}T12:00:00Z`);
  const final = ['success', 'failed', 'canceled', 'expired'].includes(status);
  return {
    type: final ? 'completed' : 'created',
    funnel: final
      ? [
          { name: 'opened', atMs: createdAtMs },
          { name: 'camera', atMs: createdAtMs + 1 },
          { name: 'camera', atMs: createdAtMs + 2 },
        ]
      : [],
    row: {
      id,
      tenantId: 'ten_1',
      test: false,
      version: final ? 3 : 1,
      resultHash: 'r'.repeat(64),
      status,
      reason: null,
      measured: null,
      risk: null,
      previousId: null,
      previousHash: null,
      countedBefore: false,
      contested: false,
      ...AGE_CHECK,
      createdAtMs,
      completedAtMs: final ? createdAtMs + 60_000 : null,
      expiresAtMs: createdAtMs + 900_000,
      erasedAtMs: null,
      ...more,
    },
  };
}

/**
 * Returns the event that ended the session, followed by the event for the retake that replaced it.
 */
export function retakenAfter(end: SessionEvent): SessionEvent[] {
  const { row } = end;
  const status = 'retaken';
  return [end, { type: 'retaken', funnel: [], row: { ...row, status, version: row.version + 1 } }];
}
