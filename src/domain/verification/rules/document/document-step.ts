// The document step (D-91): uploads for an attempt, and how the Workers' findings affect a session.
// Pure. document.ts judges the content of the document's code, front.ts judges the position of the
// portrait, and portrait-match.ts decides whether it shows the person who performed the movements.
import { SHIPPED_FACE_LIMITS, type MatchLimits } from '../../../../config/face-limits.ts';
import type { CopySignal } from '../../../../vision/documents/document-check.ts';
import type { Take } from '../../../../vision/documents/take-check.ts';
import type { MeasuredPortrait, Measurement } from '../../../../vision/face/face-wire.ts';
import type { DocumentVerdict } from './document.ts';
import { type FrontFinding, judgeFront } from './front.ts';
import type { RandomBelow } from '../evidence/choose.ts';
import type { Evidence } from '../evidence/judge-pictures.ts';
import { MEASURING_MS, noteArrived, noteGone } from '../evidence/picture-log.ts';
import type { CommittedName } from '../evidence/received-pictures.ts';
import { apply, failStep, noteFunnel, retryStep } from '../session/machine.ts';
import type { VerdictReason } from '../session/reasons.ts';
import { isAtStep } from '../session/state.ts';
import { judgePortrait } from './portrait-match.ts';
import { commitTake, judgeTake, type TakeFinding } from './take.ts';
import { isShowing, offerReview } from '../review/review.ts';
import type { ReviewReason } from '../review/review-state.ts';
import type { DocumentProblem, AnsweredDocument } from './document-state.ts';
import { isStrict, type SessionRecord, withGroup, withStep } from '../session/session.ts';
import { repeatLiveness, startAttempt } from '../session/step-attempts.ts';

export const MAX_DOCUMENT_ATTEMPTS = 3;
/** The maximum number of uploads per attempt, because each upload costs processor time. */
const MAX_UPLOADS = 4;

/** An upload that is answered with an error. */
export interface PostponedDocument extends AnsweredDocument {
  /** The models that read the upload before the error, for the receipt. */
  models?: Measurement['models'];
}

export interface ArrivedDocument extends AnsweredDocument {
  /** The parts of the upload, in the order they were sent. */
  pictures: readonly CommittedName[];
  /** The times of the small pictures among the parts. */
  takeTimes: readonly number[];
}

/** The take that a page commits to. */
export interface OfferedTake {
  /** The nonce of the attempt. */
  nonce: string;
  take: Take;
  /** The hash of the whole take. */
  name: string;
}

/** The findings of the Workers, without any name, number or date. */
export interface DocumentFindings extends AnsweredDocument {
  verdict: DocumentVerdict;
  /**
   * The portrait as measured; absent when the document did not pass, or when one of its pictures is
   * a picture of the person.
   */
  portrait?: MeasuredPortrait;
  /**
   * The installation's match limits, which an operator may have changed; absent if no portrait is
   * compared.
   */
  portraitLimits?: MatchLimits;
  /**
   * The findings about the portrait's surroundings; absent when the document did not pass or its
   * portrait could not be measured.
   */
  front?: FrontFinding;
  /**
   * The findings about the take; absent when the document did not pass, or when no take was sent.
   */
  take?: TakeFinding;
  signals: readonly CopySignal[];
  /**
   * The models that read the code and, if a portrait was searched for, the models that measured it.
   */
  models: Measurement['models'];
}

/**
 * Whether the document must be shown to the camera in one take. Otherwise, a missing take only
 * raises the risk band.
 */
export const isTakeRequired = (record: SessionRecord): boolean => isStrict(record);

/**
 * Whether the upload has already been answered: a page that lost the response sends the same bytes
 * again.
 */
const isAnswered = ({ steps }: SessionRecord, sent: AnsweredDocument): boolean => {
  const { answered } = steps.document;
  return answered?.nonce === sent.nonce && answered.hash === sent.hash;
};

/** Whether this upload is currently being read. */
export const isTaken = ({ current }: SessionRecord, sent: AnsweredDocument): boolean =>
  current.document?.nonce === sent.nonce && current.document.taken?.hash === sent.hash;

