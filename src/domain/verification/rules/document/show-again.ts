// The page has lost the pictures that were judged, by a reload, and a human is to see them (D-95): the document is taken again.
// Pure.
import { MAX_DOCUMENT_ATTEMPTS } from './document-step.ts';
import { apply } from '../session/machine.ts';
import { isAtStep } from '../session/state.ts';
import { type SessionRecord, withGroup, withStep } from '../session/session.ts';
import { startAttempt } from '../session/step-attempts.ts';

/** In one round: each costs processor time, and wins nothing. */
const MAX_SHOWN = 3;

export const mayShowAgain = (record: SessionRecord): boolean =>
  isAtStep(record, 'review') && (record.steps.review?.shown ?? 0) < MAX_SHOWN;

/**
 * One attempt, the last. Whatever a machine finds then, nobody passes by it.
 * @param nonce of that attempt @returns undefined where nothing is offered, or it was taken again often enough
 */
export function showAgain(
  record: SessionRecord,
  nonce: string,
  nowMs: number,
): SessionRecord | undefined {
  const { review } = record.steps;
  if (review === undefined || !mayShowAgain(record)) return undefined;
  const shown = (review.shown ?? 0) + 1;
  const last = withStep(record, 'document', { failures: MAX_DOCUMENT_ATTEMPTS - 1 });
  const asked = withGroup(last, 'steps', { review: { ...review, shown } });
  const next = apply(asked, { type: 'show_again' }, nowMs);
  return next && startAttempt(next, nonce, nowMs);
}
