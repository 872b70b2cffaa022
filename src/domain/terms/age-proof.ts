// How an age was proven, and how strong the proof is (D-56, D-57). Pure.

/** Each of these four lists is ordered from weakest to strongest. */
export const ASSURANCES = ['device', 'edge', 'document', 'wallet'] as const;
export const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;
export const LIVENESS_LEVELS = ['standard', 'strict'] as const;
export const VERIFICATION_LEVELS = ['ml', 'document', 'wallet'] as const;

export const PROOF_METHODS = ['face', 'document', 'wallet'] as const;

/**
 * Where a face was measured: in the visitor's browser, or by the service itself from the pictures.
 */
export const MEASURED = ['device', 'edge'] as const;

export type Measured = (typeof MEASURED)[number];
export type Assurance = (typeof ASSURANCES)[number];
export type LivenessLevel = (typeof LIVENESS_LEVELS)[number];
export type VerificationLevel = (typeof VERIFICATION_LEVELS)[number];
type Difficulty = (typeof DIFFICULTIES)[number];
type ProofMethod = (typeof PROOF_METHODS)[number];

export interface AgeProof {
  method: ProofMethod;
  measured: Measured;
  /** The largest error margin, in years, at which the face estimate passed; 0 for other methods. */
  marginYears: number;
  difficulty: Difficulty;
  livenessLevel: LivenessLevel;
  /**
   * For a document: the year in which the person reaches the next of AGE_BRACKETS, if that is the
   * year of the check or the year after. No other part of the birth date is stored (D-163).
   */
  nextBracketYear?: number;
  /** The customer for which the check was made. */
  tenantId: string;
  /** The id of the check's session, 64 hex digits. */
  sessionId: string;
}

/** The minimum requirements for a proof. */
export interface ProofRule {
  minAssurance: Assurance;
  marginYears: number;
  minDifficulty: Difficulty;
  livenessLevel: LivenessLevel;
}

/** The service's own rule for ages that accounts keep; `version` changes whenever the rule does. */
export interface KeepPolicy extends ProofRule {
  version: string;
}

export const isAtLeast = <T>(order: readonly T[], value: T, least: T): boolean =>
  order.indexOf(value) >= order.indexOf(least);

const assuranceOf = ({ method, measured }: AgeProof): Assurance =>
  method === 'face' ? measured : method;

/** Returns the level as relying parties see it (D-37). */
export const levelOf = (method: ProofMethod): VerificationLevel =>
  method === 'face' ? 'ml' : method;

/**
 * Whether a proof meets a rule. Margin, difficulty and liveness apply to faces only: a document or
 * a wallet states the age itself.
 */
export function meetsRule(proof: AgeProof, rule: ProofRule): boolean {
  if (!isAtLeast(ASSURANCES, assuranceOf(proof), rule.minAssurance)) return false;
  return (
    proof.method !== 'face' ||
    (proof.marginYears >= rule.marginYears &&
      isAtLeast(DIFFICULTIES, proof.difficulty, rule.minDifficulty) &&
      isAtLeast(LIVENESS_LEVELS, proof.livenessLevel, rule.livenessLevel))
  );
}
