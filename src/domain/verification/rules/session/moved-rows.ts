// How long D1 keeps the list row of a session after its end (D-177). Pure.
import { DAY_MS, HOUR_MS } from '../../../../time/durations.ts';

/** One day longer than figures are recounted from rows (operations/analytics/recount.ts). */
const KEPT_IN_D1_MS = 9 * DAY_MS;
/** Covers clocks that differ, and a move that runs while an event is written. */
const MARGIN_MS = HOUR_MS;

/** Rows of sessions that ended before this time move to ledgers; ms since the epoch. */
export const movedBeforeMs = (nowMs: number): number => nowMs - KEPT_IN_D1_MS;

/** @returns whether a session's row may have been moved to a ledger, or may be while this runs */
export const mayBeMoved = (completedAtMs: number | null, nowMs: number): boolean =>
  completedAtMs !== null && completedAtMs < movedBeforeMs(nowMs) + MARGIN_MS;
