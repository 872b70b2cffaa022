// What the routes share that take pictures: one multipart POST by the session's browser, of limited size, answered with the
// session as it is then.
import { createRoute, type z } from '@hono/zod-openapi';
import { limitBodyTo } from '../../http/body.ts';
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
