// One verification as data: how it begins, ends with time and is erased. Pure. What changes it is machine.ts and a file
// per step; objects/session/verification-session.ts stores it.
import type { DocumentType } from '../../../../vision/documents/document-facts.ts';
import type { CopySignal } from '../../../../vision/documents/document-check.ts';
import { DAY_MS } from '../../../../time/durations.ts';
import type { Action } from '../../../../vision/face/challenge.ts';
import type { ScreenColour } from '../../../../vision/face/screen-colours.ts';
import type { AgesOfPicture } from '../age/age-rule.ts';
import type { ScreenLight } from '../evidence/light-outcome.ts';
import type { PictureLog } from '../evidence/picture-log.ts';
import { refuseLate, type Refusal, type Reveal } from '../evidence/reveal.ts';
import type { Measured } from '../../../terms/age-proof.ts';
import type { AttemptLimit } from './attempts.ts';
import type { Accept, SessionAccept } from '../opening/accept.ts';
import type { FaceCheck } from '../face/face-check.ts';
import type { FaceRules } from '../face/face-rules.ts';
import type { SeenVisitor } from './fall-through.ts';
import type { FunnelEvent } from './funnel.ts';
import type { SeenDocument } from '../document/document.ts';
import type { DocumentField } from '../document/document-fields.ts';
import type { AnsweredDocument, DocumentStep } from '../document/document-step.ts';
import { apply, isFinal, type State } from './machine.ts';
import type { DeviceChange, Handoff } from '../handoff/handoff.ts';
import type { LivenessProblem } from '../liveness/liveness.ts';
import type { SessionReason } from './reasons.ts';
import type { Predecessor, Successor } from '../retake/retake.ts';
import {
  endUnreviewed,
  type KeptPictures,
  type Review,
  type ReviewRules,
} from '../review/review.ts';
import type { RiskBand } from './risk.ts';

/** `face_check` is the service's own: init takes no such request (face-check.ts). */
type Purpose = 'age_verification' | 'id_verification' | 'face_check';
type VerificationMode = 'auto' | 'document' | 'facial';
export type LivenessDifficulty = 'easy' | 'medium' | 'hard';
export type Theme = 'light' | 'dark' | 'system';
/** Of a document step. */
export type DocumentProblem =
  | 'document_unclear'
  | 'document_not_accepted'
  | 'portrait_unclear'
  | 'portrait_differs';
export type Problem = LivenessProblem | 'age_unclear' | DocumentProblem | 'face_unclear';

/** What the customer's backend asked for, validated. */
export interface SessionRequest {
  callbackUrl: string;
  successUrl?: string;
  failedUrl?: string;
  gate?: number;
  /** Instead of one gate, for an account's own check: the highest of these that is met is recorded. Ascending. */
  thresholds?: readonly number[];
  purpose: Purpose;
  /** Of a `face_check`. */
  face?: FaceCheck;
  mode: VerificationMode;
  difficulty: LivenessDifficulty;
  userId?: string;
  metadata?: string;
  theme: Theme;
  /** A supported language; without one the visitor’s browser decides. */
  locale?: string;
  /** Absent: nothing but the session's own check. */
  accept?: SessionAccept;
}

/** What the request itself said of what settings decide too: a retake asks for it again. */
type AskedRequest = Pick<SessionRequest, 'mode' | 'locale'> & { theme?: Theme; accept?: Accept };

/** What only the privacy notice says; absent: as published, null: nothing. */
interface Preview {
  privacyUrl?: string | null;
}

/** The tenant as it was when the session began; later changes do not touch running sessions. */
interface TenantSnapshot {
  id: string;
  name: string;
  color?: string;
  /** SHA-256 of the `data:` URL, hex: its address is made of it (routes/hosted/logo.ts). */
  logoHash?: string;
  /** The `data:` URL itself: of a logo that is only tried (D-115), and in sessions from before. */
  logo?: string;
  /** Where a person goes who cannot do what the check asks. */
  alternativeUrl?: string;
  /** Where a person turns who contests: mail or https address. */
  contact?: string;
  /** Named to visitors as the controller instead of `name`. */
  controllerName?: string;
  /** A member tries texts that nobody has published (D-123): the page says so. */
  preview?: Preview;
  /** Origins whose pages may show the session in a frame. */
  embedOrigins?: string[];
  ageMarginYears: number;
  retentionDays: number;
  /** Operators let no age of its checks be kept (D-75). */
  agesDistrusted?: true;
  /** It is counted where visitors leave (D-124). */
  countsLeaving?: true;
}

