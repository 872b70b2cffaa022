// Ages stored in accounts without a check, and proofs like the ones that a check creates.
import type { AgeBracket } from '../../../src/domain/terms/age-bracket.ts';
import type { AgeProof } from '../../../src/domain/terms/age-proof.ts';
import type { VerifiedAge } from '../../../src/domain/accounts/verified-ages/kept-age.ts';
import { storeVerifiedAge } from '../../../src/domain/accounts/verified-ages/verified-age.ts';
import { makeContext } from '../installation/context.ts';

let sessions = 0;

/** A proof from a check that meets the service's default policy. */
export const makeProof = (proof: Partial<AgeProof> = {}): AgeProof => ({
  method: 'face',
  measured: 'device',
  marginYears: 7,
  difficulty: 'medium',
  livenessLevel: 'standard',
  tenantId: 'ten_elsewhere',
  sessionId: (++sessions).toString(16).padStart(64, '0'),
  ...proof,
});

interface KeptAge extends Partial<AgeProof> {
  verifiedAtMs?: number;
}

/** @throws Error if the policy does not allow the age to be kept */
export async function keepAge(
  account: { id: number },
  bracket: AgeBracket,
  { verifiedAtMs = Date.now(), ...proof }: KeptAge = {},
): Promise<VerifiedAge> {
  const age = { bracket, proof: makeProof(proof), verifiedAtMs };
  const kept = await storeVerifiedAge(makeContext(), account.id, age);
  if (kept === undefined) throw new Error('This age may not be kept.');
  return kept;
}