/**
 * Accepts one commitment to a take per attempt, because a page that could commit twice could
 * influence which small pictures are chosen.
 * @returns the session, with the small pictures chosen at random; undefined when the attempt with
 *   this nonce is not open, has a different take, or has already received its pictures
 */
export function commitDocument(
  record: SessionRecord,
  { nonce, take, name }: OfferedTake,
  randomBelow: RandomBelow,
  nowMs: number,
): SessionRecord | undefined {
  const { document: open, reveal } = record.current;
  if (!isAtStep(record, 'document') || reveal !== undefined || open?.nonce !== nonce)
    return undefined;
  if (open.take !== undefined) return open.take.name === name ? record : undefined;
  if (open.uploads > 0) return undefined;
  const openMs = open.sinceMs === undefined ? 0 : nowMs - open.sinceMs;
  const committed = commitTake({ ...take, openMs }, name, randomBelow);
  return withGroup(record, 'current', { document: { ...open, take: committed } });
}

/**
 * @param nextNonce the nonce of the next attempt, if this attempt is used up
 * @returns the unchanged session when the upload has already been answered; undefined when the
 *   upload's attempt is not open, a different upload is being read, or pictures of the movements
 *   are due first
 */
export function takeDocument(
  record: SessionRecord,
  sent: ArrivedDocument,
  nextNonce: string,
  nowMs: number,
): SessionRecord | undefined {
  if (isAnswered(record, sent)) return record;
  const { document: open, reveal } = record.current;
  if (!isAtStep(record, 'document') || reveal !== undefined || open?.nonce !== sent.nonce)
    return undefined;
  if (open.taken && open.taken.hash !== sent.hash && nowMs < open.taken.untilMs) return undefined;
  if (open.uploads >= MAX_UPLOADS) return failDocument(record, UNREAD, nextNonce, nowMs);
  const { nonce, hash, pictures } = sent;
  const taken = { hash, untilMs: nowMs + MEASURING_MS };
  const arrival = { step: 'document', nonce, pictures, count: pictures.length } as const;
  const begun = open.uploads === 0 ? noteFunnel(record, 'document', nowMs) : record;
  const document = { ...open, taken, uploads: open.uploads + 1 };
  return noteArrived(withGroup(begun, 'current', { document }), arrival, nowMs);
}

/**
 * Postpones an upload that is unreadable, or that cannot be read now through no fault of the
 * visitor. This does not count as an attempt.
 */
export function postponeDocument(
  before: SessionRecord,
  sent: PostponedDocument,
  nowMs: number,
): SessionRecord {
  const { models } = sent;
  const gone = { isMeasured: models !== undefined, ...(models && { models }) };
  const record = noteGone(before, sent, gone, nowMs);
  const { document: open } = record.current;
  if (open === undefined || !isTaken(record, sent)) return record;
  const { taken: _gone, ...waiting } = open;
  const document = { ...waiting, uploads: open.uploads - 1 };
  return withGroup(record, 'current', { document });
}

/**
 * @param known facts about the person who performed the movements
 * @returns the unchanged session when the same upload has already been answered; undefined when the
 *   session is no longer waiting for it
 */
export function concludeDocument(
  before: SessionRecord,
  known: Evidence | undefined,
  found: DocumentFindings,
  nextNonce: string,
  nowMs: number,
): SessionRecord | undefined {
  const { models } = found;
  const record = noteGone(before, found, { isMeasured: true, models }, nowMs);
  if (isAnswered(record, found)) return record;
  if (!isTaken(record, found)) return undefined;
  // The face measured during the movements has been deleted, so the person must repeat them. This
  // does not count as an attempt.
  if (known === undefined || known.faces.length === 0) return forgetMovements(record, nowMs);
  const { verdict, signals, nonce, hash } = found;
  const answered = withStep(record, 'document', { answered: { nonce, hash } });
  const noted = withSignals(withSeen(answered, verdict), signals);
  if (!verdict.passed) return refuseDocument(noted, verdict, nextNonce, nowMs);
  const fault = faultOfFront(record, known.faces, found);
  if (fault !== undefined) return failDocument(noted, fault, nextNonce, nowMs);
  const ruling = judgeTake(record.current.document?.take, found.take);
  if (ruling === 'refuted' || (ruling === 'lacking' && isTakeRequired(record)))
    return failDocument(noted, NOT_LIVE, nextNonce, nowMs);
  const taken = withGroup(noted, 'signals', { lacksTake: ruling === 'lacking' });
  return comparePortrait(taken, known.faces, found, nextNonce, nowMs);
}

