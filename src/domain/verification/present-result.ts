// The result and the status in wire format, in the documented order, without absent optional
// members (D-11). Wire names usually belong to routes. This file contains them because an event,
// which includes the same object that GET /result returns, is stored and signed exactly as it is
// sent: domain/integration/webhooks and the route share this file.
import { toTimestamp } from '../../time/timestamp.ts';
import type { AppliedPolicy } from './rules/law/law-state.ts';
import { coarseReason } from './rules/session/reasons.ts';
import type { ShownProof, VerificationResult } from './rules/session/result.ts';

/**
 * A result with the `xtk_` token for reading it, the address of its receipt and, for a retake, the
 * token of the earlier session.
 */
export type NamedResult = VerificationResult & {
  token: string;
  receiptUrl?: string;
  previousToken?: string;
};

export type ResultObject = ReturnType<typeof presentResult>;

export function presentResult(result: NamedResult) {
  return {
    token: result.token,
    status: result.status,
    verified: result.verified,
    ...(result.reason !== undefined && { reason: result.reason }),
    ...(result.verificationType !== undefined && { verification_type: result.verificationType }),
    ...(result.ipCountry !== undefined && { ip_country: result.ipCountry }),
    ...(result.externalUserId !== undefined && { external_user_id: result.externalUserId }),
    checks: presentChecks(result.checks),
    ...(result.proof !== undefined && { proof: presentProof(result.proof) }),
    ...(result.risk !== undefined && { risk: { band: result.risk } }),
    ...(result.measured !== undefined && { measured: result.measured }),
    ...(result.handedOver === true && { handed_over: true as const }),
    ...(result.reviewed === true && { reviewed: true as const }),
    ...(result.overturned === true && { overturned: true as const }),
    ...(result.policy !== undefined && { policy: presentPolicy(result.policy) }),
    ...(result.receiptUrl !== undefined && { receipt: result.receiptUrl }),
    ...(result.previousToken !== undefined && { previous: result.previousToken }),
    created_at: toTimestamp(result.createdAtMs),
    ...(result.completedAtMs !== undefined && { completed_at: toTimestamp(result.completedAtMs) }),
    expires_at: toTimestamp(result.expiresAtMs),
    ...(result.test && { test: true as const }),
  };
}

const presentProof = ({
  method,
  bracket,
  passClass,
  issued,
  credential,
  issuerCountry,
}: ShownProof) => ({
  method,
  bracket: `${bracket}+`,
  ...(passClass !== undefined && { class: passClass }),
  ...(issued !== undefined && { issued }),
  ...(credential !== undefined && { credential }),
  ...(issuerCountry !== undefined && { issuer_country: issuerCountry }),
});

export const presentPolicy = ({
  jurisdiction,
  context,
  version,
  rules,
  perAccess,
  missing,
}: AppliedPolicy) => ({
  ...(jurisdiction !== undefined && { jurisdiction }),
  context,
  version,
  rules: [...rules],
  ...(perAccess === true && { per_access: true as const }),
  ...(missing !== undefined && { missing: [...missing] }),
});

export function presentChecks(checks: VerificationResult['checks']) {
  return {
    liveness: presentLiveness(checks.liveness),
    age: checks.age,
    document: presentDocument(checks.document),
    face_match: checks.faceMatch,
    eu_wallet: checks.euWallet,
    aml: checks.aml,
  };
}

const presentLiveness = ({ tested, ...check }: VerificationResult['checks']['liveness']) => ({
  ...check,
  ...(tested !== undefined && { tested: [...tested] }),
});

const presentDocument = ({
  type,
  country,
  ...check
}: VerificationResult['checks']['document']) => ({
  ...check,
  ...(type !== undefined && { document_type: type }),
  ...(country !== undefined && { country }),
});

/** Returns the part of a result that a publishable key may read. */
export function presentStatus(result: NamedResult) {
  return {
    token: result.token,
    status: result.status,
    verified: result.verified,
    ...(result.reason !== undefined && { reason: coarseReason(result.reason) }),
    created_at: toTimestamp(result.createdAtMs),
    expires_at: toTimestamp(result.expiresAtMs),
    ...(result.test && { test: true as const }),
  };
}
