// What a visitor or a backend does to a session without evidence. Pure; every function returns the changed record, or
// undefined when the session is not where this is possible.
import { apply, isFaceCheck, noteFunnel } from './machine.ts';
import { isAtStep } from './state.ts';
import { areFaceRulesShown } from '../face/face-rules.ts';
import type { FaceRules } from '../face/face-terms.ts';
import { areFieldsShown } from '../document/document-fields.ts';
import type { DocumentField } from '../document/document-state.ts';
import { type SessionRecord, withGroup } from './session.ts';
import { startAttempt } from './step-attempts.ts';

/** More time is a right (WCAG 2.2.1), but a session must end. */
export const MAX_EXTENSIONS = 3;

/** What the page showed: a version of the privacy notice, absent for pages from before there were versions, and what its customer receives of a document. */
export interface ShownConsent {
  notice?: string;
  fields?: readonly DocumentField[];
  /** What its customer does with the face. */
  faces?: FaceRules;
}

/**
 * Consent to biometric processing, the person's own act. What was not shown was not agreed to.
 * @param nextNonce of the document attempt that follows where the movements are made already; random, 128 bits or more
 */
export function giveConsent(
  record: SessionRecord,
  { notice, fields, faces }: ShownConsent,
  nextNonce: string,
  nowMs: number,
): SessionRecord | undefined {
  if (!isAtStep(record, 'consent') || !areFieldsShown(record, fields)) return undefined;
  // Version and time go with a template: without them there is none.
  if (isFaceCheck(record) && notice === undefined) return undefined;
  if (!areFaceRulesShown(record, faces)) return undefined;
  const noted = noteFunnel(record, 'consent', nowMs, record, notice);
  const receives = fields !== undefined && fields.length > 0 && { fields };
  const agreed = notice && { notice, atMs: nowMs, ...receives, ...(faces && { faces }) };
  const next = apply(
    { ...noted, ...(agreed && { consent: agreed }) },
    { type: 'pass_step' },
    nowMs,
  );
  return next && startAttempt(next, nextNonce, nowMs);
}

/** The page has a picture from the camera; for analytics only. */
export const noteCamera = (record: SessionRecord, nowMs: number): SessionRecord | undefined =>
  record.state.status === 'in_progress' ? noteFunnel(record, 'camera', nowMs) : undefined;

/** The person cannot do what the check asks; the customer must offer another way. */
export const requestAssistance = (
  record: SessionRecord,
  nowMs: number,
): SessionRecord | undefined => apply(record, { type: 'fail' }, nowMs, 'assistance_needed');

/** @param byMs added to the session's end */
export function extendSession(record: SessionRecord, byMs: number): SessionRecord | undefined {
  const { expiresAtMs, extensions } = record.times;
  if (record.state.status !== 'in_progress' || extensions >= MAX_EXTENSIONS) return undefined;
  return withGroup(record, 'times', {
    expiresAtMs: expiresAtMs + byMs,
    extensions: extensions + 1,
  });
}

/** By the visitor. */
export const cancelSession = (record: SessionRecord, nowMs: number): SessionRecord | undefined =>
  apply(record, { type: 'cancel' }, nowMs);

/** By the customer's backend, which may also cancel before the link is opened. */
export const cancelAsTenant = (record: SessionRecord, nowMs: number): SessionRecord | undefined =>
  apply(record, { type: 'settle', outcome: 'canceled' }, nowMs);
