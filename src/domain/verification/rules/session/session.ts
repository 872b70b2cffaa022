// One verification as data: how it begins, ends with time and is erased. Pure. What changes it is machine.ts and a file
// per step; objects/session/verification-session.ts stores it.
import type { CopySignal } from '../../../../vision/documents/document-check.ts';
import { DAY_MS } from '../../../../time/durations.ts';
import type { AgesOfPicture } from '../age/age-rule.ts';
import type { ScreenLight } from '../evidence/judge-light.ts';
import type { PictureLog } from '../evidence/received-pictures.ts';
import type { Refusal, Reveal } from '../evidence/demand.ts';
import type { Measured } from '../../../terms/age-proof.ts';
import type { AttemptLimit, SeenVisitor } from './visitor.ts';
import type { FaceRules } from '../face/face-terms.ts';
import type { FunnelEvent } from './funnel.ts';
import type { SeenDocument } from '../document/document.ts';
import type {
  DocumentField,
  AnsweredDocument,
  DocumentAttempt,
  DocumentProblem,
  DocumentRules,
} from '../document/document-state.ts';
import type { State } from './state.ts';
import type { DeviceChange, Handoff } from '../handoff/handoff-state.ts';
import type { LivenessProblem, Challenge } from '../liveness/liveness-state.ts';
import type { SessionReason } from './reasons.ts';
import type { Predecessor, Successor } from '../retake/chain.ts';
import type { KeptPictures, Review, ReviewRules } from '../review/review-state.ts';
import type { RiskBand } from './signals.ts';
import type { AskedRequest, SessionRequest } from '../opening/session-request.ts';
import type { TenantSnapshot } from '../opening/tenant-snapshot.ts';

export type Problem = LivenessProblem | 'age_unclear' | DocumentProblem | 'face_unclear';

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
  documentStep?: DocumentAttempt;
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
