// Parses the stored data of a session's object. Records used to be flat, with 66 members; because
// results are kept for days, old records are converted here, and no other code uses the flat form.
// Pure.
import type { CopySignal } from '../../../../vision/documents/document-check.ts';
import type { AgesOfPicture } from '../age/age-rule.ts';
import type { AgeStep, FrontalAttempt } from '../age/age-state.ts';
import type { SeenDocument } from '../document/document.ts';
import type { AnsweredDocument, DocumentAttempt } from '../document/document-state.ts';
import type { Reveal } from '../evidence/demand.ts';
import type { PictureLog } from '../evidence/received-pictures.ts';
import type { Handoff } from '../handoff/handoff-state.ts';
import type { Challenge } from '../liveness/liveness-state.ts';
import type { SessionOffer } from '../opening/offer.ts';
import type { Chain } from '../retake/chain.ts';
import type { KeptForReview, Review } from '../review/review-state.ts';
import { withConsentFirst } from './machine.ts';
import { parseReason, type SessionReason } from './reasons.ts';
import type { Received } from './received.ts';
import type { Ownership, Tombstone } from './result.ts';
import type { Secrets } from './secrets.ts';
import type { Current, NewSession, SessionRecord } from './session.ts';
import type { RiskBand, Signals } from './signals.ts';
import type { SessionVisitor } from './visitor.ts';

/** The flat form of a planned session. */
type FlatPlan = Pick<NewSession, 'test' | 'tenant' | 'request'> &
  Partial<Pick<NewSession, 'asked'>> &
  Partial<SessionOffer> &
  Pick<Chain, 'previous' | 'contested'> &
  Pick<Secrets, 'initHash' | 'resultHash' | 'openerHash'> &
  Pick<SessionVisitor, 'attempts'> &
  NewSession['times'];

/** The flat form of a whole record. */
export type FlatRecord = FlatPlan &
  Pick<Chain, 'successor'> &
  Pick<Secrets, 'browserHash' | 'opening'> &
  Pick<SessionVisitor, 'ipCountry' | 'seen'> &
  Pick<SessionRecord, 'id' | 'state' | 'checks' | 'consent' | 'funnel'> &
  Partial<Pick<Signals, 'light' | 'refusals' | 'deviceChange'>> &
  Partial<SessionRecord['notices']> & {
    extensions: number;
    completedAtMs?: number;
    reason?: string;
    handoff?: Omit<Handoff, 'phoneHash'>;
    phoneHash?: string;
    failures: { liveness: number; age: number; document?: number };
    challengesIssued: number;
    faceNeverSeen: boolean;
    challenge?: Challenge;
    ageStep?: FrontalAttempt;
    ageJudged?: boolean;
    ageCentres?: readonly number[];
    agesSeen?: readonly AgesOfPicture[];
    isSteppedUp?: boolean;
    provenMarginYears?: number;
    metThreshold?: number;
    byAccount?: boolean;
    documentStep?: DocumentAttempt;
    answeredDocument?: AnsweredDocument;
    hasDoubtfulPortrait?: boolean;
    document?: SeenDocument;
    copySignals?: readonly CopySignal[];
    risk?: RiskBand;
    review?: Review;
    keptPictures?: readonly KeptForReview[];
    pictureLog?: PictureLog;
    faceUntilMs?: number;
    reveal?: Reveal;
    problem?: Current['problem'];
    keptAtMs?: number;
    keptBy?: string;
  };

/**
 * A record written by any version of the service: its reason may be a text that this version does
 * not list.
 */
type KnownRecord = Omit<SessionRecord, 'end'> & {
  end?: Omit<NonNullable<SessionRecord['end']>, 'reason'> & { reason?: string };
};
export type StoredRecord = KnownRecord | FlatRecord;

/** @throws {TypeError} if the stored data is not a record */
export function parseRecord(stored: StoredRecord): SessionRecord {
  return withConsentFirst('steps' in stored ? withKnownReason(stored) : fromFlat(stored));
}

const withKnownReason = ({ end, ...record }: KnownRecord): SessionRecord =>
  end === undefined ? record : { ...record, end: { atMs: end.atMs, ...reasonOf(end.reason) } };

/** @returns the planned session of a retake */
export const parseNewSession = (stored: NewSession | FlatPlan): NewSession =>
  'offer' in stored ? stored : planOf(stored);

/**
 * Parses the stored remainder of an erased session. Its hashes, like the members of records, used
 * to be stored in a flat form.
 */
