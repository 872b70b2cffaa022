// Converts rows of verified_ages to the domain's types, for every store that joins the table.
import type { verifiedAges } from '../../../db/schema/index.ts';
import { AGE_BRACKETS } from '../../terms/age-bracket.ts';
import type { AgeProof } from '../../terms/age-proof.ts';
import type { KeptAge } from './kept-age.ts';

type Row = typeof verifiedAges.$inferSelect;

export function toKeptAge(row: Row): KeptAge {
  const bracket = AGE_BRACKETS.find((known) => known === row.bracket);
  const proof = toProof(row);
  return {
    ...(bracket !== undefined && { bracket }),
    level: row.level,
    verifiedAtMs: row.verified_at_ms,
    expiresAtMs: row.expires_at_ms,
    ...(proof !== undefined &&
      row.policy_version !== null && { proof, policyVersion: row.policy_version }),
    ...(row.revoked_at_ms !== null && { revokedAtMs: row.revoked_at_ms }),
    ...(!row.source_trusted && { isDistrusted: true as const }),
  };
}

/** A proof is either complete or absent. */
function toProof(row: Row): AgeProof | undefined {
  const { method, measured, difficulty } = row;
  const { margin_years: marginYears, liveness_level: livenessLevel } = row;
  const { tenant_id: tenantId, session_id: sessionId } = row;
  if (method === null || measured === null || marginYears === null) return undefined;
  if (difficulty === null || livenessLevel === null) return undefined;
  if (tenantId === null || sessionId === null) return undefined;
  return {
    method,
    measured,
    marginYears,
    difficulty,
    livenessLevel,
    tenantId,
    sessionId,
    ...(row.next_bracket_year !== null && { nextBracketYear: row.next_bracket_year }),
  };
}

/**
 * Returns the columns of a proof, which are also the fields that the operators' API returns. The
 * year of the next threshold is left out, so that operators learn nothing about a birthday.
 */
export const wordsOfProof = (proof: AgeProof) => ({
  method: proof.method,
  measured: proof.measured,
  margin_years: proof.marginYears,
  difficulty: proof.difficulty,
  liveness_level: proof.livenessLevel,
  tenant_id: proof.tenantId,
  session_id: proof.sessionId,
});

export const proofColumns = (proof: AgeProof, policyVersion: string) => ({
  ...wordsOfProof(proof),
  next_bracket_year: proof.nextBracketYear ?? null,
  policy_version: policyVersion,
});
