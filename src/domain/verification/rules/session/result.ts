// What leaves a session: the result its customer reads, and the event that carries it to the list of sessions and to
// webhooks. Pure, and without wire names: present-result.ts has those.
import { LIFETIMES } from '../../../../config/config.ts';
import { equalInConstantTime } from '../../../../crypto/hash.ts';
import { MINUTE_MS } from '../../../../time/durations.ts';
import { CREDENTIALS } from '../../../../wallet/age-claims.ts';
import type { AgeProof, Measured } from '../../../terms/age-proof.ts';
import { proofOf } from '../age/account-age.ts';
import type { LightVerdict } from '../evidence/judge-light.ts';
import { leavingOf, type Leaving } from './fall-through.ts';
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

/** A customer's backend, which proves by a token's hash which session it means. */
export interface TenantAccess {
  tenantId: string;
  test: boolean;
  kind: 'init' | 'result';
  secretHash: string;
}

/** Whose session it is, and what its tokens prove themselves by. */
export interface Ownership {
  secrets: Pick<Secrets, 'initHash' | 'resultHash'>;
  test: boolean;
  tenant: { id: string };
}

/** Whether a tenant's token is one of this record's; secrets are compared in constant time. */
export function mayRead(record: Ownership, access: TenantAccess): boolean {
  const { kind, secretHash, tenantId, test } = access;
  const { initHash, resultHash } = record.secrets;
  const expected = kind === 'init' ? initHash : resultHash;
  const knowsSecret = equalInConstantTime(expected, secretHash);
  return knowsSecret && record.tenant.id === tenantId && record.test === test;
}

/**
 * What stays of an erased session while its init may be repeated (D-10): the repeat must not begin a second session
 * under the same link.
 */
export interface Tombstone extends Ownership {
  untilMs: number;
}

/** @returns undefined when no repeat can come any more */
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
  /** Where liveness and age were measured, once one was. */
  measured?: Measured;
  /** A phone does it, or did, in place of the device that opened the link. */
  handedOver?: boolean;
  /** A human has decided (D-95). */
  reviewed?: boolean;
  /** A document has reversed an estimate that said "too young" (D-93). */
  overturned?: boolean;
  /** The rules of law that it was held to. */
  policy?: AppliedPolicy;
  /** What became of the pictures is on record, for a receipt. */
  hasReceipt?: boolean;
  /** The session that it retakes. */
  previous?: { id: string; resultHash: string };
  /** For accounts of ours only; never on the wire. */
  metThreshold?: number;
  ageProof?: AgeProof;
  createdAtMs: number;
  completedAtMs?: number;
  expiresAtMs: number;
  test: boolean;
}

/** An age that was shown without a camera. */
export interface ShownProof {
  method: 'wallet' | 'pass' | 'key';
  /** Years: of a wallet the age that was asked for, and no other. */
  bracket: number;
  /** Of a pass or a key. */
  passClass?: PassClass;
  /** Of a pass its month, of a key the month of the check behind it. */
  issued?: string;
  /** Type of the document. */
  credential?: string;
  /** ISO 3166-1 alpha-2. */
  issuerCountry?: string;
}

/** The result as of now. @param record as of now (session.ts, atTime) */
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

/** What has decided it, or was to. */
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

/** Of a check that was judged. */
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

/** Changes that a customer gets an event of. */
const TOLD: readonly SessionEventType[] = ['review_required', 'retake_requested', 'completed'];

/** What a session that is like that has to say. @returns undefined while its visitor is at it */
export function eventOf(record: SessionRecord): SessionEventType | undefined {
  const { status } = record.state;
  if (status === 'retaken') return 'retaken';
  if (status === 'pending_tenant_review') return 'review_required';
  if (status === 'awaiting_retake') return 'retake_requested';
  return finalStatus(record) === undefined ? undefined : 'completed';
}

/** What a change has to say, for `save`. */
export function eventsOfChange(before: SessionRecord, after: SessionRecord): SessionEventType[] {
  const event = eventOf(after);
  return event === undefined || event === eventOf(before) ? [] : [event];
}

/** @returns the event that says a change, and the record that has said it */
export function sayChange(
  record: SessionRecord,
  type: SessionEventType,
  nowMs: number,
): { record: SessionRecord; event: SessionEvent } {
  const { told, version: last } = record.notices;
  const version = last + 1;
  const before = told === undefined ? {} : { toldBefore: told };
  const said = {
    ...record,
    notices: TOLD.includes(type)
      ? { version, told: version, ...before }
      : { ...record.notices, version },
  };
  return { record: said, event: toSessionEvent(said, type, nowMs) };
}

/** What a session sends to its queue. `row` is its list row; `version` orders the events of one session. */
export interface SessionEvent {
  type: SessionEventType;
  /** All steps of the visitor, sent once, at the end. */
  funnel: readonly FunnelEvent[];
  /** Sent at the end as well, where the customer counts it (D-124). */
  leaving?: Leaving;
  /** Once it is final, or waits for a human or for what one asked for. */
  result?: VerificationResult;
  /** With a result: the version of the event that the customer gets before this one. */
  after?: number;
  row: {
    id: string;
    tenantId: string;
    test: boolean;
    version: number;
    /** Of the result token. */
    resultHash: string;
    status: string;
    reason: SessionReason | null;
    purpose: string;
    verificationMode: string;
    verificationType: string | null;
    gate: number | null;
    measured: Measured | null;
    risk: RiskBand | null;
    /** The session that it retakes, and its result token's hash. */
    previousId: string | null;
    previousHash: string | null;
    /** A session before it in its chain had a verdict. */
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

/** @param nowMs becomes the time of erasure for `erased`, which drops all personal data */
export function toSessionEvent(
  record: SessionRecord,
  type: SessionEventType,
  nowMs: number,
): SessionEvent {
  const { chain, end, notices, request, times, visitor } = record;
  const { previous } = chain;
  const result = resultOf(record);
  const erased = type === 'erased';
  const leaving = type === 'completed' ? leavingOf(record) : undefined;
  return {
    type,
    funnel: type === 'completed' ? record.funnel : [],
    ...(leaving !== undefined && { leaving }),
    ...(TOLD.includes(type) && {
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
