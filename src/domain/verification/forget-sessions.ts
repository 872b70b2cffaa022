// Use case: the list of sessions has an end, which each customer sets (`history_days`). Figures and the list's counts of
// other days stay as they are.
import type { Context } from '../../context.ts';
import { DAY_MS } from '../../time/durations.ts';
import { deleteEnded } from './history-store.ts';

/** Longer than a late event of a session is retried. */
const SETTLED_MS = 7 * DAY_MS;

/** By cron, in slices. A row goes only after its session was erased, so nothing can be read that the list lacks. */
export const forgetOldSessions = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteEnded(db, { nowMs: now(), erasedBeforeMs: now() - SETTLED_MS });
