// Actions by which a visitor or a backend changes a session without sending evidence. Pure; every
// function returns the changed record, or undefined when the session's state does not allow the
// action.
import { agreedTo, areTermsShown, noteConsent, type ShownConsent } from './consent.ts';
import { apply, noteFunnel } from './machine.ts';
import { isAtStep } from './state.ts';
import { type SessionRecord, withGroup } from './session.ts';
import { startAttempt } from './step-attempts.ts';

/**
 * The maximum number of extensions: more time is a right (WCAG 2.2.1), but a session must end at
 * some point.
 */
export const MAX_EXTENSIONS = 3;

/**
 * Records the consent to biometric processing, which only the person can give. Terms that were not
 * displayed do not count as agreed to.
 * @param nextNonce the nonce of the document attempt that follows if the movements have already
 *   been made; random, 128 bits or more
 */
export function giveConsent(
  record: SessionRecord,
  shown: ShownConsent,
  nextNonce: string,
  nowMs: number,
): SessionRecord | undefined {
  if (!isAtStep(record, 'consent') || !areTermsShown(record, shown)) return undefined;
  const consent = agreedTo(record, shown, nowMs);
  const noted = noteConsent({ ...record, consent }, nowMs);
  const next = apply(noted, { type: 'pass_step' }, nowMs);
  return next && startAttempt(next, nextNonce, nowMs);
}

/** Records, for analytics only, that the page has a picture from the camera. */
export const noteCamera = (record: SessionRecord, nowMs: number): SessionRecord | undefined =>
  record.state.status === 'in_progress' ? noteFunnel(record, 'camera', nowMs) : undefined;

/**
 * Ends the session because the person cannot do what the check requires; the customer must offer an
 * alternative to the check.
 */
export const requestAssistance = (
  record: SessionRecord,
  nowMs: number,
): SessionRecord | undefined => apply(record, { type: 'fail' }, nowMs, 'assistance_needed');

/** @param byMs how long the session's expiry is postponed, in ms */
export function extendSession(record: SessionRecord, byMs: number): SessionRecord | undefined {
  const { expiresAtMs, extensions } = record.times;
  if (record.state.status !== 'in_progress' || extensions >= MAX_EXTENSIONS) return undefined;
  return withGroup(record, 'times', {
    expiresAtMs: expiresAtMs + byMs,
    extensions: extensions + 1,
  });
}

/** Cancels the session on behalf of the visitor. */
export const cancelSession = (record: SessionRecord, nowMs: number): SessionRecord | undefined =>
  apply(record, { type: 'cancel' }, nowMs);

/**
 * Cancels the session on behalf of the customer's backend, which is possible even before the link
 * is opened.
 */
export const cancelAsTenant = (record: SessionRecord, nowMs: number): SessionRecord | undefined =>
  apply(record, { type: 'settle', outcome: 'canceled' }, nowMs);
