// The outputs of a session: the result that its customer reads, and the event that transmits it to
// the list of sessions and to webhooks. Pure, and without wire names, which are in
// present-result.ts.
import { LIFETIMES } from '../../../../config/config.ts';
import { equalInConstantTime } from '../../../../crypto/hash.ts';
import { MINUTE_MS } from '../../../../time/durations.ts';
import { CREDENTIALS } from '../../../../wallet/age-claims.ts';
import type { AgeProof, Measured } from '../../../terms/age-proof.ts';
import { proofOf } from '../age/account-age.ts';
import type { LightVerdict } from '../evidence/judge-light.ts';
import { dropOffOf, type DropOff } from './fall-through.ts';
import type { FunnelEvent } from './funnel.ts';
import type { SessionRecord } from './session.ts';
import { activeDevice } from '../handoff/handoff.ts';
import type { AppliedPolicy } from '../law/law-state.ts';
import { livenessTested, type LivenessTested } from '../liveness/liveness-tested.ts';
import type { SeenDocument } from '../document/document.ts';
import { hasOverturned } from '../review/overturned.ts';
import { finalStatus, isFinal, type Status } from './state.ts';
import { isByWalletAlone, isFaceCheck, needsDocument } from './machine.ts';
import { measuredAt } from './measured.ts';
import { hasReceipt } from './receipt.ts';
import type { SessionReason } from './reasons.ts';
import { riskOf } from './risk.ts';
import type { RiskBand } from './signals.ts';
import type { Secrets } from './secrets.ts';
import type { PassClass } from '../../../terms/pass-class.ts';
import { type AcceptMethod, METHODS, type VerificationType } from '../methods.ts';

/**
 * The access of a customer's backend to a session: the tenant, and the token that the backend
 * presented, with its secret hashed.
 */
export interface TenantAccess {
  tenantId: string;
  test: boolean;
  kind: 'init' | 'result';
  secretHash: string;
}

/** The owner of a session, and the hashes of its tokens. */
export interface Ownership {
  secrets: Pick<Secrets, 'initHash' | 'resultHash'>;
  test: boolean;
  tenant: { id: string };
}

/** Whether a tenant's token belongs to this record; secrets are compared in constant time. */
export function mayRead(record: Ownership, access: TenantAccess): boolean {
  const { kind, secretHash, tenantId, test } = access;
  const { initHash, resultHash } = record.secrets;
  const expected = kind === 'init' ? initHash : resultHash;
  const knowsSecret = equalInConstantTime(expected, secretHash);
  return knowsSecret && record.tenant.id === tenantId && record.test === test;
}

/**
 * The remainder of an erased session, kept while the call to init may be repeated (D-10): a
 * repeated call must not begin a second session with the same link.
 */
export interface Tombstone extends Ownership {
  untilMs: number;
}

/** @returns undefined when init can no longer be repeated */
export function tombstoneOf(record: SessionRecord, nowMs: number): Tombstone | undefined {
  const { secrets, test, tenant, times } = record;
  const { initHash, resultHash } = secrets;
  const untilMs = times.createdAtMs + LIFETIMES.idempotencyMs + MINUTE_MS;
  return nowMs < untilMs
    ? { secrets: { initHash, resultHash }, test, tenant: { id: tenant.id }, untilMs }
    : undefined;
}

interface Check {
  performed: boolean;
  passed: boolean;
}

export interface VerificationResult {
  status: Status;
  verified: boolean;
  reason?: SessionReason;
  verificationType?: VerificationType;
  ipCountry?: string;
  externalUserId?: string;
  checks: {
    liveness: Check & Partial<LivenessTested> & { light?: LightVerdict };
    age: Check & { gate?: number };
    document: Check & Partial<SeenDocument>;
    faceMatch: Check;
    euWallet: Check;
    aml: Check;
  };
  proof?: ShownProof;
  risk?: RiskBand;
  /** Where liveness or age was measured; absent before any measurement. */
  measured?: Measured;
  /**
   * Whether a phone performs or performed the check in place of the device that opened the link.
   */
  handedOver?: boolean;
  /** Whether a human has decided (D-95). */
  reviewed?: boolean;
  /** Whether a document has reversed a "too young" estimate (D-93). */
  overturned?: boolean;
  /** The legal rules that applied. */
  policy?: AppliedPolicy;
  /** Whether there is a receipt about the pictures. */
  hasReceipt?: boolean;
  /** The session that this one retakes. */
  previous?: { id: string; resultHash: string };
  /** The highest threshold that is met, for accounts of this service only; never on the wire. */
  metThreshold?: number;
  ageProof?: AgeProof;
  createdAtMs: number;
  completedAtMs?: number;
  expiresAtMs: number;
  test: boolean;
}

