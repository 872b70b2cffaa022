// Age passes in a session (D-152): which pass may replace its check, and which ten passes it
// grants. Pure. domain/platform/age-passes has already checked that a pass is genuine and unspent.
import type { PassKind } from '../../../platform/age-passes/pass-key.ts';
import type { PassClass } from '../../../terms/pass-class.ts';
import {
  daysSince,
  isGood,
  monthAfter,
  monthOf,
  type PassMonth,
} from '../../../platform/age-passes/pass-month.ts';
import { type AgeBracket, bracketMetBy } from '../../../terms/age-bracket.ts';
import { type AgeProof, meetsRule, type ProofRule } from '../../../terms/age-proof.ts';
import { MINUTE_MS } from '../../../../time/durations.ts';
import { FIRST_PARTY_TENANT_ID, proofOf } from '../age/account-age.ts';
import { apply } from '../session/machine.ts';
import { recordPresentation, acceptsReusableProof } from '../session/reusable-proofs.ts';
import { type SessionRecord, withGroup } from '../session/session.ts';
import type { PassStep } from './pass-state.ts';

/** How long a page that lost the response with its passes may request them again. */
const REPEAT_MS = MINUTE_MS;

const NONE_SHOWN: PassStep = { shownAtMs: [] };

/** Whether a pass may replace the session's check. */
export const acceptsPasses = (record: SessionRecord): boolean =>
  acceptsReusableProof(record, 'pass');

/**
 * Whether this pass may replace the session's check: the pass reaches the gate and is recent
 * enough, and the check for which it was granted meets the session's rules.
 */
export function acceptsPass(record: SessionRecord, pass: PassKind, nowMs: number): boolean {
  const { accept, gate } = record.request;
  if (!acceptsPasses(record) || gate === undefined || accept === undefined) return false;
  const days = accept.maxProofAgeDays ?? Number.POSITIVE_INFINITY;
  return (
    pass.bracket >= gate &&
    isGood(pass.month, nowMs) &&
    daysSince(pass.month, nowMs) <= days &&
    meetsSession(record, gate, pass)
  );
}

/**
 * Whether the check for which a pass was granted meets the session's rules. Every such check met
 * the service's own policy, and nothing more is known about it, except that class `high` counts as
 * a document.
 */
function meetsSession(
  { offer, request, tenant }: SessionRecord,
  gate: number,
  { bracket, passClass }: Pick<PassKind, 'bracket' | 'passClass'>,
): boolean {
  const isHigh = passClass === 'high';
  const proof: AgeProof = {
    method: isHigh ? 'document' : 'face',
    measured: 'edge',
    marginYears: offer.serviceMarginYears,
    difficulty: 'medium',
    livenessLevel: 'standard',
    tenantId: '',
    sessionId: '',
  };
  return meetsRule(proof, {
    minAssurance: request.accept?.minAssurance ?? 'device',
    livenessLevel: request.accept?.livenessLevel ?? 'standard',
    minDifficulty: request.difficulty,
    // The years by which the bracket exceeds the gate count toward the margin, as for ages stored
    // in accounts.
    marginYears: tenant.ageMarginYears - (bracket - gate),
  });
}

/** The passes that the page looks for in its browser. */
export interface WantedPass {
  gate: number;
  passClass: PassClass;
  /** The oldest month in which an accepted pass may have been granted. */
  since: PassMonth;
}

/** @returns undefined when no pass can replace the session's check */
export function wantedPass(record: SessionRecord, nowMs: number): WantedPass | undefined {
  const { gate } = record.request;
  const bracket = gate === undefined ? undefined : nextBracket(gate);
  if (!acceptsPasses(record) || gate === undefined || bracket === undefined) return undefined;
  const taken = VALID_MONTHS_AGO.flatMap((ago) =>
    (['standard', 'high'] as const).map((passClass) => ({
      passClass,
      bracket,
      month: monthAfter(monthOf(nowMs), -ago),
    })),
  ).filter((pass) => acceptsPass(record, pass, nowMs));
  const [first] = taken.toSorted((a, b) => (a.month < b.month ? -1 : 1));
  if (first === undefined) return undefined;
  const isAnyTaken = taken.some(({ passClass }) => passClass === 'standard');
  return { gate, passClass: isAnyTaken ? 'standard' : 'high', since: first.month };
}

