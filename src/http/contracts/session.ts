// The response schema of a session in a list, and the filters of such lists, for every surface that
// lists sessions.
import { z } from '@hono/zod-openapi';
import type { ListedSession as Listed } from '../../domain/verification/session-list/list-sessions.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import { DAY_QUERY } from '../day-query.ts';
import { STATUSES, Reason, TYPES } from './result.ts';
import { jsonOf } from '../envelope.ts';

const MEASURED = ['edge', 'device'] as const;

/**
 * Query parameters that filter a list of sessions; the query also needs the refinement `inOrder`
 * (day-query.ts).
 */
export const SESSION_QUERY = {
  status: z.enum(STATUSES, { error: `status must be one of: ${STATUSES.join(', ')}.` }).optional(),
  verification_type: z
    .enum(TYPES, {
      error: `verification_type must be one of: ${TYPES.join(', ')}.`,
    })
    .optional(),
  external_user_id: z
    .string()
    .max(255, 'external_user_id must have at most 255 characters.')
    .optional()
    .openapi({ description: 'The `user_id` passed to init, unchanged.' }),
  ...DAY_QUERY,
};

export const ListedSession = z
  .object({
    token: z.string().openapi({ description: 'Result token, `xtk_…`.' }),
    status: z.enum(STATUSES),
    verified: z.boolean(),
    reason: Reason.optional(),
    verification_type: z.enum(TYPES).optional(),
    purpose: z.enum(['age_verification', 'id_verification']),
    verification_mode: z.enum(['auto', 'document', 'facial']),
    gate: z.int().optional(),
    external_user_id: z.string().optional(),
    ip_country: z.string().optional(),
    measured: z.enum(MEASURED).optional(),
    previous: z
      .string()
      .optional()
      .openapi({ description: 'Token of the session that this one retakes, `xtk_…`.' }),
    contested: z.literal(true).optional().openapi({
      description: 'Whether the visitor requested a document check instead of an estimate.',
    }),
    created_at: z.string(),
    completed_at: z.string().optional(),
    expires_at: z.string(),
    erased_at: z.string().optional().openapi({ description: 'When personal data was erased.' }),
    test: z.literal(true).optional(),
  })
  .openapi('ListedSession');

/** Responses to the erasure of a session's personal data: complete, or still in progress. */
const ErasedData = z.object({ erased: z.literal(true) }).openapi('Erased');
const ErasingData = z.object({ erased: z.literal(false) }).openapi('Erasing');

/**
 * @param whileAway description of the 202 response, which is sent while the database is unavailable
 */
export const erasureResponses = (whileAway: string) => ({
  200: {
    description: 'Personal data is erased from the session, the list and the events.',
    content: jsonOf(ErasedData, { erased: true }),
  },
  202: { description: whileAway, content: jsonOf(ErasingData, { erased: false }) },
});

type Row = z.infer<typeof ListedSession>;

export const LISTED_EXAMPLE: Row = {
  token: 'xtk_…',
  status: 'success',
  verified: true,
  verification_type: 'age_check',
  purpose: 'age_verification',
  verification_mode: 'auto',
  gate: 18,
  external_user_id: 'u-1842',
  measured: 'edge',
  created_at: '2026-08-13T09:30:00Z',
  completed_at: '2026-08-13T09:30:41Z',
  expires_at: '2026-08-13T09:45:00Z',
};

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
    ...(row.measured !== null && { measured: row.measured as NonNullable<Row['measured']> }),
    ...(row.previous !== undefined && { previous: row.previous }),
    ...(row.contested && { contested: true as const }),
    created_at: toTimestamp(row.created_at_ms),
    ...(row.completed_at_ms !== null && { completed_at: toTimestamp(row.completed_at_ms) }),
    expires_at: toTimestamp(row.expires_at_ms),
    ...(row.erased_at_ms !== null && { erased_at: toTimestamp(row.erased_at_ms) }),
    ...(row.test && { test: true as const }),
  };
}
