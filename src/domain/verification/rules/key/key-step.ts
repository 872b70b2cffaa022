// Age keys in a session (D-154): which key may be created after its check, and which key may
// replace the check. Pure. domain/platform/age-keys has already verified that a response is from a
// key.
import { DAY_MS, MINUTE_MS } from '../../../../time/durations.ts';
import {
  classOf,
  type KeyFacts,
  keyFactsOf,
  keyMeets,
} from '../../../platform/age-keys/age-key.ts';
import type { PassKind } from '../../../platform/age-passes/pass-key.ts';
import { monthOf } from '../../../platform/age-passes/pass-month.ts';
import { AGE_BRACKETS } from '../../../terms/age-bracket.ts';
import type { ProofRule } from '../../../terms/age-proof.ts';
import { proofOf } from '../age/account-age.ts';
import { passesOf } from '../pass/pass-step.ts';
import { apply } from '../session/machine.ts';
import { recordPresentation, acceptsReusableProof } from '../session/reusable-proofs.ts';
import { type SessionRecord, withGroup } from '../session/session.ts';
import type { KeyAct, KeyHistory, KeyStep } from './key-state.ts';

/**
 * How long a challenge stays valid while the visitor has yet to choose a key in the browser's
 * autofill.
 */
const CHALLENGE_MS = 15 * MINUTE_MS;
/**
 * The maximum number of open challenges: a browser may have several pages open, and each page
 * requests one challenge for the autofill of its field and a second one when the button is pressed.
 */
const MAX_CHALLENGES = 4;
/**
 * How long after a check a key can be created; after that, the page may be in use by someone other
 * than the person who was checked.
 */
const MAKE_WITHIN_MS = 15 * MINUTE_MS;
/** How long after a key's creation a page that lost the response may request it again. */
const REPEAT_MS = MINUTE_MS;

const NO_HISTORY: KeyHistory = { challenges: [] };
const NONE_SHOWN: KeyStep = { shownAtMs: [] };

const historyOf = ({ visitor }: SessionRecord): KeyHistory => visitor.ageKey ?? NO_HISTORY;

const withHistory = (record: SessionRecord, change: Partial<KeyHistory>): SessionRecord =>
  withGroup(record, 'visitor', { ageKey: { ...historyOf(record), ...change } });

const withKey = (record: SessionRecord, key: KeyStep): SessionRecord => ({
  ...record,
  steps: { ...record.steps, key },
});

/**
 * Whether an age key may replace this check; keys cannot prove an age above the highest bracket.
 */
export function acceptsKeys(record: SessionRecord): boolean {
  const { gate = 0 } = record.request;
  return acceptsReusableProof(record, 'key') && AGE_BRACKETS.some((bracket) => bracket >= gate);
}

/**
 * Whether this key may replace the check, under the same rules as an age stored in an account. The
 * rules cover the age, how and how long ago it was proven, and the assurance.
 */
export function acceptsKey(record: SessionRecord, key: KeyFacts, nowMs: number): boolean {
  const { accept, difficulty, gate } = record.request;
  if (!acceptsKeys(record) || gate === undefined || accept === undefined) return false;
  const { bracket, proof, verifiedAtMs } = key;
  const days = accept.maxProofAgeDays ?? Number.POSITIVE_INFINITY;
  return (
    bracket >= gate &&
    accept.methods.includes(proof.method) &&
    nowMs - verifiedAtMs <= days * DAY_MS &&
    keyMeets(key, {
      minAssurance: accept.minAssurance,
      livenessLevel: accept.livenessLevel,
      minDifficulty: difficulty,
      // The years by which the key's bracket exceeds the gate count toward the margin.
      marginYears: record.tenant.ageMarginYears - (bracket - gate),
    })
  );
}

/**
 * Returns the facts that a key created after this check would prove. They have the same bracket as
 * the passes that the check grants.
 * @param policy the service's own policy, as for ages stored in accounts
 * @returns undefined when the check grants no passes, or ended more than fifteen minutes ago
 */
export function keyOf(
  record: SessionRecord,
  policy: ProofRule,
  nowMs: number,
): KeyFacts | undefined {
  const { end } = record;
  const kind = passesOf(record, policy);
  const proof = proofOf(record);
  if (kind === undefined || proof === undefined || end === undefined) return undefined;
  if (nowMs > end.atMs + MAKE_WITHIN_MS) return undefined;
  return keyFactsOf(proof, kind.bracket, policy, end.atMs);
}

/** The action that the page offers for a key, and the age that the key proves. */
export interface KeyOffer {
  act: KeyAct;
  age: number;
}

/** @returns undefined when no action with a key is possible */
export function keyOffer(
  record: SessionRecord,
  policy: ProofRule,
  nowMs: number,
): KeyOffer | undefined {
  const { gate } = record.request;
  if (acceptsKeys(record) && gate !== undefined) return { act: 'use', age: gate };
  const proven = record.steps.key?.proven;
  if (proven !== undefined && !record.test) return { act: 'forget', age: proven.bracket };
  const made = keyOf(record, policy, nowMs);
  if (made === undefined) return undefined;
  return {
    act: historyOf(record).made === undefined ? 'make' : 'forget',
    age: made.bracket,
  };
}