/** An age that was proven without a camera. */
export interface ShownProof {
  method: 'wallet' | 'pass' | 'key';
  /** The proven minimum age in years; for a wallet, exactly the requested age. */
  bracket: number;
  /** The class of a pass or a key; absent for other proofs. */
  passClass?: PassClass;
  /** The month of the pass, or the month of the check that created the key. */
  issued?: string;
  /** The document type of the wallet's credential. */
  credential?: string;
  /** The country that issued the credential: ISO 3166-1 alpha-2. */
  issuerCountry?: string;
}

/**
 * Returns the current result.
 * @param record the record as of now (see atTime)
 */
export function resultOf(record: SessionRecord): VerificationResult {
  const { chain, checks, end, request, steps, times, visitor } = record;
  const { previous } = chain;
  const status = record.state.status;
  const ended = finalStatus(record);
  const ageProof = proofOf(record);
  const settledByUse = ended === 'success' || ended === 'failed';
  const risk = riskOf(record);
  const measured = measuredAt(record);
  const notPerformed = { performed: false, passed: false };
  return {
    status,
    verified: status === 'success',
    ...(end?.reason !== undefined && { reason: end.reason }),
    ...(settledByUse &&
      !isFaceCheck(record) && { verificationType: METHODS[methodOf(record)].type }),
    ...(visitor.ipCountry !== undefined && { ipCountry: visitor.ipCountry }),
    ...(request.userId !== undefined && { externalUserId: request.userId }),
    checks: {
      liveness: { ...toCheck(checks.liveness), ...lightOf(record), ...livenessTested(record) },
      age: { ...toCheck(checks.age), ...(request.gate !== undefined && { gate: request.gate }) },
      document: {
        ...toCheck(checks.document),
        ...(isFinal(record.state) && record.received.document),
      },
      faceMatch: toCheck(checks.faceMatch),
      euWallet: toCheck(checks.wallet),
      aml: notPerformed,
    },
    ...proofOfWallet(record),
    ...proofOfPass(record),
    ...proofOfKey(record),
    ...(risk !== undefined && { risk }),
    ...(measured !== undefined && { measured }),
    ...(activeDevice(record) === 'phone' && { handedOver: true }),
    ...(settledByUse && steps.review?.isSettled === true && { reviewed: true }),
    ...(hasOverturned(record) && { overturned: true }),
    ...(record.law?.policy !== undefined && { policy: record.law.policy }),
    ...(hasReceipt(record) && { hasReceipt: true }),
    ...(previous !== undefined && {
      previous: { id: previous.id, resultHash: previous.resultHash },
    }),
    ...(steps.age.metThreshold !== undefined && { metThreshold: steps.age.metThreshold }),
    ...(ageProof !== undefined && { ageProof }),
    createdAtMs: times.createdAtMs,
    ...(end !== undefined && { completedAtMs: end.atMs }),
    expiresAtMs: times.expiresAtMs,
    test: record.test,
  };
}

/** Returns the method that decided the session or would have decided it. */
function methodOf(record: SessionRecord): AcceptMethod {
  const { checks, end, request, steps } = record;
  if (steps.pass?.proven !== undefined || end?.reason === 'pass_spent') return 'pass';
  if (steps.key?.proven !== undefined) return 'key';
  if (steps.age.byAccount === true) return 'account';
  if (checks.wallet !== undefined || isByWalletAlone(record)) return 'wallet';
  const isToBeRead = needsDocument(request) || steps.age.isDocumentChosen === true;
  return checks.document !== undefined || isToBeRead ? 'document' : 'face';
}

function proofOfWallet({ offer, state, steps }: SessionRecord): { proof?: ShownProof } {
  const proven = steps.wallet?.proven;
  if (proven === undefined || offer.wallet === undefined || !isFinal(state)) return {};
  const { credential, issuerCountry } = proven;
  return {
    proof: {
      method: 'wallet',
      bracket: offer.wallet.gate,
      credential: CREDENTIALS[credential].docType,
      ...(issuerCountry !== undefined && { issuerCountry }),
    },
  };
}

function proofOfPass({ state, steps }: SessionRecord): { proof?: ShownProof } {
  const proven = steps.pass?.proven;
  if (proven === undefined || !isFinal(state)) return {};
  const { bracket, passClass, month } = proven;
  return { proof: { method: 'pass', bracket, passClass, issued: month } };
}

function proofOfKey({ state, steps }: SessionRecord): { proof?: ShownProof } {
  const proven = steps.key?.proven;
  if (proven === undefined || !isFinal(state)) return {};
  const { bracket, passClass, month } = proven;
  return { proof: { method: 'key', bracket, passClass, issued: month } };
}

/**
 * Returns the verdict about the screen's light, but only for a session whose liveness was judged.
 */
const lightOf = ({ checks, signals: { light } }: SessionRecord): { light?: LightVerdict } =>
  checks.liveness === undefined || light === undefined ? {} : { light: light.verdict };

