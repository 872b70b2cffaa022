// Age passes in a session (D-152): which one answers it, and which ten it gives. Pure. Whether a pass is one, and was not spent, is
// known before (domain/platform/age-passes).
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
import { noteShown, takesMadeBefore } from '../session/made-before.ts';
import { type SessionRecord, withGroup } from '../session/session.ts';
import type { PassStep } from './pass-state.ts';

/** How long a page that lost the answer may ask for it again. */
const REPEAT_MS = MINUTE_MS;

const NONE_SHOWN: PassStep = { shownAtMs: [] };

/** Whether a pass may replace this check. */
export const acceptsPasses = (record: SessionRecord): boolean => takesMadeBefore(record, 'pass');

/** Whether this one does: it reaches the gate, is young enough, and counts as the method behind it. */
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
 * Every pass was given for a check that the service's own policy would keep: so much is known of it, and of one of class `high` no
 * more than that a document was read.
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
    // As of ages that accounts keep, the years above the gate count.
    marginYears: tenant.ageMarginYears - (bracket - gate),
  });
}

/** What the page looks for among the passes of its browser. */
export interface WantedPass {
  gate: number;
  passClass: PassClass;
  /** The oldest month that is taken. */
  since: PassMonth;
}

/** @returns undefined where no pass answers */
export function wantedPass(record: SessionRecord, nowMs: number): WantedPass | undefined {
  const { gate } = record.request;
  const bracket = gate === undefined ? undefined : nextBracket(gate);
  if (!acceptsPasses(record) || gate === undefined || bracket === undefined) return undefined;
  const taken = MONTHS.flatMap((ago) =>
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

/** This month's passes, and those of the three before it. */
const MONTHS = [0, 1, 2, 3] as const;

/** The highest there is says most: what it would not pass, none does. */
const nextBracket = (gate: number): AgeBracket | undefined => (gate <= 25 ? 25 : undefined);

/** Notes that one is shown. @returns as it is once one has answered; undefined when no pass answers this session */
export function showPass(record: SessionRecord, nowMs: number): SessionRecord | undefined {
  if (record.steps.pass?.proven !== undefined) return record;
  if (!acceptsPasses(record)) return undefined;
  const step = record.steps.pass ?? NONE_SHOWN;
  return withPass(record, { ...step, shownAtMs: noteShown(step.shownAtMs, nowMs) });
}

/**
 * A window at the service's own top level shows or takes passes for the page from now on, and an older one no more: a frame of another
 * site has none of this browser's.
 * @param gives whether it gives passes
 * @returns undefined when no pass answers this session, and it gives none
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

/** @returns the session as passed; a second time as it is; undefined when the pass does not answer it */
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

/** What a passed check gives: a bracket that its own evidence has shown, by a method that we measured. */
type OfferedKind = Pick<PassKind, 'bracket' | 'passClass'>;

/** @param policy the service's own, as for ages that accounts keep @returns undefined when it gives none */
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
 * Gives ten, once. A page that lost the answer asks again with the same body within a minute, and gets the same: what is signed is
 * signed alike.
 * @returns undefined when they were given before
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
