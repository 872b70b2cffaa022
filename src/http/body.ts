// Checks every JSON body before schema validation: size and content type.
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Declared or actual size (D-2). @param message what to say of more */
export const limitBodyTo = ({ bytes, message }: { bytes: number; message: string }) =>
  bodyLimit({
    maxSize: bytes,
    onError: () => {
      throw new AppError('PAYLOAD_TOO_LARGE', message);
    },
  });

export const limitBody = limitBodyTo({
  bytes: MAX_BODY_BYTES,
  message: 'The body is larger than 64 KiB.',
});

/** Requires a JSON object with a JSON content type. */
export const requireJsonObject = createMiddleware<AppEnv>(async (c, next) => {
  if (!/^application\/(\w+\+)?json\s*(;|$)/i.test(c.req.header('Content-Type') ?? ''))
    throw new AppError('INVALID_REQUEST', 'The Content-Type must be application/json.');
  const body: unknown = await c.req.json().catch((cause: unknown) => {
    throw cause instanceof SyntaxError
      ? new AppError('INVALID_REQUEST', 'The body must be well-formed JSON.')
      : cause;
  });
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('INVALID_REQUEST', 'The body must be a JSON object.');
  await next();
});
