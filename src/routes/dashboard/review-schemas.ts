// Request and response schemas for reviews (D-95).
import { z } from '@hono/zod-openapi';
import { REPEATED_STEPS } from '../../domain/verification/rules/review/review-state.ts';
import { REJECTIONS } from '../../domain/verification/rules/review/review-decision.ts';
import { Result } from '../../http/contracts/result.ts';
import { choice } from './schemas.ts';
import { MODE } from './session-schemas.ts';
import { PAGE_QUERY } from '../../http/pagination.ts';

export const ReviewQuery = z.object({ ...PAGE_QUERY, mode: MODE });

export const ReviewParam = z.object({
  id: z.string().openapi({ description: 'The session’s result token, `xtk_…`.' }),
});
export const PictureParam = ReviewParam.extend({
  link: z.string().max(100).openapi({ description: 'Link from the `url` of a picture.' }),
});

const at = z.string().openapi({ format: 'date-time' });

const WAITING = {
  id: z.string().openapi({ description: 'The session’s result token, `xtk_…`.' }),
  gate: z.int().optional().openapi({ description: 'Age gate of the session.' }),
  external_user_id: z.string().optional(),
  requested_at: at.openapi({ description: 'When the visitor requested the review.' }),
  due_at: at.openapi({
    description: 'When the session becomes `failed` and its pictures are deleted.',
  }),
  test: z.literal(true).optional(),
};

export const ListedReview = z
  .object({ ...WAITING, purpose: z.enum(['age_verification', 'id_verification']) })
  .openapi('ListedReview');

export const REVIEW_EXAMPLE: z.infer<typeof ListedReview> = {
  id: 'xtk_…',
  gate: 18,
  external_user_id: 'u-1842',
  requested_at: '2026-08-13T09:33:00Z',
  due_at: '2026-08-16T09:33:00Z',
  purpose: 'age_verification',
};

const COUNTS = {
  approvals: z.int().openapi({ description: 'Number of members who have approved.' }),
  approvals_needed: z
    .int()
    .openapi({ description: 'Required approvals: 1, or 2 with `review_second_person`.' }),
};

export const Review = z
  .object({
    ...WAITING,
    reason: z.string().openapi({ description: 'Reason of the failure if nobody decides.' }),
    checks: Result.shape.checks,
    risk: Result.shape.risk,
    ...COUNTS,
    approved_by_you: z.boolean().openapi({
      description:
        'Whether you have approved. If so, the second approval must come from another member.',
    }),
    round: z
      .int()
      .openapi({ description: '1, plus one for each time the visitor was asked to repeat steps.' }),
    decisions: z
      .array(
        z.object({
          round: z.int(),
          decision: z.enum(['approve', 'ask_again']),
          steps: z.array(z.enum(REPEATED_STEPS)).optional(),
          member_id: z.string().openapi({ example: 'mem_7' }),
          member_name: z
            .string()
            .optional()
            .openapi({ description: 'Absent if the member has left the team.' }),
          at,
        }),
      )
      .openapi({ description: 'Decisions so far, oldest first.' }),
    pictures: z
      .array(
        z.object({
          name: z.enum(['page', 'front', 'face']),
          url: z.string().openapi({
            format: 'uri-reference',
            description:
              'GET this URL once, with the same access token or another one of the same sign-in.',
          }),
          expires_at: at,
        }),
      )
      .openapi({ description: 'Empty for a test session.' }),
  })
  .openapi('Review');

const STEPS_RULE = `steps must be a list of at least one of: ${REPEATED_STEPS.join(', ')}.`;

export const DecisionBody = z
  .discriminatedUnion(
    'decision',
    [
      z.strictObject({ decision: z.literal('approve') }).openapi('ReviewApproval'),
      z
        .strictObject({
          decision: z.literal('reject'),
          reason: choice('reason', REJECTIONS)
            .optional()
            .openapi({ description: 'Default: the `reason` of the review.' }),
        })
        .openapi('ReviewRejection'),
      z
        .strictObject({
          decision: z.literal('ask_again'),
          steps: z
            .array(choice('steps', REPEATED_STEPS), { error: STEPS_RULE })
            .min(1, STEPS_RULE)
            .transform((list) => [...new Set(list)])
            .openapi({
              description:
                'Steps that the visitor must repeat. Document and face are always both taken again, because the portrait is compared with the person who makes the movements.',
            }),
        })
        .openapi('ReviewRepetition'),
    ],
    { error: 'decision must be one of: approve, reject, ask_again.' },
  )
  .openapi('ReviewDecision');

export const Decided = z
  .object({ id: z.string(), status: Result.shape.status, ...COUNTS })
  .openapi('ReviewDecided');
