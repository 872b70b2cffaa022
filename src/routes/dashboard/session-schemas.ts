// Request and response schemas for the session routes for a customer's staff.
import { z } from '@hono/zod-openapi';
import { ATTEMPT_FAILURES } from '../../domain/integration/webhooks/delivery.ts';
import type { SessionFile as File } from '../../domain/integration/webhooks/read-session-file.ts';
import { inOrder, OUT_OF_ORDER } from '../../http/day-query.ts';
import { PAGE_QUERY } from '../../http/pagination.ts';
import { Result, RESULT_EXAMPLE } from '../../http/contracts/result.ts';
import { LISTED_EXAMPLE, ListedSession, SESSION_QUERY } from '../../http/contracts/session.ts';

export const MODE = z
  .enum(['live', 'test'], { error: 'mode must be one of: live, test.' })
  .optional()
  .transform((mode) => mode ?? 'live')
  .openapi({ type: 'string', enum: ['live', 'test'], default: 'live' });

const FILTERS = {
  mode: MODE,
  ...SESSION_QUERY,
};

export const SessionQuery = z.object({ ...PAGE_QUERY, ...FILTERS }).refine(inOrder, OUT_OF_ORDER);
export const ExportQuery = z.object(FILTERS).refine(inOrder, OUT_OF_ORDER);

const at = z.string().openapi({ format: 'date-time' });

const TimelineEntry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('created'), at }).openapi('SessionCreated'),
  z
    .object({
      type: z.literal('visitor'),
      at,
      name: z.string().openapi({ example: 'liveness_start' }),
      step: z.string().optional(),
      notice: z
        .string()
        .optional()
        .openapi({ description: 'Version of the privacy notice, for `consent`.' }),
    })
    .openapi('SessionStep'),
  z.object({ type: z.literal('ended'), at, status: z.string() }).openapi('SessionEnded'),
  z
    .object({
      type: z.literal('webhook'),
      at,
      delivery_id: z.string(),
      endpoint_id: z.string(),
      attempt: z.int(),
      duration_ms: z.int(),
      http_status: z.int().optional(),
      failure: z.enum(ATTEMPT_FAILURES).optional(),
    })
    .openapi('SessionWebhook'),
  z.object({ type: z.literal('erased'), at }).openapi('SessionErased'),
]);

const RETAKES = [
  'possible',
  'test',
  'running',
  'decided',
  'retaken',
  'age_judged',
  'limit_exceeded',
] as const satisfies readonly NonNullable<File['retake']>[];

export const SessionFile = ListedSession.extend({
  metadata: z
    .string()
    .optional()
    .openapi({ description: 'Exactly as passed to init. Not returned by any other route.' }),
  checks: Result.shape.checks.optional(),
  risk: Result.shape.risk,
  handed_over: Result.shape.handed_over,
  reviewed: Result.shape.reviewed,
  overturned: Result.shape.overturned,
  policy: Result.shape.policy,
  receipt: Result.shape.receipt,
  retake: z.enum(RETAKES).optional().openapi({
    description:
      'Whether another session may replace this one, or why not. Absent once the session is erased.',
  }),
  page: z
    .object({
      site: z.string().openapi({ description: 'Your name at the time of the session.' }),
      contact: z.string().optional().openapi({ description: 'Contact that the page named.' }),
      asks_for_document: z
        .boolean()
        .openapi({ description: 'Whether the page asked for a document.' }),
      document_need: z.enum(['may', 'will']).optional().openapi({
        description:
          'Whether the page announced a document check: `may` only if the age stays unclear. Absent: no document check was announced.',
      }),
    })
    .optional()
    .openapi({
      description: 'Values that the page text contained. Absent once the session is erased.',
    }),
  timeline: z
    .array(TimelineEntry)
    .openapi({ description: 'Steps of the visitor and webhook attempts, in order.' }),
  deliveries: z.array(
    z.object({
      id: z.string().openapi({ description: 'ID for `deliveries/{id}/replay`.' }),
      endpoint_id: z.string(),
      event_id: z.string(),
      event_type: z.string(),
      state: z.enum(['pending', 'delivered', 'dead']),
      attempts: z.int(),
    }),
  ),
}).openapi('SessionFile');

export const Retaken = z
  .object({
    verify_url: z
      .string()
      .openapi({ description: 'URL to which to send the visitor. Opens once, within 10 minutes.' }),
    previous: z
      .string()
      .openapi({ description: 'Token of the session that this one retakes, `xtk_…`.' }),
  })
  .openapi('SessionRetaken');

export const FILE_EXAMPLE: z.infer<typeof SessionFile> = {
  ...LISTED_EXAMPLE,
  checks: RESULT_EXAMPLE.checks,
  retake: 'decided',
  page: { site: 'Cellar Door', asks_for_document: false },
  timeline: [
    { type: 'created', at: '2026-08-13T09:30:00Z' },
    { type: 'visitor', at: '2026-08-13T09:30:02Z', name: 'opened' },
    { type: 'ended', at: '2026-08-13T09:30:41Z', status: 'success' },
    {
      type: 'webhook',
      at: '2026-08-13T09:30:42Z',
      delivery_id: 'dlv_…',
      endpoint_id: 'we_…',
      attempt: 1,
      duration_ms: 84,
      http_status: 200,
    },
  ],
  deliveries: [
    {
      id: 'dlv_…',
      endpoint_id: 'we_…',
      event_id: 'evt_…',
      event_type: 'session.success',
      state: 'delivered',
      attempts: 1,
    },
  ],
};
