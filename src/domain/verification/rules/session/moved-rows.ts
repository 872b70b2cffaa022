// Determines which list rows have moved from D1 to ledgers (D-177). Pure.
import { DAY_MS, HOUR_MS } from '../../../../time/durations.ts';

/**
 * How many days D1 keeps a row after the end of its session: one more than the number of days for
 * which figures are recounted from rows (operations/analytics/recount.ts).
 */
export const KEPT_IN_D1_DAYS = 7;
/** A margin for clocks that differ, and for a move that runs while an event is being written. */
const MARGIN_MS = HOUR_MS;

/**
 * Returns the time, in ms since the epoch, before which a session must have ended for its row to
 * move to a ledger.
 */
export const movedBeforeMs = (nowMs: number): number => nowMs - KEPT_IN_D1_DAYS * DAY_MS;

/**
 * @returns whether a session's row may already have been moved to a ledger, or may be moved during
 *   this call
 */
export const mayBeMoved = (completedAtMs: number | null, nowMs: number): boolean =>
  completedAtMs !== null && completedAtMs < movedBeforeMs(nowMs) + MARGIN_MS;
