// Domain values → wire fields of sessions.
import type { z } from '@hono/zod-openapi';
import type { ListedSession as Listed } from '../../domain/verification/list-sessions.ts';
import type { SessionDetail as Detail } from '../../domain/verification/read-result.ts';
import { presentResult } from '../../domain/verification/result-object.ts';
import { toTimestamp } from '../../timestamp.ts';
import type { ListedSession, SessionDetail } from './session-schemas.ts';

type Row = z.infer<typeof ListedSession>;

export function presentListed(row: Listed): Row {
  return {
    token: row.token,
    status: row.status as Row['status'],
    verified: row.status === 'success',
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.verification_type !== null && {
      verification_type: row.verification_type as NonNullable<Row['verification_type']>,
    }),
    purpose: row.purpose as Row['purpose'],
    verification_mode: row.verification_mode as Row['verification_mode'],
    ...(row.gate !== null && { gate: row.gate }),
    ...(row.external_user_id !== null && { external_user_id: row.external_user_id }),
    ...(row.ip_country !== null && { ip_country: row.ip_country }),
    created_at: toTimestamp(row.created_at_ms),
    ...(row.completed_at_ms !== null && { completed_at: toTimestamp(row.completed_at_ms) }),
    expires_at: toTimestamp(row.expires_at_ms),
    ...(row.erased_at_ms !== null && { erased_at: toTimestamp(row.erased_at_ms) }),
    ...(row.test && { test: true as const }),
  };
}

export function presentDetail({ result, request, funnel }: Detail): z.infer<typeof SessionDetail> {
  return {
    ...presentResult(result),
    purpose: request.purpose,
    verification_mode: request.mode,
    timeline: funnel.map(({ name, step, atMs }) => ({
      name,
      ...(step !== undefined && { step }),
      at: toTimestamp(atMs),
    })),
  };
}
