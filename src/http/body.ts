// Checks every body before schema validation: its size, content coding, charset and content type,
// and whether its strings are valid Unicode.
import type { Context as HonoContext } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';
import { UnreadableBody } from './error-status.ts';
import { refusedMembers } from './validation.ts';

const MAX_BODY_BYTES = 64 * 1024;
/**
 * The maximum nesting depth of a JSON body. No request in the API description is nested more than a
 * few levels.
 */
const MAX_DEPTH = 64;

/** Drops the body of a GET or HEAD, which has no meaning (RFC 9110 9.3.1). */
export const ignoreBodyOfReads = createMiddleware<AppEnv>(async (c, next) => {
  const { raw } = c.req;
  const { method, headers, signal } = raw;
  if ((method === 'GET' || method === 'HEAD') && raw.body !== null) {
    // `new Request` cannot copy a GET request and leave out its body, so the other parts are copied
    // one by one.
    const { cf } = raw;
    c.req.raw = new Request(raw.url, { method, headers, signal, ...(cf && { cf }) });
  }
  await next();
});

/**
 * Limits the size of the body, declared or actual (D-2), and refuses content codings (RFC 9110
 * 8.4), because the unpacked size is unknown in advance.
 * @param message the error message for larger bodies
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
 * Limits the size and waits for the whole body, because authorization comes next: a request that is
 * sent slowly could otherwise be authorized by a sign-in that expires before the body is complete.
 * @throws AppError INVALID_REQUEST for an incomplete body, and for a form that is not UTF-8
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
    // The client has disconnected.
    throw new AppError('INVALID_REQUEST', 'The body is incomplete.');
  }
  return body;
}

const REPLACEMENT = '\uFFFD';

/**
 * Refuses a form with invalid UTF-8, because decoding it would insert replacement characters, which
 * could make two different names equal.
 */
function requireUtf8Form(body: ArrayBuffer): void {
  const text = decodeUtf8(body);
  if (text.includes(REPLACEMENT) || /%EF%BF%BD/i.test(text)) return;
  for (const pair of new URLSearchParams(text))
    if (pair.join('').includes(REPLACEMENT)) throw notUtf8();
}

/** @throws AppError INVALID_REQUEST for bytes that are not UTF-8 */
function decodeUtf8(body: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body);
  } catch {
    throw notUtf8();
  }
}

const notUtf8 = () => new AppError('INVALID_REQUEST', 'The body must be UTF-8.');

/**
 * Requires a JSON content type and, as the body, a JSON object in UTF-8 (RFC 8259 8.1) that is
 * nested at most 64 levels deep and contains only valid Unicode (D-68).
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
  requireWellFormed(body);
  await next();
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('INVALID_REQUEST', 'The body must be well-formed JSON.');
  }
}

/** Like requireJsonObject, for an optional body: the content type of an empty body is ignored. */
export const allowJsonObject = createMiddleware<AppEnv>(async (c, next) => {
  if ((await c.req.raw.clone().text()) !== '') return requireJsonObject(c, next);
  const headers = new Headers(c.req.raw.headers);
  headers.delete('Content-Type');
  c.req.raw = new Request(c.req.raw, { headers });
  await next();
});

/**
 * Requires that a request to a route without a body has no body or an empty object, so that no
 * member is silently ignored (D-132).
 */
export const requireEmptyBody = createMiddleware<AppEnv>(async (c, next) => {
  if ((await c.req.raw.clone().text()) !== '')
    await requireJsonObject(c, async () => {
      const names = Object.keys(await c.req.json<object>());
      if (names.length > 0) throw refusedMembers(names);
    });
  await next();
});

/**
 * Requires all strings, including member names, to be well-formed Unicode. The traversal goes level
 * by level, so that deep nesting cannot overflow the stack.
 */
function requireWellFormed(body: object): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= MAX_DEPTH && level.some(isNested))
      throw new AppError('INVALID_REQUEST', `The body is nested deeper than ${MAX_DEPTH} levels.`);
    const names = level.flatMap((value) => (isNested(value) ? Object.keys(value) : []));
    const texts = level.filter((value) => typeof value === 'string');
    if ([...names, ...texts].some((text) => !text.isWellFormed()))
      throw new AppError('INVALID_REQUEST', 'The body contains a lone surrogate.');
    level = level.flatMap((value) => (isNested(value) ? Object.values(value) : []));
  }
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
