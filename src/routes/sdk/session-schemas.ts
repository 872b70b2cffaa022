// Wire shapes of sessions in lists and in detail.
import { z } from '@hono/zod-openapi';
import { DAY_QUERY, inOrder, OUT_OF_ORDER } from '../../http/day-query.ts';
import { PAGE_QUERY } from '../../http/pagination.ts';
import { Result, RESULT_EXAMPLE } from '../../http/result-contract.ts';

const LISTED_STATUSES = [
  'pending',
  'in_progress',
  'success',
  'failed',
  'canceled',
  'expired',
] as const;
const TYPES = ['age_check', 'full', 'agate_id', 'eu_wallet'] as const;

export const SessionQuery = z
  .object({
    ...PAGE_QUERY,
    status: z
      .enum(LISTED_STATUSES, { error: `status must be one of: ${LISTED_STATUSES.join(', ')}.` })
      .optional(),
    verification_type: z
      .enum(TYPES, { error: `verification_type must be one of: ${TYPES.join(', ')}.` })
      .optional(),
    external_user_id: z
      .string()
      .max(255, 'external_user_id must have at most 255 characters.')
      .optional()
      .openapi({ description: 'Exactly as init got it as `user_id`.' }),
    ...DAY_QUERY,
  })
  .refine(inOrder, OUT_OF_ORDER);

export const ListedSession = z
  .object({
    token: z.string().openapi({ description: 'Result token, `xtk_…`.' }),
    status: z.enum(LISTED_STATUSES),
    verified: z.boolean(),
    reason: z.string().optional(),
    verification_type: z.enum(TYPES).optional(),
    purpose: z.enum(['age_verification', 'id_verification']),
    verification_mode: z.enum(['auto', 'document', 'facial']),
    gate: z.int().optional(),
    external_user_id: z.string().optional(),
    ip_country: z.string().optional(),
    created_at: z.string(),
    completed_at: z.string().optional(),
    expires_at: z.string(),
    erased_at: z.string().optional().openapi({ description: 'When personal data was erased.' }),
    test: z.literal(true).optional(),
  })
  .openapi('ListedSession');

export const SessionDetail = Result.extend({
  purpose: z.enum(['age_verification', 'id_verification']),
  verification_mode: z.enum(['auto', 'document', 'facial']),
  timeline: z
    .array(
      z.object({
        name: z.enum([
          'opened',
          'consent',
          'camera',
          'liveness_start',
          'liveness_end',
          'age',
          'verdict',
          'cancel',
        ]),
        step: z.enum(['consent', 'liveness', 'age']).optional(),
        at: z.string(),
      }),
    )
    .openapi({ description: 'How far the visitor got, and when.' }),
}).openapi('SessionDetail');

export const ErasedData = z.object({ erased: z.literal(true) }).openapi('Erased');

export const DETAIL_EXAMPLE: z.infer<typeof SessionDetail> = {
  ...RESULT_EXAMPLE,
  purpose: 'age_verification',
  verification_mode: 'auto',
  timeline: [
    { name: 'opened', at: '2026-08-13T09:30:02Z' },
    { name: 'consent', step: 'consent', at: '2026-08-13T09:30:09Z' },
  ],
};

export const LIST_EXAMPLE: z.infer<typeof ListedSession>[] = [
  {
    token: 'xtk_…',
    status: 'success',
    verified: true,
    verification_type: 'age_check',
    purpose: 'age_verification',
    verification_mode: 'auto',
    gate: 18,
    external_user_id: 'u-1842',
    created_at: '2026-08-13T09:30:00Z',
    completed_at: '2026-08-13T09:30:41Z',
    expires_at: '2026-08-13T09:45:00Z',
  },
];
