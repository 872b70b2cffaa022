// Request and response fields shared by all staff routes.
import { z } from '@hono/zod-openapi';

/** A required text field; never trimmed, since it may be a password or a code. */
export const text = (name: string, max: number) =>
  z
    .string({ error: `${name} is required.` })
    .min(1, `${name} is required.`)
    .max(max, `${name} must have at most ${max} characters.`);

/** The name of a person or a resource as entered in a form. */
export const givenName = (name: string) =>
  z
    .string({ error: `${name} is required.` })
    .trim()
    .min(1, `${name} is required.`)
    .max(100, `${name} must have at most 100 characters.`)
    .regex(/^\P{Cc}*$/u, `${name} must not have control characters.`);

export const Done = z.object({ done: z.literal(true) }).openapi('Done');

export const DONE = { done: true } as const;
