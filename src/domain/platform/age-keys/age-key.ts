// What an age key is (D-154): an age, how it was shown, and since when. Pure.
import { LIFETIMES } from '../../../config/config.ts';
import { DAY_MS } from '../../../time/durations.ts';
import type { AgeBracket } from '../../terms/age-bracket.ts';
import { type AgeProof, type ProofRule, meetsRule } from '../../terms/age-proof.ts';
import type { PassClass } from '../../terms/pass-class.ts';

/** Of a kept age's provenance what says nothing of a customer or a session. */
type KeyProof = Pick<AgeProof, 'method' | 'marginYears' | 'difficulty' | 'livenessLevel'>;

export interface KeyFacts {
  bracket: AgeBracket;
  proof: KeyProof;
  /** Beginning of the day, ms since the epoch. */
  verifiedAtMs: number;
  expiresAtMs: number;
}

/** An age key as its row has it. */
export interface AgeKey extends KeyFacts {
  /** SHA-256 of the credential's id, lower-case hex. */
  id: string;
  /** COSE, base64url. */
  publicKey: string;
  counter: number;
}

/** How often a day a key answers. */
export const MOST_USES = 5;

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * The day of a check and no finer time, which would say which one it was; and for an estimate the margin of the service's policy, which
 * is the same for all.
 * @param policy that lets it be kept
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

/** Whether its proof reaches a rule. A face is kept only where it was measured at the edge. */
export const keyMeets = ({ proof }: Pick<KeyFacts, 'proof'>, rule: ProofRule): boolean =>
  meetsRule({ ...proof, measured: 'edge', tenantId: '', sessionId: '' }, rule);

/** Whether it counts: in its time, and by a policy that is raised since. */
export const isCounting = (key: KeyFacts, policy: ProofRule, nowMs: number): boolean =>
  nowMs < key.expiresAtMs && keyMeets(key, policy);

export const classOf = ({ proof }: Pick<KeyFacts, 'proof'>): PassClass =>
  proof.method === 'face' ? 'standard' : 'high';
