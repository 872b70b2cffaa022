// Derives, from the settings in the audit log, which proofs a session accepts if its request does
// not restrict them (D-161, D-57). Pure.
import { ASSURANCES, LIVENESS_LEVELS } from '../../terms/age-proof.ts';
import { joinAccept } from '../../verification/rules/opening/accept.ts';
import type { AcceptSettings, SessionAccept } from '../../verification/rules/opening/accepted.ts';
import { ACCEPT_METHODS, type Workers } from '../../verification/rules/methods.ts';
import { listIn, type PolicyFacts } from './policy-history.ts';

export const requiredMethodIn = ({
  required_method: method,
}: PolicyFacts): 'document' | 'facial' | null =>
  method === 'document' || method === 'facial' ? method : null;

/** @returns undefined when the settings allow no proof */
export function acceptOf(policy: PolicyFacts, workers: Workers): SessionAccept | undefined {
  const mode = requiredMethodIn(policy) ?? 'auto';
  const kind = { mode, purpose: 'age_verification', workers } as const;
  const joined = joinAccept(kind, settingsOf(policy));
  return joined.ok ? joined.accept : undefined;
}

/**
 * The recourse that the settings give a refused visitor. Sessions follow the same rules (D-93,
 * D-95).
 */
interface ContestWays {
  /** Whether a document is accepted instead of an estimate. */
  document: boolean;
  /** Whether a human reviewer may decide an inconclusive document check. */
  review: boolean;
  /** Whether the verification page shows the privacy contact. */
  contact: boolean;
}

export function contestWaysOf(
  policy: PolicyFacts,
  accept: SessionAccept | undefined,
  contact: boolean,
): ContestWays {
  const methods = accept?.methods ?? [];
  const estimates = methods.includes('face');
  const stepsUp = policy.document_step_up === true;
  const readsDocuments = methods.includes('document') && (stepsUp || !estimates);
  return {
    document: readsDocuments && estimates,
    review: readsDocuments && policy.reviews === true,
    contact,
  };
}

function settingsOf(policy: PolicyFacts): AcceptSettings {
  const named = listIn(policy.accept_methods);
  const minAssurance = ASSURANCES.find((one) => one === policy.min_assurance);
  const livenessLevel = LIVENESS_LEVELS.find((one) => one === policy.liveness_level);
  return {
    agateId: policy.agate_id === true,
    ...(named !== null && { methods: ACCEPT_METHODS.filter((one) => named.includes(one)) }),
    ...(typeof policy.max_proof_age_days === 'number' && {
      maxProofAgeDays: policy.max_proof_age_days,
    }),
    ...(minAssurance !== undefined && { minAssurance }),
    ...(livenessLevel !== undefined && { livenessLevel }),
  };
}