export const parseTombstone = (
  stored: Tombstone | (Omit<Tombstone, 'secrets'> & Ownership['secrets']),
): Tombstone => {
  if ('secrets' in stored) return stored;
  const { initHash, resultHash, ...rest } = stored;
  return { ...rest, secrets: { initHash, resultHash } };
};

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** @returns the members that are set */
const present = <T extends object>(members: T): Present<T> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Present<T>;

const reasonOf = (reason: string | undefined): { reason?: SessionReason } =>
  reason === undefined ? {} : { reason: parseReason(reason) };

function planOf(flat: FlatPlan): NewSession {
  const { test, tenant, request, previous, contested, initHash, resultHash, openerHash } = flat;
  const { mode, locale, theme, accept } = request;
  const { measured = 'device', serviceMarginYears = 0, documents, faces, reviews } = flat;
  const { createdAtMs, initExpiresAtMs, expiresAtMs } = flat;
  return {
    test,
    tenant,
    request,
    asked: flat.asked ?? present({ mode, locale, theme, accept }),
    offer: { measured, serviceMarginYears, ...present({ documents, faces, reviews }) },
    chain: present({ previous, contested }),
    secrets: { initHash, resultHash, ...present({ openerHash }) },
    visitor: present({ attempts: flat.attempts }),
    times: { createdAtMs, initExpiresAtMs, expiresAtMs },
  };
}

function fromFlat(flat: FlatRecord): SessionRecord {
  const { offer, asked, test, tenant, request, ...plan } = planOf(flat);
  const { id, state, checks, funnel, successor, browserHash, opening, ipCountry, seen } = flat;
  const { handoff, phoneHash, consent, review, extensions, version = 0, told, toldBefore } = flat;
  const { keptBy, keptAtMs: atMs, completedAtMs, reason } = flat;
  const kept = keptBy === undefined || atMs === undefined ? undefined : { by: keptBy, atMs };
  return {
    id,
    test,
    tenant,
    request,
    asked,
    offer,
    chain: { ...plan.chain, ...present({ successor }) },
    secrets: { ...plan.secrets, ...present({ browserHash, opening }) },
    visitor: { ...plan.visitor, ...present({ ipCountry, seen, kept }) },
    ...present({ consent, handoff: handoff && { ...handoff, ...present({ phoneHash }) } }),
    state,
    current: currentOf(flat),
    steps: { ...stepsOf(flat), ...present({ review }) },
    checks,
    signals: signalsOf(flat),
    received: receivedOf(flat),
    funnel,
    times: { ...plan.times, extensions },
    ...(completedAtMs !== undefined && { end: { atMs: completedAtMs, ...reasonOf(reason) } }),
    notices: { version, ...present({ told, toldBefore }) },
  };
}

const currentOf = ({ challenge, ageStep, documentStep, reveal, problem }: FlatRecord): Current =>
  present({ challenge, frontal: ageStep, document: documentStep, reveal, problem });

function stepsOf(flat: FlatRecord): SessionRecord['steps'] {
  const { failures, challengesIssued, faceNeverSeen } = flat;
  const { answeredDocument: answered, hasDoubtfulPortrait = false } = flat;
  return {
    liveness: { failures: failures.liveness, challengesIssued, faceNeverSeen },
    age: ageOf(flat),
    document: {
      failures: failures.document ?? 0,
      hasDoubtfulPortrait,
      ...present({ answered }),
    },
  };
}

/**
 * The flat form does not always contain `ageJudged`. If it is absent, a finished age attempt shows
 * that the age was judged.
 */
function ageOf(flat: FlatRecord): AgeStep {
  const { ageCentres, agesSeen, checks, failures, metThreshold, provenMarginYears } = flat;
  const shown = agesSeen ?? ageCentres?.map((ageNet) => ({ ageNet }));
  return {
    failures: failures.age,
    isJudged: flat.ageJudged ?? (checks.age !== undefined || failures.age > 0),
    ...present({ shown, metThreshold, provenMarginYears }),
    ...(flat.isSteppedUp === true && { isSteppedUp: true }),
    ...(flat.byAccount === true && { byAccount: true }),
  };
}

const signalsOf = ({
  risk: camera,
  light,
  refusals = [],
  copySignals: copies = [],
  deviceChange,
}: FlatRecord): Signals => ({ refusals, copies, ...present({ camera, light, deviceChange }) });

const receivedOf = ({
  pictureLog: pictures,
  keptPictures: kept = [],
  document,
  faceUntilMs,
}: FlatRecord): Received => ({ kept, ...present({ pictures, document, faceUntilMs }) });
