// Domain values → wire fields of the verification API, in the documented order, optional members left out.
import type { z } from '@hono/zod-openapi';
import type { NamedResult } from '../../domain/verification/read-result.ts';
import { coarseReason } from '../../domain/verification/result.ts';
import { toTimestamp } from '../../http/envelope.ts';
import type { Result, StatusData } from './schemas.ts';

export function presentResult(result: NamedResult): z.infer<typeof Result> {
  const { checks } = result;
  return {
    token: result.token,
    status: result.status,
    verified: result.verified,
    ...(result.reason !== undefined && { reason: result.reason }),
    ...(result.verificationType !== undefined && { verification_type: result.verificationType }),
    ...(result.ipCountry !== undefined && { ip_country: result.ipCountry }),
    ...(result.externalUserId !== undefined && { external_user_id: result.externalUserId }),
    checks: {
      liveness: checks.liveness,
      age: checks.age,
      document: checks.document,
      face_match: checks.faceMatch,
      eu_wallet: checks.euWallet,
      aml: checks.aml,
    },
    ...(result.risk !== undefined && { risk: { band: result.risk } }),
    created_at: toTimestamp(result.createdAtMs),
    ...(result.completedAtMs !== undefined && { completed_at: toTimestamp(result.completedAtMs) }),
    expires_at: toTimestamp(result.expiresAtMs),
    ...(result.test && { test: true as const }),
  };
}

export function presentStatus(result: NamedResult): z.infer<typeof StatusData> {
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
