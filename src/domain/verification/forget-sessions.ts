// Use case: deletes sessions from the list after a period that each customer sets (`history_days`).
// Figures and the list's daily counts stay. Ledgers forget the sessions that they have by themselves
// (objects/ledger/session-volume.ts).
import type { Context } from '../../context.ts';
import { deleteEnded } from './history-store.ts';
import { SETTLED_MS } from './session-list/sessions-kept.ts';

/**
 * Runs by cron, in slices. A row is deleted only after its session was erased, so no session can be
 * read that is not in the list.
 */
export const forgetOldSessions = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteEnded(db, { nowMs: now(), erasedBeforeMs: now() - SETTLED_MS });