const toCheck = (passed: boolean | undefined): Check => ({
  performed: passed !== undefined,
  passed: passed === true,
});

export type SessionEventType =
  | 'created'
  | 'opened'
  | 'review_required'
  | 'review_due'
  | 'retake_requested'
  | 'completed'
  | 'retaken'
  | 'erased';

/** Changes for which a customer receives an event. */
const CUSTOMER_EVENTS: readonly SessionEventType[] = [
  'review_required',
  'retake_requested',
  'completed',
];

/**
 * Returns the event for the session's current state.
 * @returns undefined while the session is pending or in progress
 */
export function eventOf(record: SessionRecord): SessionEventType | undefined {
  const { status } = record.state;
  if (status === 'retaken') return 'retaken';
  if (status === 'pending_tenant_review') return 'review_required';
  if (status === 'awaiting_retake') return 'retake_requested';
  return finalStatus(record) === undefined ? undefined : 'completed';
}

/** Returns the event for a change of state, or none if the old state already had the same event. */
export function eventsOfChange(before: SessionRecord, after: SessionRecord): SessionEventType[] {
  const event = eventOf(after);
  return event === undefined || event === eventOf(before) ? [] : [event];
}

/** @returns the event, and the record with the event's version number */
export function issueEvent(
  record: SessionRecord,
  type: SessionEventType,
  nowMs: number,
): { record: SessionRecord; event: SessionEvent } {
  const { told, version: last } = record.notices;
  const version = last + 1;
  const before = told === undefined ? {} : { toldBefore: told };
  const said = {
    ...record,
    notices: CUSTOMER_EVENTS.includes(type)
      ? { version, told: version, ...before }
      : { ...record.notices, version },
  };
  return { record: said, event: toSessionEvent(said, type, nowMs) };
}

/**
 * An event that a session sends to its queue. `row` is its list row; `version` orders the events of
 * one session.
 */
export interface SessionEvent {
  type: SessionEventType;
  /** All steps of the visitor, sent once, at the end. */
  funnel: readonly FunnelEvent[];
  /**
   * Where the visitor left; sent at the end like the steps, if the customer has enabled counts of
   * where visitors leave (D-124).
   */
  leaving?: DropOff;
  /** The result; present only in events that the customer receives. */
  result?: VerificationResult;
  /** The version of the previous event that the customer received, if any. */
  after?: number;
  row: {
    id: string;
    tenantId: string;
    test: boolean;
    version: number;
    /** The hash of the result token. */
    resultHash: string;
    status: string;
    reason: SessionReason | null;
    purpose: string;
    verificationMode: string;
    verificationType: string | null;
    gate: number | null;
    measured: Measured | null;
    risk: RiskBand | null;
    /** The session that this one retakes, and the hash of that session's result token. */
    previousId: string | null;
    previousHash: string | null;
    /** Whether an earlier session in its chain had a verdict. */
    countedBefore: boolean;
    contested: boolean;
    externalUserId: string | null;
    metadata: string | null;
    ipCountry: string | null;
    createdAtMs: number;
    completedAtMs: number | null;
    expiresAtMs: number;
    erasedAtMs: number | null;
  };
}

/**
 * @param nowMs the time of erasure if the type is `erased`; the row of such an event contains no
 *   personal data
 */
export function toSessionEvent(
  record: SessionRecord,
  type: SessionEventType,
  nowMs: number,
): SessionEvent {
  const { chain, end, notices, request, times, visitor } = record;
  const { previous } = chain;
  const result = resultOf(record);
  const erased = type === 'erased';
  const leaving = type === 'completed' ? dropOffOf(record) : undefined;
  return {
    type,
    funnel: type === 'completed' ? record.funnel : [],
    ...(leaving !== undefined && { leaving }),
    ...(CUSTOMER_EVENTS.includes(type) && {
      result,
      ...(notices.toldBefore !== undefined && { after: notices.toldBefore }),
    }),
    row: {
      id: record.id,
      tenantId: record.tenant.id,
      test: record.test,
      version: notices.version,
      resultHash: record.secrets.resultHash,
      status: result.status,
      reason: end?.reason ?? null,
      purpose: request.purpose,
      verificationMode: request.mode,
      verificationType: result.verificationType ?? null,
      gate: request.gate ?? null,
      measured: result.measured ?? null,
      risk: result.risk ?? null,
      previousId: previous?.id ?? null,
      previousHash: previous?.resultHash ?? null,
      countedBefore: previous?.hadVerdict === true,
      contested: chain.contested === true,
      externalUserId: erased ? null : (request.userId ?? null),
      metadata: erased ? null : (request.metadata ?? null),
      ipCountry: erased ? null : (visitor.ipCountry ?? null),
      createdAtMs: times.createdAtMs,
      completedAtMs: end?.atMs ?? null,
      expiresAtMs: times.expiresAtMs,
      erasedAtMs: erased ? nowMs : null,
    },
  };
}
