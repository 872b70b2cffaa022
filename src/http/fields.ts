// Members of bodies and answers that every group of routes for staff has.
import { z } from '@hono/zod-openapi';

/** A text member of a body; passwords and codes are never trimmed. */
export const text = (name: string, max: number) =>
  z
    .string({ error: `${name} is required.` })
    .min(1, `${name} is required.`)
    .max(max, `${name} must have at most ${max} characters.`);

/** A person's or a thing's name as somebody typed it. */
export const givenName = (name: string) =>
  z
    .string({ error: `${name} is required.` })
    .trim()
    .min(1, `${name} is required.`)
    .max(100, `${name} must have at most 100 characters.`)
    .regex(/^\P{Cc}*$/u, `${name} must not have control characters.`);

export const Done = z.object({ done: z.literal(true) }).openapi('Done');

export const DONE = { done: true } as const;
