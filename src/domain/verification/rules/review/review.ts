// The review of a document check by a human (D-95): the offer to the visitor, the visitor's
// pictures, and the end of the session if there is no decision. Pure. review-decision.ts contains
// the reviewer's decisions.
import { angleOf } from '../../../../vision/face/challenge.ts';
import { LIFETIMES } from '../../../../config/config.ts';
import { FRAMES } from '../../../../vision/documents/document-check.ts';
import { HOUR_MS } from '../../../../time/durations.ts';
import type {
  MeasuredFace,
  MeasuredPicture,
  Measurement,
} from '../../../../vision/face/face-wire.ts';
import type { Evidence } from '../evidence/judge-pictures.ts';
import { noteArrived, noteGone } from '../evidence/picture-log.ts';
import type { CommittedName } from '../evidence/received-pictures.ts';
import { FRONTAL_DEGREES, isOnePerson, type KeptFace } from '../evidence/same-person.ts';
import { apply, retryStep } from '../session/machine.ts';
import { isAtStep } from '../session/state.ts';
import { type SessionRecord, withGroup } from '../session/session.ts';
import type { Review, ReviewReason } from './review-state.ts';
import { NO_DOCUMENT } from '../document/document-state.ts';
import { NO_MOVEMENTS } from '../liveness/liveness-state.ts';

/**
 * How long a reviewer has to decide, and how long a visitor has to respond to a reviewer's request.
 */
export const REVIEW_MS = 72 * HOUR_MS;
/**
 * How long a session waits for a decision before its reviewers are reminded: one day less than
 * REVIEW_MS.
 */
const REMINDER_MS = 48 * HOUR_MS;
const MAX_UPLOADS = 6;

/** The SHA-256 hashes, in base64url, of the pictures that a visitor sends for a review. */
export interface NamedReview {
  page: string;
  front?: string;
  face: string;
}

/** The hashes, with the face Worker's findings about the picture of the face. */
export type MeasuredReview = NamedReview & {
  measured: MeasuredPicture | undefined;
  models: Measurement['models'];
};

/**
 * @param record the record, with the check results to store
 * @returns undefined when no review is possible and the session must end instead
 */
export function offerReview(
  record: SessionRecord,
  reason: ReviewReason,
  nowMs: number,
): SessionRecord | undefined {
  if (record.offer.reviews === undefined) return undefined;
  const next = apply(record, { type: 'offer_review' }, nowMs);
  return next && withGroup(next, 'steps', { review: offered(record, reason) });
}

/**
 * Returns the review to offer. A document that is shown again for a reviewer belongs to the earlier
 * offer and does not begin a new round.
 */
function offered(record: SessionRecord, reason: ReviewReason): Review {
  const { review: known } = record.steps;
  if (known !== undefined && isShowing(record)) return { ...known, reason };
  const decisions = known?.decisions && { decisions: known.decisions };
  return { reason, round: (known?.round ?? 0) + 1, uploads: 0, ...decisions };
}

/** Declines the review on behalf of the visitor. */
export const declineReview = (record: SessionRecord, nowMs: number): SessionRecord | undefined =>
  isAtStep(record, 'review') ? failAsOffered(record, nowMs) : undefined;

/**
 * Ends the session when its time has run out without a decision.
 * @returns undefined when no review is open
 */
export function endUnreviewed(record: SessionRecord, nowMs: number): SessionRecord | undefined {
  const { status } = record.state;
  const isOpen = status === 'pending_tenant_review' || status === 'awaiting_retake';
  const isOffered = isAtStep(record, 'review') || isShowing(record);
  return isOpen || isOffered ? failAsOffered(record, nowMs) : undefined;
}

const failAsOffered = (record: SessionRecord, nowMs: number): SessionRecord | undefined =>
  apply(record, { type: 'fail' }, nowMs, record.steps.review?.reason);

/**
 * Whether the document is being shown again for a reviewer, in which case no automatic finding can
 * let the person pass.
 */
export const isShowing = ({ state, steps }: SessionRecord): boolean =>
  steps.review?.shown !== undefined && state.status === 'in_progress' && state.step !== 'review';

/**
 * Determines whether these pictures of the document were the last to be judged, were judged earlier
 * (another tab has since shown the document again), or were never judged.
 */
export function whenJudged(
  { received }: SessionRecord,
  { page, front }: NamedReview,
): 'last' | 'before' | 'never' {
  const shown = received.pictures?.received.filter(({ step }) => step === 'document') ?? [];
  const at = shown.findLastIndex(({ pictures }) => {
    const hashOf = (place: number) => pictures.find(({ t }) => t === FRAMES + place)?.hash;
    return hashOf(0) === page && hashOf(1) === front;
  });
  if (at === -1) return 'never';
  return at === shown.length - 1 ? 'last' : 'before';
}

/**
 * Accepts a visitor's request for a review, with the pictures for it.
 * @returns the unchanged session when a review has already been requested; undefined when no review
 *   is offered
 */