/**
 * The possible ages of a valid pass, in months: it was granted in this month or in one of the three
 * previous months.
 */
const VALID_MONTHS_AGO = [0, 1, 2, 3] as const;

/**
 * Returns the bracket to try: the highest one, which proves the most. If it is not accepted, no
 * other bracket is.
 * @returns undefined when no bracket reaches the gate
 */
const nextBracket = (gate: number): AgeBracket | undefined => (gate <= 25 ? 25 : undefined);

/**
 * Records that a pass was presented.
 * @returns the unchanged session if a pass has already been accepted; undefined when this session
 *   accepts no passes
 */
export function showPass(record: SessionRecord, nowMs: number): SessionRecord | undefined {
  if (record.steps.pass?.proven !== undefined) return record;
  if (!acceptsPasses(record)) return undefined;
  const step = record.steps.pass ?? NONE_SHOWN;
  return withPass(record, { ...step, shownAtMs: recordPresentation(step.shownAtMs, nowMs) });
}

/**
 * Records the top-level window that now presents or receives passes for the page: while the page is
 * in a frame of another site, it cannot access the browser's passes itself. An older window loses
 * its access.
 * @param gives whether the session grants passes
 * @returns undefined when the session neither accepts nor grants passes
 */
export function openPassWindow(
  record: SessionRecord,
  windowHash: string,
  gives: boolean,
): SessionRecord | undefined {
  const mayTake = gives && record.visitor.given === undefined;
  if (!mayTake && !acceptsPasses(record)) return undefined;
  return withPass(record, { ...(record.steps.pass ?? NONE_SHOWN), windowHash });
}

/**
 * @returns the passed session; the unchanged session on a repeated call; undefined when the pass
 *   cannot replace the session's check
 */
export function answerByPass(
  record: SessionRecord,
  pass: PassKind,
  nowMs: number,
): SessionRecord | undefined {
  if (record.steps.pass?.proven !== undefined) return record;
  if (!acceptsPass(record, pass, nowMs)) return undefined;
  const { bracket, passClass, month } = pass;
  const step = { ...(record.steps.pass ?? NONE_SHOWN), proven: { bracket, passClass, month } };
  const answered = { ...withPass(record, step), checks: {} };
  return apply(answered, { type: 'settle', outcome: 'success' }, nowMs);
}

const withPass = (record: SessionRecord, pass: PassStep): SessionRecord => ({
  ...record,
  steps: { ...record.steps, pass },
});

/**
 * The kind of passes that a passed check grants. The check's own evidence must have proven the
 * bracket, and an estimate counts only if this service measured it.
 */
type OfferedKind = Pick<PassKind, 'bracket' | 'passClass'>;

/**
 * @param policy the service's own policy, as for ages stored in accounts
 * @returns undefined when the check grants no passes
 */
export function passesOf(record: SessionRecord, policy: ProofRule): OfferedKind | undefined {
  const { chain, request, tenant } = record;
  const proof = proofOf(record);
  const bracket = bracketMetBy(request.gate ?? 0);
  if (proof === undefined || bracket === undefined) return undefined;
  if (!meetsRule(proof, policy) || (proof.method === 'face' && proof.measured !== 'edge'))
    return undefined;
  if (tenant.id === FIRST_PARTY_TENANT_ID || tenant.agesDistrusted === true) return undefined;
  if (chain.previous !== undefined) return undefined;
  return { bracket, passClass: proof.method === 'face' ? 'standard' : 'high' };
}

/**
 * Grants ten passes, once. A page that lost the response can repeat the same request within a
 * minute and receives the same passes, because signing is deterministic.
 * @returns undefined when the passes have already been granted and this request is not a repeat
 */
export function givePasses(
  record: SessionRecord,
  bodyHash: string,
  nowMs: number,
): SessionRecord | undefined {
  const { given } = record.visitor;
  if (given === undefined)
    return withGroup(record, 'visitor', { given: { bodyHash, atMs: nowMs } });
  const isRepeat = given.bodyHash === bodyHash && nowMs <= given.atMs + REPEAT_MS;
  return isRepeat ? record : undefined;
}
