// Exchanges ages between sessions and people's accounts: a session may use an earlier verified
// bracket instead of a new check, and a passed check may be stored in an account. Pure;
// domain/signing-in/age-sharing identifies the person.
import type { VerifiedAge } from '../../../accounts/verified-ages/kept-age.ts';
import { meetsRule, type AgeProof, type ProofRule } from '../../../terms/age-proof.ts';
import { whyRecheck } from '../../../terms/recheck.ts';
import { apply } from '../session/machine.ts';
import { hasOverturned } from '../review/overturned.ts';
import { isFinal } from '../session/state.ts';
import { type SessionRecord, withGroup, withStep } from '../session/session.ts';

/** An age stored in an account, as presented to a session. */
export type ShownAge = Pick<VerifiedAge, 'bracket' | 'proof' | 'verifiedAtMs'> & {
  /** When the browser signed in to the account. */
  deviceSinceMs: number;
};

/**
 * The service's own tenant, for checks that people make for their accounts; no customer owns it.
 */
export const FIRST_PARTY_TENANT_ID = 'ten_first_party';

/**
 * Whether an earlier verified age may replace this check: only if the customer accepts ages stored
 * in accounts and requires neither a face nor a document. It never replaces the check of a test
 * session. It never replaces an account's own check either, because a stored age would then renew
 * itself.
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

/**
 * Returns when the link was opened. A sign-in that confirms the reuse of a stored age must not be
 * earlier.
 */
export const openedAtMs = ({ funnel, times }: SessionRecord): number =>
  funnel.find(({ name }) => name === 'opened')?.atMs ?? times.createdAtMs;

/**
 * Returns whether this age may replace the check. The age must reach the gate; its proof must be
 * recent enough and of an accepted method, and have at least the assurance, liveness level and
 * difficulty that the session requires; and an estimate must have passed with at least this
 * session's margin.
 */
export function acceptsAge(record: SessionRecord, age: ShownAge, nowMs: number): boolean {
  const { verifiedAtMs, proof, deviceSinceMs } = age;
  const rule = record.request.accept ?? {};
  const why = whyRecheck({ verifiedAtMs, ...proof }, rule, { nowMs, deviceSinceMs });
  return why === undefined && meetsRules(record, age);
}

/** Whether the age meets the session's rules, regardless of when it was proven. */
function meetsRules(record: SessionRecord, age: ShownAge): boolean {
  const { gate, accept, difficulty } = record.request;
  if (!acceptsAges(record) || gate === undefined || accept === undefined) return false;
  const { bracket, proof } = age;
  if (bracket === undefined || bracket < gate || !accept.methods.includes(proof.method))
    return false;
  return meetsRule(proof, {
    minAssurance: accept.minAssurance,
    livenessLevel: accept.livenessLevel,
    minDifficulty: difficulty,
    // The years by which the bracket exceeds the gate count toward the margin.
    marginYears: record.tenant.ageMarginYears - (bracket - gate),
  });
}

/** @returns the session, now passed; undefined when the age may not replace its check */
export function reuseVerifiedAge(
  record: SessionRecord,
  age: ShownAge,
  nowMs: number,
): SessionRecord | undefined {
  if (!acceptsAge(record, age, nowMs)) return undefined;
  const reused = withStep(record, 'age', { byAccount: true });
  return apply({ ...reused, checks: { age: true } }, { type: 'settle', outcome: 'success' }, nowMs);
}

/**
 * Returns how a passed check proved the age; undefined for a test session, when the check did not
 * determine an age, and when its outcome is not valid for other customers.
 */
export function proofOf(record: SessionRecord): AgeProof | undefined {
  const { state, checks, offer, signals, steps, test, request, tenant, visitor } = record;
  if (!isFinal(state) || state.status !== 'success' || test) return undefined;
  const isByWallet = checks.wallet === true;
  if (checks.age !== true || (checks.liveness !== true && !isByWallet)) return undefined;
  // The decision of one customer's reviewers is not valid for other customers (D-95).
  if (steps.review?.isSettled === true) return undefined;
  // When a document has reversed an estimate for one customer, the new verdict is not valid for
  // other customers (D-93).
  if (hasOverturned(record)) return undefined;
  const isRead = checks.faceMatch === true;
  return {
    method: isByWallet ? 'wallet' : isRead ? 'document' : 'face',
    measured: offer.measured,
    // Only estimates have a margin; other proofs state the age.
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
 * Whether the result may be stored in an account: the check meets the service's own policy,
 * regardless of what the customer allows (D-56), its customer is trusted (D-75), and no other
 * account has claimed it.
 * @param keeper the hash that identifies the account in this session; undefined when it is not
 *   known yet
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

/**
 * Whether this account has already claimed the check. Such an account may try again to store the
 * age, in case an earlier attempt failed.
 */
export const isKeptBy = (record: SessionRecord, keeper: string | undefined): boolean =>
  keeper !== undefined && record.visitor.kept?.by === keeper;

/**
 * Lets an account claim the check. Only one account can claim it, because a check belongs to one
 * person. That account may claim it repeatedly, because the age itself is stored elsewhere.
 * @returns undefined when the result may not be stored in this account
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
