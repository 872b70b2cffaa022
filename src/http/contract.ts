// Pieces of route contracts, so that each says only what is its own.
import type { z } from '@hono/zod-openapi';
import { envelopeOf } from './envelope.ts';

/** The 200 of a route around `data`. */
export function ok<T extends z.ZodType>(description: string, data: T) {
  return { 200: { description, content: { 'application/json': { schema: envelopeOf(data) } } } };
}

/** A required JSON body. The route needs `requireJsonObject` too, which sees it before the schema does. */
export const bodyOf = <T extends z.ZodType>(schema: T) => ({
  required: true as const,
  content: { 'application/json': { schema } },
});