export function takeReview(
  record: SessionRecord,
  sent: NamedReview,
  nowMs: number,
): SessionRecord | undefined {
  const { review } = record.steps;
  if (record.state.status === 'pending_tenant_review') return record;
  if (review === undefined || !isAtStep(record, 'review')) return undefined;
  if (review.uploads >= MAX_UPLOADS) return failAsOffered(record, nowMs);
  const pictures = picturesOf(sent);
  const arrival = {
    step: 'review',
    nonce: nonceOf(review),
    pictures,
    count: pictures.length,
  } as const;
  const counted = withGroup(record, 'steps', {
    review: { ...review, uploads: review.uploads + 1 },
  });
  return noteArrived(counted, arrival, nowMs);
}

/** Records that the pictures sent for the review are no longer in memory. */
export function dropReview(
  record: SessionRecord,
  found: MeasuredReview | undefined,
  nowMs: number,
): SessionRecord {
  const { review } = record.steps;
  if (review === undefined) return record;
  const gone = { isMeasured: found !== undefined, models: found?.models ?? {} };
  return noteGone(record, { nonce: nonceOf(review) }, gone, nowMs);
}

/**
 * Requests a review and stores the pictures for it, if the picture of the face shows only the
 * person who performed the movements, looking straight ahead.
 * @param known evidence about the person who performed the movements
 * @returns undefined when the review is no longer offered
 */
export function requestReview(
  before: SessionRecord,
  known: Evidence | undefined,
  found: MeasuredReview,
  nowMs: number,
): SessionRecord | undefined {
  const record = dropReview(before, found, nowMs);
  const { review } = record.steps;
  if (record.state.status === 'pending_tenant_review') return record;
  if (review === undefined || !isAtStep(record, 'review')) return undefined;
  // Once the evidence about the movements has been deleted, the face cannot be compared.
  if (known === undefined || known.faces.length === 0) return failAsOffered(record, nowMs);
  if (!isShown(found.measured, known.faces)) return retryStep(record, 'face_unclear', nowMs);
  const untilMs = nowMs + REVIEW_MS;
  const hashes = picturesOf(found).map(({ hash }) => hash);
  const kept = [...record.received.kept, { hashes, sinceMs: nowMs, untilMs }];
  const { isReminded: _reminded, ...fresh } = review;
  const asked = withGroup(record, 'steps', { review: { ...fresh, requestedAtMs: nowMs } });
  const next = apply(withGroup(asked, 'received', { kept }), { type: 'request_review' }, nowMs);
  return next && withGroup(next, 'times', { expiresAtMs: untilMs });
}

/**
 * Whether the picture shows only the person who performed the movements, looking straight ahead.
 */
function isShown(measured: MeasuredPicture | undefined, known: readonly KeptFace[]): boolean {
  if (measured?.ok !== true || measured.face.faces !== 1) return false;
  const face = toKept(measured.face);
  return angleOf(face) < FRONTAL_DEGREES && isOnePerson([...known, face]);
}

const toKept = ({ pose: { yaw, pitch }, descriptor }: MeasuredFace): KeptFace => ({
  yaw,
  pitch,
  descriptor: Float32Array.from(descriptor),
});

/**
 * Lets the visitor's page continue after the reviewer has requested more pictures: the movements
 * and the document step are repeated, and all attempts are available again.
 */
export function resumeSession(before: SessionRecord, nowMs: number): SessionRecord | undefined {
  const { liveness: _moved, document: _read, faceMatch: _matched, ...checks } = before.checks;
  const { faceNeverSeen } = before.steps.liveness;
  const begun = withGroup({ ...before, checks }, 'steps', {
    liveness: { ...NO_MOVEMENTS, faceNeverSeen },
    document: NO_DOCUMENT,
  });
  const expiresAtMs = nowMs + LIFETIMES.sessionMs;
  const resumed = withGroup(begun, 'times', { expiresAtMs, extensions: 0 });
  return apply(resumed, { type: 'resume' }, nowMs);
}

/**
 * Returns when the reviewers are to be reminded; undefined when they have already been reminded, or
 * the session is not waiting for a review.
 */
export function reminderTimeMs({ state, steps }: SessionRecord): number | undefined {
  const { review } = steps;
  if (state.status !== 'pending_tenant_review' || review?.isReminded === true) return undefined;
  return review?.requestedAtMs === undefined ? undefined : review.requestedAtMs + REMINDER_MS;
}

/** @returns undefined when the reminder is not due yet */
export function remindReviewers(record: SessionRecord, nowMs: number): SessionRecord | undefined {
  const dueAtMs = reminderTimeMs(record);
  const { review } = record.steps;
  if (review === undefined || dueAtMs === undefined || nowMs < dueAtMs) return undefined;
  return withGroup(record, 'steps', { review: { ...review, isReminded: true } });
}

/** Returns the pictures in the order in which they are stored. */
const picturesOf = ({ page, front, face }: NamedReview): readonly CommittedName[] =>
  [page, ...(front === undefined ? [] : [front]), face].map((hash, t) => ({ t, hash }));

/** Returns the text that identifies the upload in the log of pictures. */
const nonceOf = ({ round }: Review): string => `review ${round}`;