export interface Challenge {
  id: string;
  /** That pictures are committed to with, where they are measured at the edge. */
  nonce?: string;
  actions: Action[];
  /** The order in which the screen is to show colours, where the check is measured at the edge. */
  light?: ScreenColour[];
  issuedAtMs: number;
  lifetimeMs: number;
}

/** What a session that can ask for a document takes (D-91). */
export interface DocumentRules {
  allowed: readonly DocumentType[];
  /** Whether an age that stays inconclusive asks for one. */
  stepUp: boolean;
  /** What of it the customer receives (D-96), and the sealed key for hashes of its number. */
  fields?: readonly DocumentField[];
  numberKey?: string;
}

export interface SessionRecord {
  id: string;
  test: boolean;
  /** Where face and age are measured (D-80); absent in sessions from before: on the device. */
  measured?: Measured;
  /** Absent: there was no Worker to read a document, or the session takes none. */
  documents?: DocumentRules;
  /** Absent: faces are for the check alone (D-100). */
  faces?: FaceRules;
  /** Its customer blocks the face: known while a change is decided, and gone with it. */
  isBlocked?: boolean;
  /** Until when the face is kept, or was. */
  faceUntilMs?: number;
  /** Absent: what a document check decides is the end (D-95). */
  reviews?: ReviewRules;
  tenant: TenantSnapshot;
  request: SessionRequest;
  /** Only where its customer counts (D-124), and not in tests. */
  seen?: SeenVisitor;
  /** Absent in sessions from before it was kept. */
  asked?: AskedRequest;
  /** Absent: failed checks of this person are not counted. */
  attempts?: AttemptLimit;
  /** The session whose place this one took, and the one that took this one's. */
  previous?: Predecessor;
  successor?: Successor;
  /** Its visitor, or the one of a session before it in its chain, asked for a document in place of an estimate (D-93). */
  contested?: true;
  /** SHA-256 of the secrets in the link, in the result token and in the browser's cookie. */
  initHash: string;
  resultHash: string;
  browserHash?: string;
  /** Of a browser’s secret: the link opens there and nowhere else. */
  openerHash?: string;
  /** The attempt that opened the link, for as long as its answer may have been lost on the way. */
  opening?: { hash: string; untilMs: number };
  /** A phone that the session was handed to, while it is there. */
  phoneHash?: string;
  handoff?: Handoff;
  /** Once a phone has taken over. */
  deviceChange?: DeviceChange;
  state: State;
  /** The service's own age margin when the session began: what passes with it may be kept in an account (D-56). */
  serviceMarginYears?: number;
  /** The largest margin that the estimate passed with; without it, the tenant's. */
  provenMarginYears?: number;
  /** The age was compared with the gate at least once, however that ended. Absent in sessions from before it was noted. */
  ageJudged?: boolean;
  /** Failed attempts, and challenges issued (an unanswered one must not be free). */
  failures: { liveness: number; age: number; document?: number };
  challengesIssued: number;
  /** Every failed liveness attempt so far lacked a face. */
  faceNeverSeen: boolean;
  challenge?: Challenge;
  ageStep?: { nonce: string; startedAtMs: number };
  /** The age stayed inconclusive: a document decides instead. */
  isSteppedUp?: boolean;
  documentStep?: DocumentStep;
  /** The attempt before, whose answer may have been lost on the way. */
  answeredDocument?: AnsweredDocument;
  /** A portrait was between the limits once. */
  hasDoubtfulPortrait?: boolean;
  /** What was read last. */
  document?: SeenDocument;
  copySignals?: readonly CopySignal[];
  /** A human was offered to decide. */
  review?: Review;
  /** What was kept for that human, and for how long; for the receipt. */
  keptPictures?: readonly KeptPictures[];
  /** The median of each age attempt that decided nothing, in years: judged with the next one, gone at the end. */
  ageCentres?: readonly number[];
  /** The same at the edge: what each picture of such an attempt showed. */
  agesSeen?: readonly AgesOfPicture[];
  /** Pictures that the session has asked for and not seen yet. */
  reveal?: Reveal;
  /** What was received of the person, by hashes and times; for the receipt. */
  pictureLog?: PictureLog;
  /** What the light of the screen has shown so far. */
  light?: ScreenLight;
  /** Why revealed pictures did not count so far. */
  refusals?: readonly Refusal[];
  problem?: Problem;
  checks: { liveness?: boolean; age?: boolean; document?: boolean; faceMatch?: boolean };
  /** Of the request's thresholds. */
  metThreshold?: number;
  /** What the person agreed to, of which version of the privacy notice. */
  consent?: {
    notice: string;
    atMs: number;
    fields?: readonly DocumentField[];
    faces?: FaceRules;
  };
  /** Passed by a bracket that the person's account had from an earlier check. */
  byAccount?: boolean;
  /** When the person kept the result in an account, and in which: a hash that names it in this session alone. */
  keptAtMs?: number;
  keptBy?: string;
  reason?: SessionReason;
  risk?: RiskBand;
  funnel: FunnelEvent[];
  ipCountry?: string;
  createdAtMs: number;
  initExpiresAtMs: number;
  expiresAtMs: number;
  /** How often the person asked for more time. */
  extensions: number;
  completedAtMs?: number;
  /** Number of the last event that was sent; of the last one that its customer gets, and of the one before that. */
  version: number;
  told?: number;
  toldBefore?: number;
}

