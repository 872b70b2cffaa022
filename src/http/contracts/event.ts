// The response schemas for events, in the feed for backends and in the dashboard's list.
import { z } from '@hono/zod-openapi';
import {
  FACE_EVENT_TYPE,
  SESSION_EVENT_TYPES,
} from '../../domain/integration/webhooks/event-types.ts';
import { FaceChallenge } from './face.ts';
import { Result, RESULT_EXAMPLE } from './result.ts';

const LIMIT_RULE = 'limit must be a whole number from 1 to 100.';

type Listed = z.infer<typeof Event>;

export const DEFAULT_EVENTS = 20;

/** The query parameter for the maximum number of events to return. */
export const eventLimit = z
  .string()
  .regex(/^([1-9]\d?|100)$/, LIMIT_RULE)
  .transform(Number)
  .optional()
  .openapi({ type: 'integer', minimum: 1, maximum: 100, default: DEFAULT_EVENTS });

const COMMON = {
  id: z
    .string()
    .openapi({ description: 'Event ID, `evt_…`, identical to the `webhook-id` header.' }),
  api_version: z.string(),
  created: z.int().openapi({ description: 'Unix time in seconds.' }),
};

/** An event, in the form of a webhook's body. */
export const Event = z
  .discriminatedUnion('type', [
    z
      .object({ ...COMMON, type: z.enum(SESSION_EVENT_TYPES), data: Result })
      .openapi('SessionEvent'),
    z
      .object({ ...COMMON, type: z.literal(FACE_EVENT_TYPE), data: FaceChallenge })
      .openapi('FaceEvent'),
  ])
  .openapi('Event');

export const EVENT_EXAMPLE: Listed = {
  id: 'evt_…',
  type: 'session.success',
  api_version: '2026-08-13',
  created: 1_786_613_441,
  data: RESULT_EXAMPLE,
};

/** @param body the event's JSON, as it is stored and sent */
export const readEvent = (body: string) => JSON.parse(body) as Listed;
