// Request and response schemas for webhook endpoints and deliveries.
import { z } from '@hono/zod-openapi';
import { ATTEMPT_FAILURES } from '../../domain/integration/webhooks/delivery.ts';
import { ENDPOINT_MODES } from '../../domain/integration/webhooks/endpoint.ts';
import { EVENT_TYPES } from '../../domain/integration/webhooks/event-types.ts';
import { NO_CONTROLS, NO_CONTROLS_PATTERN } from '../../http/fields.ts';
import { choice } from './schemas.ts';

export const Webhook = z
  .object({
    id: z.string().openapi({ example: 'we_…' }),
    url: z.string(),
    description: z.string().optional(),
    events: z.array(z.enum(EVENT_TYPES)),
    mode: z.enum(ENDPOINT_MODES),
    state: z.enum(['pending', 'enabled', 'paused', 'disabled']).openapi({
      description:
        '`pending`: the endpoint has not answered its challenge and receives no events. `paused`: deliveries are held back. `disabled`: deliveries failed for three days, or the endpoint responded 410.',
    }),
    disabled_reason: z.enum(['failing', 'gone']).optional(),
    failing_since: z.string().optional(),
    previous_secret_expires_at: z
      .string()
      .optional()
      .openapi({ description: 'Until then, deliveries are also signed with the previous secret.' }),
    created_at: z.string(),
  })
  .openapi('Webhook');

export const WebhookWithSecret = Webhook.extend({
  secret: z
    .string()
    .openapi({ description: 'Webhook secret. It is not shown again.', example: 'whsec_…' }),
}).openapi('WebhookWithSecret');

const Attempt = z
  .object({
    number: z.int(),
    at: z.string(),
    duration_ms: z.int(),
    request: z.object({
      method: z.literal('POST'),
      url: z.string(),
      headers: z.record(z.string(), z.string()).openapi({
        description: 'Request headers without signatures, which are computed for each attempt.',
      }),
      body: z.string(),
    }),
    status: z.int().optional(),
    failure: z
      .enum(ATTEMPT_FAILURES)
      .optional()
      .openapi({ description: 'Why the attempt failed.' }),
    answer: z.string().optional().openapi({ description: 'The first 4 KiB of the response body.' }),
  })
  .openapi('WebhookAttempt');

export const Delivery = z
  .object({
    id: z.string().openapi({ example: 'dlv_…' }),
    endpoint_id: z.string(),
    event: z.object({ id: z.string(), type: z.string() }),
    state: z.enum(['pending', 'delivered', 'dead']),
    created_at: z.string(),
    next_attempt_at: z.string().optional(),
    finished_at: z.string().optional(),
    attempts: z.array(Attempt),
  })
  .openapi('WebhookDelivery');

const url = z
  .string({ error: 'url is required.' })
  .openapi({ description: 'https URL on a public host, without credentials and fragment.' });
const events = z
  .array(choice('events', EVENT_TYPES), { error: 'events must be a list.' })
  .min(1, 'events must name at least one event.')
  .max(50, 'events must not name one event many times.');
const mode = choice('mode', ENDPOINT_MODES);
const description = z
  .string({ error: 'description must be a text.' })
  .max(200, 'description must have at most 200 characters.')
  .regex(NO_CONTROLS, 'description must not have control characters.')
  .openapi({ pattern: NO_CONTROLS_PATTERN });

export const NewWebhookBody = z
  .strictObject({ url, events, mode: mode.optional(), description: description.optional() })
  .openapi('WebhookRegistration');

export const WebhookChangesBody = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    mode: mode.optional(),
    description: description.nullable().optional(),
    state: choice('state', ['enabled', 'paused']).optional().openapi({
      description:
        '`paused`: holds deliveries back. `enabled`: sends pending deliveries; also re-enables a disabled endpoint.',
    }),
  })
  .openapi('WebhookChanges');

export const TestBody = z
  .strictObject({ type: choice('type', EVENT_TYPES).default('session.success') })
  .openapi('DashboardWebhookTest');
