// The sessions of a staff member other than the caller, without ids or IP addresses: they can only
// be ended all at once.
import { z } from '@hono/zod-openapi';
import type { StaffSession } from '../../domain/customers/staff/sessions.ts';
import { reasonText } from '../../http/fields.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import { METHODS } from './sessions.ts';

export const MemberSession = z
  .object({
    method: METHODS,
    device: z.string().openapi({ example: 'Chrome, Windows' }),
    created_at: z.string(),
    last_used_at: z.string(),
    expires_at: z.string(),
  })
  .openapi('MemberSession');

export const ForcedLogout = z
  .strictObject({ reason: reasonText('For the audit.') })
  .openapi('ForcedLogout');

export const presentMemberSession = (session: StaffSession) => ({
  method: session.method,
  device: session.device,
  created_at: toTimestamp(session.createdAtMs),
  last_used_at: toTimestamp(session.lastUsedAtMs),
  expires_at: toTimestamp(session.expiresAtMs),
});
