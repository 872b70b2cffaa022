// The code that all picture routes share: one multipart POST from the session's browser, of limited
// size, answered with the new state of the session.
import { createRoute, type z } from '@hono/zod-openapi';
import { limitBodyTo } from '../../http/body.ts';
import type { AppError } from '../../errors.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { requireMultipart } from '../../http/multipart.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import { IdParam, limitBySession, SECURITY, sessionAnswer, TAGS } from './session-route.ts';

interface Described {
  operationId: string;
  summary: string;
  description: string;
}

/**
 * @param most the maximum size of the whole body in bytes, and the message for a larger one
 * @param schema the schema of the form
 */
export const picturePost = <const P extends string, T extends z.ZodType>(
  path: P,
  said: Described,
  most: { bytes: number; message: string },
  schema: T,
) =>
  createRoute({
    method: 'post',
    path: `/sessions/{id}${path}` as const,
    ...said,
    tags: TAGS,
    security: SECURITY,
    middleware: [requireSameOrigin, limitBySession, requireMultipart, limitBodyTo(most)] as const,
    request: {
      params: IdParam,
      body: { required: true as const, content: { 'multipart/form-data': { schema } } },
    },
    responses: { ...sessionAnswer, ...errorResponses(400, 401, 403, 409, 413, 429, 500) },
  });

/** Checks only the first bytes; the decoder checks the rest. */
export const isJpeg = ([first, second, third]: Uint8Array): boolean =>
  first === 0xff && second === 0xd8 && third === 0xff;

/** The parts of a multipart form, by name. */
export type Parts = Readonly<Record<string, unknown>>;

/** @param refuse creates the error for a part that is missing, repeated or too large */
export async function readFile(
  parts: Parts,
  name: string,
  mostBytes: number,
  refuse: (message: string) => AppError,
): Promise<Uint8Array<ArrayBuffer>> {
  const part = parts[name];
  if (!(part instanceof File)) throw refuse(`${name} must be one file.`);
  if (part.size > mostBytes)
    throw refuse(`${name} is larger than ${Math.floor(mostBytes / 1024)} KiB.`);
  return new Uint8Array(await part.arrayBuffer());
}

/** Like readFile, but also refuses anything that is not a JPEG. */
export async function readJpeg(
  parts: Parts,
  name: string,
  mostBytes: number,
  refuse: (message: string) => AppError,
): Promise<Uint8Array<ArrayBuffer>> {
  const jpeg = await readFile(parts, name, mostBytes, refuse);
  if (!isJpeg(jpeg)) throw refuse(`${name} is no JPEG.`);
  return jpeg;
}
