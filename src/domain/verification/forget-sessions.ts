// Use case: deletes sessions from the list in D1 after a period that each customer sets
// (`history_days`). Sessions that have been moved to ledgers (D-177) leave D1 earlier, so this use
// case affects only the sessions of the service itself and of deleted customers. Their counts are
// kept.
import type { Context } from '../../context.ts';
import { deleteEnded } from './history-store.ts';
import { SETTLED_MS } from './rules/session/settled.ts';

/**
 * Called by cron; works in slices. A row is deleted only after its session has been erased, so
 * every session that can still be read is in the list.
 */
export const forgetOldSessions = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteEnded(db, { nowMs: now(), erasedBeforeMs: now() - SETTLED_MS });
