// A human decides what a document check could not (D-95): what the visitor is offered, what they send, and how it ends when
// nobody looks. Pure. What the human may decide is review-decision.ts.
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

/** Until when a human may look, and until when a visitor may answer one. */
export const REVIEW_MS = 72 * HOUR_MS;
/** From when on a review has still a day. */
const REMINDER_MS = 48 * HOUR_MS;
const MAX_UPLOADS = 6;

/** SHA-256 of what a visitor sends, base64url. */
export interface NamedReview {
  page: string;
  front?: string;
  face: string;
}

/** What the face Worker found in the picture of the face. */
export type MeasuredReview = NamedReview & {
  measured: MeasuredPicture | undefined;
  models: Measurement['models'];
};

/**
 * @param record with the checks as they would stay
 * @returns undefined where no human is to be asked: then it ends
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

/** A document that is taken again belongs to the offer that was made before. */
function offered(record: SessionRecord, reason: ReviewReason): Review {
  const { review: known } = record.steps;
  if (known !== undefined && isShowing(record)) return { ...known, reason };
  const decisions = known?.decisions && { decisions: known.decisions };
  return { reason, round: (known?.round ?? 0) + 1, uploads: 0, ...decisions };
}

/** By the visitor, who leaves it at that. */
export const declineReview = (record: SessionRecord, nowMs: number): SessionRecord | undefined =>
  isAtStep(record, 'review') ? failAsOffered(record, nowMs) : undefined;

/** Time is over before anybody has said anything. @returns undefined when nothing was offered, or it was answered */
export function endUnreviewed(record: SessionRecord, nowMs: number): SessionRecord | undefined {
  const { status } = record.state;
  const isOpen = status === 'pending_tenant_review' || status === 'awaiting_retake';
  const isOffered = isAtStep(record, 'review') || isShowing(record);
  return isOpen || isOffered ? failAsOffered(record, nowMs) : undefined;
}

const failAsOffered = (record: SessionRecord, nowMs: number): SessionRecord | undefined =>
  apply(record, { type: 'fail' }, nowMs, record.steps.review?.reason);

/** Whether the document is being taken again, for a human to see: what a machine finds then lets nobody pass. */
export const isShowing = ({ state, steps }: SessionRecord): boolean =>
  steps.review?.shown !== undefined && state.status === 'in_progress' && state.step !== 'review';

/**
 * Which pictures of the document these are: those that were judged last, those of a time before (another tab has shown the document
 * again since then), or others.
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
 * A visitor asks for a human, and has sent pictures for one.
 * @returns as it is when a human was asked already; undefined when nothing is offered
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

/** The pictures are in memory no more. */
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
 * The face must be that of the movements, looking ahead: then a human is asked, and the pictures are kept for them.
 * @param known of the person who did the movements
 * @returns undefined when nothing is offered any more
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
  // The person of the movements is not known any more.
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

/** Once somebody is alone in the picture, and looks ahead. */
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

/** The visitor's page resumes after a human wanted to see more: movements and document, with all attempts. */
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

/** When its reviewers are to be reminded; undefined: not any more, or nobody is awaited. */
export function reminderTimeMs({ state, steps }: SessionRecord): number | undefined {
  const { review } = steps;
  if (state.status !== 'pending_tenant_review' || review?.isReminded === true) return undefined;
  return review?.requestedAtMs === undefined ? undefined : review.requestedAtMs + REMINDER_MS;
}

/** @returns undefined when it is not time */
export function remindReviewers(record: SessionRecord, nowMs: number): SessionRecord | undefined {
  const dueAtMs = reminderTimeMs(record);
  const { review } = record.steps;
  if (review === undefined || dueAtMs === undefined || nowMs < dueAtMs) return undefined;
  return withGroup(record, 'steps', { review: { ...review, isReminded: true } });
}

/** In the order in which they are kept. */
const picturesOf = ({ page, front, face }: NamedReview): readonly CommittedName[] =>
  [page, ...(front === undefined ? [] : [front]), face].map((hash, t) => ({ t, hash }));

/** Names the upload in the log of pictures. */
const nonceOf = ({ round }: Review): string => `review ${round}`;
