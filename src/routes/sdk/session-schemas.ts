// Schemas for a session's details and for the query of the session list.
import { z } from '@hono/zod-openapi';
import { FUNNEL_NAMES } from '../../domain/verification/rules/session/funnel.ts';
import { inOrder, OUT_OF_ORDER } from '../../http/day-query.ts';
import { PAGE_QUERY } from '../../http/pagination.ts';
import { Result, RESULT_EXAMPLE } from '../../http/contracts/result.ts';
import { SESSION_QUERY } from '../../http/contracts/session.ts';
import { COUNTED_STEPS } from '../../domain/verification/rules/methods.ts';

export const SessionQuery = z
  .object({ ...PAGE_QUERY, ...SESSION_QUERY })
  .refine(inOrder, OUT_OF_ORDER);

export const SessionDetail = Result.extend({
  purpose: z.enum(['age_verification', 'id_verification']),
  verification_mode: z.enum(['auto', 'document', 'facial']),
  timeline: z
    .array(
      z.object({
        name: z.enum(FUNNEL_NAMES),
        step: z.enum(COUNTED_STEPS).optional(),
        notice: z
          .string()
          .optional()
          .openapi({ description: 'Version of the privacy notice, for `consent`.' }),
        at: z.string(),
      }),
    )
    .openapi({ description: 'Steps that the visitor reached, with times.' }),
}).openapi('SessionDetail');

export const DETAIL_EXAMPLE: z.infer<typeof SessionDetail> = {
  ...RESULT_EXAMPLE,
  purpose: 'age_verification',
  verification_mode: 'auto',
  timeline: [
    { name: 'opened', at: '2026-08-13T09:30:02Z' },
    { name: 'consent', step: 'consent', notice: '1', at: '2026-08-13T09:30:09Z' },
  ],
};
