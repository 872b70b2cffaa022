// Lets the visitor photograph a document again for a reviewer when a reload has lost the pictures
// that were judged (D-95). Pure.
import { MAX_DOCUMENT_ATTEMPTS } from './document-step.ts';
import { apply } from '../session/machine.ts';
import { isAtStep } from '../session/state.ts';
import { type SessionRecord, withGroup, withStep } from '../session/session.ts';
import { startAttempt } from '../session/step-attempts.ts';

/**
 * The maximum number of times that a document may be shown again in each round of the review: each
 * time costs processor time and does not improve the verdict.
 */
const MAX_SHOWN = 3;

export const mayShowAgain = (record: SessionRecord): boolean =>
  isAtStep(record, 'review') && (record.steps.review?.shown ?? 0) < MAX_SHOWN;

/**
 * Opens one last attempt, which cannot end in a pass, whatever the automatic findings.
 * @param nonce the nonce of that attempt
 * @returns undefined when no review is offered, or the document cannot be shown again
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
