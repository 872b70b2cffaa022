// Checks every body before schema validation: size, coding, charset, content type, and that its texts can be echoed as they came.
import type { Context as HonoContext } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';
import { UnreadableBody } from './error-status.ts';
import { refusedMembers } from './validation.ts';

const MAX_BODY_BYTES = 64 * 1024;
/** No request that is described has more than a few. */
const MAX_DEPTH = 64;

/** Drops the body of a GET or HEAD, which has no meaning (RFC 9110 9.3.1). */
export const ignoreBodyOfReads = createMiddleware<AppEnv>(async (c, next) => {
  const { raw } = c.req;
  const { method, headers, signal } = raw;
  if ((method === 'GET' || method === 'HEAD') && raw.body !== null) {
    // A request without a body cannot be made of one that has a body.
    const { cf } = raw;
    c.req.raw = new Request(raw.url, { method, headers, signal, ...(cf && { cf }) });
  }
  await next();
});

/**
 * Declared or actual size (D-2); and no coding (RFC 9110 8.4), for what a body is once it is unpacked nobody can say before.
 * @param message what to say of more
 */
export const limitBodyTo = ({ bytes, message }: { bytes: number; message: string }) => {
  const limit = bodyLimit({
    maxSize: bytes,
    onError: () => {
      throw new AppError('PAYLOAD_TOO_LARGE', message);
    },
  });
  return createMiddleware<AppEnv>((c, next) => {
    requireNoCoding(c.req.raw);
    return limit(c, next);
  });
};

function requireNoCoding({ body, headers }: Request): void {
  const coding = headers.get('Content-Encoding')?.trim().toLowerCase() ?? '';
  if (body !== null && coding !== '' && coding !== 'identity')
    throw new UnreadableBody('The body must not be compressed (Content-Encoding).');
}

const limitSize = limitBodyTo({
  bytes: MAX_BODY_BYTES,
  message: 'The body is larger than 64 KiB.',
});

/**
 * Also waits for the whole body: what comes next asks who may act, and a request that is sent slowly would else act by a sign-in
 * that has ended meanwhile.
 * @throws AppError INVALID_REQUEST for a body that breaks off, and for a form that is not UTF-8
 */
export const limitBody = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.raw.body === null) return next();
  const body = await readWhole(c);
  const type = c.req.header('Content-Type') ?? '';
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) requireUtf8Form(body);
  c.req.raw = new Request(c.req.raw, { method: c.req.raw.method, body });
  await next();
});

async function readWhole(c: HonoContext<AppEnv>): Promise<ArrayBuffer> {
  let body = new ArrayBuffer();
  try {
    await limitSize(c, async () => {
      body = await c.req.raw.arrayBuffer();
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The client has hung up.
    throw new AppError('INVALID_REQUEST', 'The body breaks off.');
  }
  return body;
}

const REPLACEMENT = '\uFFFD';

/** What is not UTF-8 would be read as replacement characters, and two names as one. */
function requireUtf8Form(body: ArrayBuffer): void {
  const text = decodeUtf8(body);
  if (text.includes(REPLACEMENT) || /%EF%BF%BD/i.test(text)) return;
  for (const pair of new URLSearchParams(text))
    if (pair.join('').includes(REPLACEMENT)) throw notUtf8();
}

/** @throws AppError INVALID_REQUEST for bytes that are no UTF-8 */
function decodeUtf8(body: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body);
  } catch {
    throw notUtf8();
  }
}

const notUtf8 = () => new AppError('INVALID_REQUEST', 'The body must be UTF-8.');

/**
 * Requires a JSON object with a JSON content type, in UTF-8 (RFC 8259 8.1), whose texts can be echoed as they came (D-68), nested
 * no deeper than 64 levels.
 */
export const requireJsonObject = createMiddleware<AppEnv>(async (c, next) => {
  const type = c.req.header('Content-Type') ?? '';
  if (!/^application\/(\w+\+)?json\s*(;|$)/i.test(type))
    throw new AppError('INVALID_REQUEST', 'The Content-Type must be application/json.');
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type) ?? [];
  if (charset.toLowerCase() !== 'utf-8') throw new UnreadableBody('The body must be UTF-8.');
  const body = parseJson(decodeUtf8(await c.req.arrayBuffer()));
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('INVALID_REQUEST', 'The body must be a JSON object.');
  requirePlain(body);
  await next();
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('INVALID_REQUEST', 'The body must be well-formed JSON.');
  }
}

/** As requireJsonObject, where a body may be left out: of nothing it does not matter what it is said to be. */
export const allowJsonObject = createMiddleware<AppEnv>(async (c, next) => {
  if ((await c.req.raw.clone().text()) !== '') return requireJsonObject(c, next);
  const headers = new Headers(c.req.raw.headers);
  headers.delete('Content-Type');
  c.req.raw = new Request(c.req.raw, { headers });
  await next();
});

/** Of a route that takes no body: none, or an object without members, so that nothing is ignored that somebody meant (D-132). */
export const takeNothing = createMiddleware<AppEnv>(async (c, next) => {
  if ((await c.req.raw.clone().text()) !== '')
    await requireJsonObject(c, async () => {
      const names = Object.keys(await c.req.json<object>());
      if (names.length > 0) throw refusedMembers(names);
    });
  await next();
});

/** Every text in it, names of members too, is whole characters; level by level, so that no depth is too much for the check. */
function requirePlain(body: object): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= MAX_DEPTH && level.some(isNested))
      throw new AppError('INVALID_REQUEST', `The body is nested deeper than ${MAX_DEPTH} levels.`);
    const names = level.flatMap((value) => (isNested(value) ? Object.keys(value) : []));
    const texts = level.filter((value) => typeof value === 'string');
    if ([...names, ...texts].some((text) => !text.isWellFormed()))
      throw new AppError('INVALID_REQUEST', 'The body has half of a character (a lone surrogate).');
    level = level.flatMap((value) => (isNested(value) ? Object.values(value) : []));
  }
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