/**
 * @returns why the side with the portrait does not count; undefined when it shows a document's
 *   portrait
 */
function faultOfFront(
  { request }: SessionRecord,
  live: Evidence['faces'],
  { portrait, front }: DocumentFindings,
): Failure | undefined {
  if (front?.isOwnPicture === true) return NOT_A_DOCUMENT;
  if (portrait?.ok !== true) return NO_PORTRAIT;
  const level = request.accept?.livenessLevel;
  switch (front === undefined ? 'unclear' : judgeFront(live, portrait, front, level)) {
    case 'document':
      return undefined;
    case 'not_a_document':
      return NOT_A_DOCUMENT;
    case 'unclear':
      return FRONT_UNCLEAR;
    case 'unread':
      return FRONT_UNREAD;
  }
}

function comparePortrait(
  noted: SessionRecord,
  live: Evidence['faces'],
  { verdict, portrait, portraitLimits = SHIPPED_FACE_LIMITS.portrait }: DocumentFindings,
  nextNonce: string,
  nowMs: number,
): SessionRecord | undefined {
  if (portrait === undefined || !verdict.passed) return undefined;
  const match = judgePortrait(live, portrait, portraitLimits);
  if (match === 'same' && isShowing(noted)) return leaveToHuman(noted, nowMs);
  switch (match) {
    case 'same':
      return passDocument(noted, verdict, nowMs);
    case 'other':
      return endDocument(noted, DOUBTFUL, nowMs);
    case 'unclear':
      return noted.steps.document.hasDoubtfulPortrait
        ? endDocument(noted, DOUBTFUL, nowMs)
        : failDocument(
            withStep(noted, 'document', { hasDoubtfulPortrait: true }),
            DOUBTFUL,
            nextNonce,
            nowMs,
          );
    case 'no_face':
      return failDocument(noted, NO_PORTRAIT, nextNonce, nowMs);
  }
}

/** Stores the facts from this reading, replacing those from earlier readings. */
function withSeen(record: SessionRecord, verdict: DocumentVerdict): SessionRecord {
  const { document: _before, ...received } = record.received;
  const seen = verdict.passed ? verdict : verdict.seen;
  if (seen === undefined) return { ...record, received };
  const { type, country } = seen;
  const document = { type, ...(country !== undefined && { country }) };
  return { ...record, received: { ...received, document } };
}

const withSignals = (record: SessionRecord, found: readonly CopySignal[]): SessionRecord =>
  withGroup(record, 'signals', { copies: [...new Set([...record.signals.copies, ...found])] });

function forgetMovements(record: SessionRecord, nowMs: number): SessionRecord | undefined {
  const { liveness: _lost, ...checks } = record.checks;
  return repeatLiveness({ ...record, checks }, 'not_accepted', nowMs);
}

/** Why an attempt failed, and how the session ends if this was the last attempt. */
interface Failure {
  problem: DocumentProblem;
  reason: Extract<
    VerdictReason,
    | 'document_rejected'
    | 'document_expired'
    | 'dob_unreadable'
    | 'face_mismatch'
    | 'front_not_a_document'
    | 'front_unclear'
  >;
}

const UNREAD: Failure = { problem: 'document_unclear', reason: 'document_rejected' };
const NO_PORTRAIT: Failure = { problem: 'portrait_unclear', reason: 'document_rejected' };
const NOT_A_DOCUMENT: Failure = {
  problem: 'front_not_a_document',
  reason: 'front_not_a_document',
};
const NOT_LIVE: Failure = { problem: 'document_not_live', reason: 'document_rejected' };
const FRONT_UNCLEAR: Failure = { problem: 'front_unclear', reason: 'front_unclear' };
/** The picture neither proves nor disproves that the portrait and the code belong together. */
const FRONT_UNREAD: Failure = { problem: 'front_unread', reason: 'front_unclear' };
const DOUBTFUL: Failure = { problem: 'portrait_differs', reason: 'face_mismatch' };

