// Use case: deletes sessions from the list in D1 after a period that each customer sets
// (`history_days`). Only sessions that were not moved to ledgers get as old there (D-177): those of
// the service itself and of customers that have ended. Figures stay.
import type { Context } from '../../context.ts';
import { deleteEnded } from './history-store.ts';
import { SETTLED_MS } from './rules/session/settled.ts';

/**
 * Runs by cron, in slices. A row is deleted only after its session was erased, so no session can be
 * read that is not in the list.
 */
export const forgetOldSessions = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteEnded(db, { nowMs: now(), erasedBeforeMs: now() - SETTLED_MS });
