// An age key (D-154): an age, how it was proven, and when. Pure.
import { LIFETIMES } from '../../../config/config.ts';
import { DAY_MS } from '../../../time/durations.ts';
import type { AgeBracket } from '../../terms/age-bracket.ts';
import { type AgeProof, type ProofRule, meetsRule } from '../../terms/age-proof.ts';
import type { PassClass } from '../../terms/pass-class.ts';

/** The part of an age proof that reveals neither the customer nor the session. */
type KeyProof = Pick<AgeProof, 'method' | 'marginYears' | 'difficulty' | 'livenessLevel'>;

export interface KeyFacts {
  bracket: AgeBracket;
  proof: KeyProof;
  /** The start of the day on which the check took place, ms since the epoch. */
  verifiedAtMs: number;
  expiresAtMs: number;
}

/** An age key as stored in its row. */
export interface AgeKey extends KeyFacts {
  /** SHA-256 of the credential's id, lower-case hex. */
  id: string;
  /** The public key as COSE, base64url. */
  publicKey: string;
  counter: number;
}

/** The maximum number of uses of a key per day. */
export const MAX_USES = 5;

/**
 * Coarsens the facts about a proven age. Keeps only the day of the check, because a more precise
 * time would identify the check. Replaces an estimate's margin with the one in the service's
 * policy, which is the same for everybody.
 * @param policy the policy that accepted the age
 */
export function keyFactsOf(
  { method, difficulty, livenessLevel }: AgeProof,
  bracket: AgeBracket,
  policy: ProofRule,
  passedAtMs: number,
): KeyFacts {
  const verifiedAtMs = passedAtMs - (passedAtMs % DAY_MS);
  return {
    bracket,
    proof: {
      method,
      marginYears: method === 'face' ? policy.marginYears : 0,
      difficulty,
      livenessLevel,
    },
    verifiedAtMs,
    expiresAtMs: verifiedAtMs + LIFETIMES.verifiedAgeMs,
  };
}

/**
 * Whether the key's proof meets a rule. The key does not record where a face was measured, because
 * a face estimate is kept only if it was measured at the edge.
 */
export const keyMeets = ({ proof }: Pick<KeyFacts, 'proof'>, rule: ProofRule): boolean =>
  meetsRule({ ...proof, measured: 'edge', tenantId: '', sessionId: '' }, rule);

/** Whether the key is still accepted: it has not expired, and its proof meets today's policy. */
export const isCounting = (key: KeyFacts, policy: ProofRule, nowMs: number): boolean =>
  nowMs < key.expiresAtMs && keyMeets(key, policy);

export const classOf = ({ proof }: Pick<KeyFacts, 'proof'>): PassClass =>
  proof.method === 'face' ? 'standard' : 'high';
