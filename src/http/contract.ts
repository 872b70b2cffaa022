// Building blocks of route contracts.
import type { z } from '@hono/zod-openapi';
import { envelopeOf } from './envelope.ts';

/** The 200 response of a route: `data` in the envelope. */
export const ok = <T extends z.ZodType>(description: string, data: T) => ({
  200: answer(description, data),
});

/** Like ok, for a route that creates something. */
export const created = <T extends z.ZodType>(description: string, data: T) => ({
  201: answer(description, data),
});

const answer = <T extends z.ZodType>(description: string, data: T) => ({
  description,
  content: { 'application/json': { schema: envelopeOf(data) } },
});

/**
 * A required JSON body. The route also needs `requireJsonObject`, which runs before schema
 * validation.
 */
export const bodyOf = <T extends z.ZodType>(schema: T) => ({
  required: true as const,
  content: { 'application/json': { schema } },
});

/**
 * A JSON body that may be omitted, as may all of its members. The route also needs
 * `allowJsonObject`.
 */
export const optionalBodyOf = <T extends z.ZodType>(schema: T) => ({
  ...bodyOf(schema),
  required: false as const,
});
