// Request and response fields shared by all staff routes.
import { z } from '@hono/zod-openapi';
import { decodeBase64 } from '../crypto/encoding.ts';

/** A required text field; never trimmed, because it may be a password or a code. */
export const text = (name: string, max: number) =>
  z
    .string({ error: `${name} is required.` })
    .min(1, `${name} is required.`)
    .max(max, `${name} must have at most ${max} characters.`);

/**
 * Matches text without control characters (Unicode's category Cc). `NO_CONTROLS_PATTERN` is its
 * equivalent for a schema's `pattern`. It works in every regular-expression dialect; some support
 * neither flags nor `\p`.
 */
export const NO_CONTROLS = /^\P{Cc}*$/u;
export const NO_CONTROLS_PATTERN = String.raw`^[^\x00-\x1f\x7f-\x9f]*$`;

/** The name of a person or a resource as entered in a form. */
export const givenName = (name: string) =>
  z
    .string({ error: `${name} is required.` })
    .trim()
    .min(1, `${name} is required.`)
    .max(100, `${name} must have at most 100 characters.`)
    .regex(NO_CONTROLS, `${name} must not have control characters.`)
    .openapi({ pattern: NO_CONTROLS_PATTERN });

/** A row id in a path: a positive integer (else 400). */
export const RowIdParam = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'id must be a positive integer.')
    .transform(Number)
    .openapi({
      type: 'integer',
      format: 'int64',
      minimum: 1,
      maximum: 999_999_999_999_999,
      example: 7,
    }),
});

/**
 * The required reason for an action.
 * @param description the OpenAPI description of the `reason` field
 */
export const reasonText = (description: string) =>
  z
    .string({ error: 'reason is required.' })
    .trim()
    .min(1, 'reason is required.')
    .max(500, 'reason must have at most 500 characters.')
    .regex(NO_CONTROLS, 'reason must not have control characters.')
    .openapi({ pattern: NO_CONTROLS_PATTERN, description });

export const Done = z.object({ done: z.literal(true) }).openapi('Done');

export const DONE = { done: true } as const;

/**
 * Bytes as base64 (RFC 4648 section 4).
 * @param most the maximum number of characters
 * @param message the error message for any invalid value
 */
export const base64 = (most: number, message: string) =>
  z
    .string({ error: message })
    .min(1, message)
    .max(most, { error: message, abort: true })
    .transform((text, check): Uint8Array<ArrayBuffer> => {
      try {
        return decodeBase64(text);
      } catch {
        check.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
    });

/**
 * A schema that accepts one of several numbers. It states the type and the values for OpenAPI,
 * because otherwise only the first of a literal's values would be described.
 */
export const oneOfNumbers = <const T extends readonly number[]>(values: T, error?: string) =>
  z.literal(values, error === undefined ? undefined : { error }).openapi({
    type: 'integer',
    enum: [...values],
  });

/** The OpenAPI type and values of a oneOfNumbers field that may be null. */
export const orNull = (values: readonly number[]) => ({
  type: ['integer', 'null'] as ['integer', 'null'],
  enum: [...values, null],
});
