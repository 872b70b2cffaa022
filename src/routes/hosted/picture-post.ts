// What the routes share that take pictures: one multipart POST by the session's browser, of limited size, answered with the
// session as it is then.
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

/** @param most bytes of the whole body, and what to say of more @param schema of the form */
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

/** By its first bytes; whoever decodes it looks closer. */
export const isJpeg = ([first, second, third]: Uint8Array): boolean =>
  first === 0xff && second === 0xd8 && third === 0xff;

/** Of a form, by name. */
export type Parts = Readonly<Record<string, unknown>>;

/** @param refuse makes the error of a part that is missing, there twice or too large */
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

/** As readFile, and what is no JPEG is refused too. */
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
