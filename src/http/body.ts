// Checks every JSON body before schema validation: size and content type.
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';
import { ForeignCharset } from './error-status.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Declared or actual size (D-2). @param message what to say of more */
export const limitBodyTo = ({ bytes, message }: { bytes: number; message: string }) =>
  bodyLimit({
    maxSize: bytes,
    onError: () => {
      throw new AppError('PAYLOAD_TOO_LARGE', message);
    },
  });

const limitSize = limitBodyTo({
  bytes: MAX_BODY_BYTES,
  message: 'The body is larger than 64 KiB.',
});

/**
 * Also waits for the whole body: what comes next asks who may act, and a request that is sent slowly would else act by a sign-in
 * that has ended meanwhile.
 */
export const limitBody = createMiddleware<AppEnv>((c, next) =>
  limitSize(c, async () => {
    const { raw } = c.req;
    const { method } = raw;
    if (raw.body !== null) c.req.raw = new Request(raw, { method, body: await raw.arrayBuffer() });
    await next();
  }),
);

/** Requires a JSON object with a JSON content type, in UTF-8 (RFC 8259 8.1), whose texts can be echoed as they came (D-68). */
export const requireJsonObject = createMiddleware<AppEnv>(async (c, next) => {
  const type = c.req.header('Content-Type') ?? '';
  if (!/^application\/(\w+\+)?json\s*(;|$)/i.test(type))
    throw new AppError('INVALID_REQUEST', 'The Content-Type must be application/json.');
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type) ?? [];
  if (charset.toLowerCase() !== 'utf-8') throw new ForeignCharset();
  const body: unknown = await c.req.json().catch((cause: unknown) => {
    throw cause instanceof SyntaxError
      ? new AppError('INVALID_REQUEST', 'The body must be well-formed JSON.')
      : cause;
  });
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('INVALID_REQUEST', 'The body must be a JSON object.');
  if (!isWellFormed(body))
    throw new AppError('INVALID_REQUEST', 'The body has half of a character (a lone surrogate).');
  await next();
});

/** As requireJsonObject, where a body may be left out: of nothing it does not matter what it is said to be. */
export const allowJsonObject = createMiddleware<AppEnv>(async (c, next) => {
  if ((await c.req.raw.clone().text()) !== '') return requireJsonObject(c, next);
  const headers = new Headers(c.req.raw.headers);
  headers.delete('Content-Type');
  c.req.raw = new Request(c.req.raw, { headers });
  await next();
});

/** Whether every text in it, names of members too, is whole characters. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([name, member]) => name.isWellFormed() && isWellFormed(member),
  );
}
