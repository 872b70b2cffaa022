// Use case: deletes sessions from the list after a period that each customer sets (`history_days`).
// Figures and the list's daily counts stay.
import type { Context } from '../../context.ts';
import { DAY_MS } from '../../time/durations.ts';
import { deleteEnded } from './history-store.ts';

/** How long a row outlives its session's erasure: longer than late events are retried. */
const SETTLED_MS = 7 * DAY_MS;

/**
 * Runs by cron, in slices. A row is deleted only after its session was erased, so no session can be
 * read that is not in the list.
 */
export const forgetOldSessions = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteEnded(db, { nowMs: now(), erasedBeforeMs: now() - SETTLED_MS });
