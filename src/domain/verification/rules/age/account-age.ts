// Sharing an age between a session and a person's account: a bracket verified before instead of a new check, and a
// passed check kept in the account. Pure; who the person is, domain/signing-in/age-sharing knows.
import type { VerifiedAge } from '../../../accounts/verified-ages/kept-age.ts';
import { meetsRule, type AgeProof, type ProofRule } from '../../../terms/age-proof.ts';
import { whyRecheck, type RecheckReason } from '../../../terms/recheck.ts';
import { apply } from '../session/machine.ts';
import { hasOverturned } from '../review/overturned.ts';
import { isFinal } from '../session/state.ts';
import { type SessionRecord, withGroup, withStep } from '../session/session.ts';

/** An age kept in an account, as it counts now. */
export type ShownAge = Pick<VerifiedAge, 'bracket' | 'proof' | 'verifiedAtMs'> & {
  /** Since when the browser is signed in to the account. */
  deviceSinceMs: number;
};

/** The service itself, where people show their age for their own account: no customer's tenant. */
export const FIRST_PARTY_TENANT_ID = 'ten_first_party';

/**
 * Whether an age verified before may replace this check. Not unless the customer takes ages of accounts, not where it
 * asked for a face or a document, not in tests, and not for the account's own check, which would renew itself.
 */
export function acceptsAges(record: SessionRecord): boolean {
  const { request, state } = record;
  return (
    state.status === 'in_progress' &&
    !record.test &&
    request.purpose === 'age_verification' &&
    request.mode === 'auto' &&
    request.gate !== undefined &&
    request.accept?.methods.includes('account') === true &&
    record.tenant.id !== FIRST_PARTY_TENANT_ID
  );
}

/** When the link was opened; a gesture for the check cannot be older. */
export const openedAtMs = ({ funnel, times }: SessionRecord): number =>
  funnel.find(({ name }) => name === 'opened')?.atMs ?? times.createdAtMs;

/**
 * Whether this very age may: it reaches the gate, and was shown as this session would have it shown: by a method that
 * it takes, recently enough, as surely, by as many movements, and with an estimate that its own margin would pass.
 */
export const acceptsAge = (record: SessionRecord, age: ShownAge, nowMs: number): boolean =>
  isShownAs(record, age) && whyAgain(record, age, nowMs) === undefined;

/** @returns why an age that would do otherwise has to be shown again */
export const whyShowAgain = (
  record: SessionRecord,
  age: ShownAge,
  nowMs: number,
): RecheckReason | undefined => (isShownAs(record, age) ? whyAgain(record, age, nowMs) : undefined);

const whyAgain = (
  { request: { accept } }: SessionRecord,
  { verifiedAtMs, proof, deviceSinceMs }: ShownAge,
  nowMs: number,
): RecheckReason | undefined =>
  whyRecheck({ verifiedAtMs, ...proof }, accept ?? {}, { nowMs, deviceSinceMs });

/** Whenever it was. */
function isShownAs(record: SessionRecord, age: ShownAge): boolean {
  const { gate, accept, difficulty } = record.request;
  if (!acceptsAges(record) || gate === undefined || accept === undefined) return false;
  const { bracket, proof } = age;
  if (bracket === undefined || bracket < gate || !accept.methods.includes(proof.method))
    return false;
  return meetsRule(proof, {
    minAssurance: accept.minAssurance,
    livenessLevel: accept.livenessLevel,
    minDifficulty: difficulty,
    // The bracket's years above the gate count towards the margin.
    marginYears: record.tenant.ageMarginYears - (bracket - gate),
  });
}

/** @returns the session as passed; undefined when the age may not replace its check */
export function reuseVerifiedAge(
  record: SessionRecord,
  age: ShownAge,
  nowMs: number,
): SessionRecord | undefined {
  if (!acceptsAge(record, age, nowMs)) return undefined;
  const reused = withStep(record, 'age', { byAccount: true });
  return apply({ ...reused, checks: { age: true } }, { type: 'settle', outcome: 'success' }, nowMs);
}

/** How a passed check has shown the age; undefined when it did not measure one, or a customer's member has settled it. */
export function proofOf(record: SessionRecord): AgeProof | undefined {
  const { state, checks, offer, signals, steps, test, request, tenant, visitor } = record;
  if (!isFinal(state) || state.status !== 'success' || test) return undefined;
  const isByWallet = checks.wallet === true;
  if (checks.age !== true || (checks.liveness !== true && !isByWallet)) return undefined;
  // What one customer's people say is worth nothing to another (D-95).
  if (steps.review?.isSettled === true) return undefined;
  // What a printed document can reverse for one customer is worth nothing to others (D-93).
  if (hasOverturned(record)) return undefined;
  const isRead = checks.faceMatch === true;
  return {
    method: isByWallet ? 'wallet' : isRead ? 'document' : 'face',
    measured: offer.measured,
    // Of an estimate; what states the age itself has none.
    marginYears: isRead || isByWallet ? 0 : (steps.age.provenMarginYears ?? tenant.ageMarginYears),
    difficulty: request.difficulty,
    livenessLevel: signals.light?.verdict === 'answers' ? 'strict' : 'standard',
    ...(isRead &&
      visitor.nextBracketYear !== undefined && { nextBracketYear: visitor.nextBracketYear }),
    tenantId: tenant.id,
    sessionId: record.id,
  };
}

/**
 * Whether the result may be kept in an account: a customer's check that the service's own policy would have passed,
 * whatever the customer allowed (D-56), of a customer that is trusted (D-75), and that no other account claims.
 * @param keeper the hash that names the account in this session; undefined: not known yet
 */
export function isKeepable(
  record: SessionRecord,
  policy: ProofRule,
  keeper: string | undefined,
): boolean {
  const proof = proofOf(record);
  return (
    proof !== undefined &&
    meetsRule(proof, policy) &&
    proof.tenantId !== FIRST_PARTY_TENANT_ID &&
    record.tenant.agesDistrusted !== true &&
    record.request.gate !== undefined &&
    (record.visitor.kept === undefined || isKeptBy(record, keeper))
  );
}

/** Whether that account claimed the check before: it may hold the age by now, and may ask again if it does not. */
export const isKeptBy = (record: SessionRecord, keeper: string | undefined): boolean =>
  keeper !== undefined && record.visitor.kept?.by === keeper;

/**
 * A check belongs to one person, so one account claims it, and may do so again: the age itself is written elsewhere.
 * @returns undefined when it may not be kept
 */
export function keepVerifiedAge(
  record: SessionRecord,
  policy: ProofRule,
  keeper: string,
  nowMs: number,
): SessionRecord | undefined {
  if (!isKeepable(record, policy, keeper)) return undefined;
  if (isKeptBy(record, keeper)) return record;
  return withGroup(record, 'visitor', { kept: { by: keeper, atMs: nowMs } });
}
