// The envelope of JSON responses (D-1), and the functions that render errors in it.
import { z } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { AppError, RECEIVER_FAULTS, unavailable, type ErrorCode } from '../errors.ts';
import type { AppEnv } from './app-env.ts';
import { isNoAnswer } from '../time/patience.ts';
import { toTimestamp } from '../time/timestamp.ts';
import { ERROR_STATUS, statusOf } from './error-status.ts';

const Meta = z
  .object({
    request_id: z.string().openapi({ example: 'req_8yYVrb3kRfWcQ1nT' }),
    timestamp: z.string().openapi({ example: '2026-08-13T09:30:00Z' }),
    api_version: z.string().optional().openapi({ example: '2026-08-13' }),
    pagination: z
      .object({
        page: z.int(),
        per_page: z.int(),
        total: z.int(),
        total_pages: z.int(),
      })
      .optional()
      .openapi({ description: 'Present in lists only.' }),
  })
  .openapi('Meta');

export const ErrorEnvelope = z
  .object({
    success: z.literal(false),
    error: z.object({
      code: z.string().openapi({ example: 'VALIDATION_FAILED', enum: Object.keys(ERROR_STATUS) }),
      message: z.string(),
      details: z
        .array(z.object({ field: z.string(), message: z.string() }))
        .optional()
        .openapi({ description: 'Every invalid field, if validation failed.' }),
      receiver: z
        .object({ reason: z.enum(RECEIVER_FAULTS), status: z.int().optional() })
        .optional()
        .openapi({
          description:
            'For `ENDPOINT_NOT_VERIFIED`: what the receiver did instead of returning the challenge, and its HTTP status if it responded.',
        }),
    }),
    meta: Meta,
  })
  .openapi('Error');

/** Returns the schema of a successful response with `data`. */
export function envelopeOf<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), data, meta: Meta });
}

/** Returns the JSON content of a successful response, with an example of its `data`. */
export function jsonOf<T extends z.ZodType>(data: T, example: z.input<T>) {
  const meta = { request_id: 'req_8yYVrb3kRfWcQ1nT', timestamp: '2026-08-13T09:30:00Z' };
  return {
    'application/json': {
      schema: envelopeOf(data),
      example: { success: true, data: example, meta: { ...meta, api_version: '2026-08-13' } },
    },
  };
}

type MetaFields = z.infer<typeof Meta>;

export function metaOf(c: HonoContext<AppEnv>): MetaFields {
  const version = c.get('apiVersion');
  return {
    request_id: c.get('requestId'),
    timestamp: toTimestamp(Date.now()),
    ...(version !== undefined && { api_version: version }),
  };
}

/** Returns the body of a successful response. */
export function succeed<T>(c: HonoContext<AppEnv>, data: T) {
  return { success: true as const, data, meta: metaOf(c) };
}

/**
 * Renders any thrown value in the envelope; unexpected errors become INTERNAL_ERROR or UNAVAILABLE,
 * each with a fixed message.
 */
export async function renderError(error: unknown, c: HonoContext<AppEnv>): Promise<Response> {
  const known = await recogniseError(error, c);
  const { code, message, fields, refusal, allow, receiver } = known;
  setRetryAfter(known, c);
  if (refusal !== undefined) {
    const quoted = `"${refusal.policy}"`;
    c.header('RateLimit-Policy', `${quoted};q=${refusal.limit};w=${refusal.windowSeconds}`);
  }
  if (allow !== undefined) c.header('Allow', allow.join(', '));
  const details = {
    ...(fields !== undefined && { details: fields }),
    ...(receiver !== undefined && { receiver }),
  };
  return c.json(
    { success: false, error: { code, message, ...details }, meta: metaOf(c) },
    statusOf(known),
  );
}

/**
 * Converts a thrown value into the AppError that the renderers of all surfaces use. An unexpected
 * error is attributed to D1 if D1 is not responding; the text of the error does not reveal this, so
 * a test query is made. A timeout is attributed to D1 without a test query, because D1 may already
 * be responding again.
 */
export async function recogniseError(error: unknown, c: HonoContext<AppEnv>): Promise<AppError> {
  const known = toAppError(error);
  // The context is missing only when the configuration is invalid.
  const ctx = c.get('ctx') as AppEnv['Variables']['ctx'] | undefined;
  if (known.code !== 'INTERNAL_ERROR' || ctx === undefined) return known;
  if (isNoAnswer(error)) return unavailable(error);
  return (await ctx.databaseAnswers()) ? known : unavailable(error);
}

export function setRetryAfter({ retryAfterSeconds }: AppError, c: HonoContext): void {
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HTTPException && error.status < 500)
    return new AppError(codeOfHttpException(error.status), sentenceOf(error));
  return new AppError('INTERNAL_ERROR', 'Something went wrong on our side. Please try again.', {
    cause: error,
  });
}

const codeOfHttpException = (status: number): ErrorCode =>
  status === 413 ? 'PAYLOAD_TOO_LARGE' : 'INVALID_REQUEST';

/**
 * Our message for an exception from the router. The exception's own message matters only for forms,
 * because our JSON readers throw their own errors.
 */
function sentenceOf({ status, message }: HTTPException): string {
  if (status === 413) return 'The body is too large.';
  return message.includes('FormData')
    ? 'The body must be a well-formed form.'
    : 'The body must be well-formed JSON.';
}