/** The problem to report for each reason why a document that was read did not pass. */
const PROBLEMS_OF_SEEN = {
  document_rejected: 'document_not_accepted',
  document_expired: 'document_expired',
  dob_unreadable: 'document_birth_date',
} as const;

function refuseDocument(
  record: SessionRecord,
  { reason, seen }: Extract<DocumentVerdict, { passed: false }>,
  nextNonce: string,
  nowMs: number,
): SessionRecord | undefined {
  if (reason === 'age_below_threshold') {
    const read = withGroup(record, 'checks', { document: true });
    return failStep(withStep(read, 'age', { isJudged: true }), 'age', reason, nowMs);
  }
  const problem = seen === undefined ? 'document_unclear' : PROBLEMS_OF_SEEN[reason];
  return failDocument(record, { problem, reason }, nextNonce, nowMs);
}

/** Begins another attempt, or ends the session if this was the last attempt. */
function failDocument(
  record: SessionRecord,
  { problem, reason }: Failure,
  nextNonce: string,
  nowMs: number,
): SessionRecord | undefined {
  const failures = record.steps.document.failures + 1;
  const failed = withStep(record, 'document', { failures });
  if (failures >= MAX_DOCUMENT_ATTEMPTS) return endDocument(failed, { problem, reason }, nowMs);
  const next = retryStep(failed, problem, nowMs);
  return next && startAttempt(next, nextNonce, nowMs);
}

/**
 * Fails the open attempt because the session moves to another device before the pictures have been
 * judged. The empty nonce is never used, because that device begins a new attempt.
 */
export const leaveDocument = (record: SessionRecord, nowMs: number): SessionRecord | undefined =>
  failDocument(record, NOT_LIVE, '', nowMs);

/**
 * Ends the session, or first offers the visitor a review if a human might decide differently
 * (D-95).
 */
function endDocument(
  record: SessionRecord,
  { problem, reason }: Failure,
  nowMs: number,
): SessionRecord | undefined {
  const isRead = reason === 'face_mismatch';
  const checks = isRead ? { document: true, faceMatch: false } : { document: false };
  const judged = withGroup(record, 'checks', checks);
  const doubt = doubtOf({ problem, reason });
  const offered = doubt && offerReview(judged, doubt, nowMs);
  return offered ?? apply(judged, { type: 'fail' }, nowMs, reason);
}

/**
 * Offers the review again, for the same reason as before. A visitor who photographs the document
 * again because a reload lost the pictures does not use up an attempt, so the earlier finding is
 * kept.
 */
const leaveToHuman = (record: SessionRecord, nowMs: number): SessionRecord | undefined =>
  record.steps.review && offerReview(record, record.steps.review.reason, nowMs);

/**
 * @returns the reason for a review; undefined when a human could not decide differently, for
 *   example because the document has expired or its kind is not accepted
 */
function doubtOf({ problem, reason }: Failure): ReviewReason | undefined {
  if (reason === 'face_mismatch') return reason;
  // A human can immediately see whether a picture shows a card.
  if (reason === 'front_not_a_document' || reason === 'front_unclear') return reason;
  return reason === 'document_rejected' && problem !== 'document_not_accepted' ? reason : undefined;
}

function passDocument(
  record: SessionRecord,
  { metThreshold, nextBracketYear }: { metThreshold?: number; nextBracketYear?: number },
  nowMs: number,
): SessionRecord | undefined {
  const { gate, thresholds } = record.request;
  const isAged = gate !== undefined || thresholds !== undefined;
  const checks = { document: true, faceMatch: true, ...(isAged && { age: true }) };
  const met = metThreshold === undefined ? record : withStep(record, 'age', { metThreshold });
  // Only an account may store the year, and accounts store no age from tests or from sessions
  // without an age check.
  const isKept = nextBracketYear !== undefined && isAged && !record.test;
  const known = isKept ? withGroup(met, 'visitor', { nextBracketYear }) : met;
  return apply(withGroup(known, 'checks', checks), { type: 'pass_step' }, nowMs);
}