/** What createSession decides; the rest of a record begins empty. */
export type NewSession = Pick<
  SessionRecord,
  | 'test'
  | 'measured'
  | 'documents'
  | 'faces'
  | 'reviews'
  | 'tenant'
  | 'request'
  | 'asked'
  | 'attempts'
  | 'previous'
  | 'contested'
  | 'initHash'
  | 'resultHash'
  | 'openerHash'
  | 'createdAtMs'
  | 'initExpiresAtMs'
  | 'expiresAtMs'
  | 'serviceMarginYears'
>;

/** @param id 64 hex digits, of the session's object */
export const newRecord = (id: string, session: NewSession): SessionRecord => ({
  ...session,
  id,
  state: { status: 'pending' },
  ageJudged: false,
  failures: { liveness: 0, age: 0 },
  challengesIssued: 0,
  faceNeverSeen: true,
  checks: {},
  funnel: [],
  extensions: 0,
  version: 0,
});

/** The record as of `nowMs`: overdue pictures have failed their attempt, and an unfinished session past its end is expired, or failed as it would have without a review (D-95). */
export function atTime(record: SessionRecord, nowMs: number): SessionRecord {
  if (isFinal(record.state)) return record;
  const inTime = refuseLate(record, Math.min(nowMs, record.expiresAtMs));
  if (isFinal(inTime.state) || nowMs < record.expiresAtMs) return inTime;
  const unreviewed = endUnreviewed(inTime, record.expiresAtMs);
  if (unreviewed !== undefined) return unreviewed;
  return apply(inTime, { type: 'expire' }, record.expiresAtMs) ?? inTime;
}

/** From when on the result may no longer be read, in ms; undefined while the session runs. */
export function erasureTimeMs(record: SessionRecord): number | undefined {
  if (record.completedAtMs === undefined) return undefined;
  return record.completedAtMs + record.tenant.retentionDays * DAY_MS;
}

/** The record without personal data: outcome, times and checks remain. */
export function withoutPerson(record: SessionRecord): SessionRecord {
  const { ipCountry: _country, handoff: _handoff, attempts: _attempts, ...anonymous } = record;
  const { keptBy: _account, pictureLog: _pictures, document: _document, ...named } = anonymous;
  const { review: _review, keptPictures: _keptPictures, faceUntilMs: _face, ...unseen } = named;
  const { seen: _seen, ...kept } = unseen;
  const { userId: _userId, metadata: _metadata, ...request } = record.request;
  return { ...kept, request };
}