export interface DrawnChallenge {
  act: KeyAct;
  /** The challenge's SHA-256, hex. */
  hash: string;
}

/**
 * Stores a challenge for an action with a key.
 * @returns undefined when no action of that kind is possible now
 */
export function askKey(
  record: SessionRecord,
  { act, hash }: DrawnChallenge,
  policy: ProofRule,
  nowMs: number,
): SessionRecord | undefined {
  if (!isPossible(record, act, policy, nowMs)) return undefined;
  const open = historyOf(record).challenges.filter(({ untilMs }) => nowMs < untilMs);
  const challenges = [...open, { act, hash, untilMs: nowMs + CHALLENGE_MS }];
  return withHistory(record, { challenges: challenges.slice(-MAX_CHALLENGES) });
}

function isPossible(record: SessionRecord, act: KeyAct, policy: ProofRule, nowMs: number): boolean {
  switch (act) {
    case 'use':
      return acceptsKeys(record);
    case 'make':
      return keyOf(record, policy, nowMs) !== undefined && historyOf(record).made === undefined;
    case 'forget':
      return true;
  }
}

const isChallengeOpen = (
  record: SessionRecord,
  act: KeyAct,
  hash: string,
  nowMs: number,
): boolean =>
  historyOf(record).challenges.some(
    (one) => one.act === act && one.hash === hash && nowMs < one.untilMs,
  );

/** The response that creates a key. */
export interface MadeKey {
  challengeHash: string;
  answerHash: string;
}

/**
 * Creates a key, once. A page that lost the response may send the same request again within a
 * minute.
 * @returns undefined when a key has already been created, or when no key can be created
 */
export function makeKey(
  record: SessionRecord,
  { challengeHash, answerHash }: MadeKey,
  policy: ProofRule,
  nowMs: number,
): SessionRecord | undefined {
  const { made } = historyOf(record);
  if (made !== undefined)
    return made.answerHash === answerHash && nowMs <= made.atMs + REPEAT_MS ? record : undefined;
  if (!isChallengeOpen(record, 'make', challengeHash, nowMs)) return undefined;
  if (keyOf(record, policy, nowMs) === undefined) return undefined;
  return withHistory(record, { challenges: [], made: { answerHash, atMs: nowMs } });
}

/**
 * @returns the unchanged session if a key has already replaced its check; undefined when the
 *   session does not accept keys, or when this is not one of its open challenges for using a key
 */
export function showKey(
  record: SessionRecord,
  challengeHash: string,
  nowMs: number,
): SessionRecord | undefined {
  if (record.steps.key?.proven !== undefined) return record;
  if (!acceptsKeys(record) || !isChallengeOpen(record, 'use', challengeHash, nowMs))
    return undefined;
  return noteKeyShown(record, nowMs);
}

/**
 * @returns undefined when the session did not issue this challenge for a deletion, or the challenge
 *   has expired
 */
export const showKeyToForget = (
  record: SessionRecord,
  challengeHash: string,
  nowMs: number,
): SessionRecord | undefined =>
  isChallengeOpen(record, 'forget', challengeHash, nowMs) ? noteKeyShown(record, nowMs) : undefined;

function noteKeyShown(record: SessionRecord, nowMs: number): SessionRecord {
  const step = record.steps.key ?? NONE_SHOWN;
  return withKey(record, { ...step, shownAtMs: recordPresentation(step.shownAtMs, nowMs) });
}

/** A key whose use was counted. */
export interface UsedKey extends KeyFacts {
  refills: boolean;
}

/**
 * @returns the passed session; the unchanged session on a repeated call; undefined when the key
 *   cannot replace the session's check
 */
export function answerByKey(
  record: SessionRecord,
  key: UsedKey,
  nowMs: number,
): SessionRecord | undefined {
  if (record.steps.key?.proven !== undefined) return record;
  if (!acceptsKey(record, key, nowMs)) return undefined;
  const proven = { ...kindOf(key), refills: key.refills };
  const shown = withKey(record, { ...(record.steps.key ?? NONE_SHOWN), proven });
  const answered = { ...withHistory(shown, { challenges: [] }), checks: {} };
  return apply(answered, { type: 'settle', outcome: 'success' }, nowMs);
}

const kindOf = (key: KeyFacts): PassKind => ({
  bracket: key.bracket,
  passClass: classOf(key),
  month: monthOf(key.verifiedAtMs),
});

/**
 * Returns the kind of passes that a key refills on its first use in a month: passes of the key's
 * age and class.
 */
export function refillOf({
  steps,
}: SessionRecord): Pick<PassKind, 'bracket' | 'passClass'> | undefined {
  const proven = steps.key?.proven;
  return proven?.refills === true
    ? { bracket: proven.bracket, passClass: proven.passClass }
    : undefined;
}
