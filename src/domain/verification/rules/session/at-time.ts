// Applies the effects of time to a session. Pure.
import { refuseLate } from '../evidence/reveal.ts';
import { endUnreviewed } from '../review/review.ts';
import { apply } from './machine.ts';
import type { SessionRecord } from './session.ts';
import { isFinal } from './state.ts';

/**
 * Returns the record as of `nowMs`: an attempt whose pictures are overdue has failed, and an
 * unfinished session whose time has run out has expired or, if a review was open, has failed as it
 * would have without one (D-95).
 */
export function atTime(record: SessionRecord, nowMs: number): SessionRecord {
  const { expiresAtMs } = record.times;
  if (isFinal(record.state)) return record;
  const inTime = refuseLate(record, Math.min(nowMs, expiresAtMs));
  if (isFinal(inTime.state) || nowMs < expiresAtMs) return inTime;
  const unreviewed = endUnreviewed(inTime, expiresAtMs);
  if (unreviewed !== undefined) return unreviewed;
  return apply(inTime, { type: 'expire' }, expiresAtMs) ?? inTime;
}
