// The pictures that a session asked for (D-80): one multipart POST per demand, at most 350 kB.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { revealPictures, type SentPicture } from '../../domain/verification/reveal-pictures.ts';
import {
  MAX_KEPT_BYTES,
  MAX_REVEALED_BYTES,
  MAX_REVEALED_PICTURES,
} from '../../engine/face-check.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { requireMultipart } from '../../http/multipart.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import {
  answerStep,
  IdParam,
  limitBySession,
  SECURITY,
  sessionAnswer,
  TAGS,
} from './session-route.ts';

/** Boundaries and headers of the parts. */
const FRAMING_BYTES = 8 * 1024;

const limitPictures = bodyLimit({
  maxSize: MAX_REVEALED_BYTES + FRAMING_BYTES,
  onError: () => {
    throw new AppError('PAYLOAD_TOO_LARGE', 'The pictures are larger than 350 KiB together.');
  },
});

const PicturesBody = z
  .looseObject({ step: z.enum(['liveness', 'age']) })
  .openapi('HostedPictures', {
    description:
      'Beside `step` one `image/jpeg` part for each time of `reveal.times`, named by it.',
  });

const route = createRoute({
  method: 'post',
  path: '/sessions/{id}/pictures',
  operationId: 'revealPictures',
  summary: 'Send the pictures that were asked for',
  description: 'They are measured at once and dropped. A lost answer may be asked for again.',
  tags: TAGS,
  security: SECURITY,
  middleware: [requireSameOrigin, limitBySession, requireMultipart, limitPictures] as const,
  request: {
    params: IdParam,
    body: { required: true, content: { 'multipart/form-data': { schema: PicturesBody } } },
  },
  responses: { ...sessionAnswer, ...errorResponses(400, 401, 403, 409, 413, 429, 500) },
});

export function registerPictures(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const { step, ...parts } = c.req.valid('form');
    const pictures = await readPictures(parts);
    return answerStep(c, (ctx, proof) => revealPictures(ctx, proof, step, pictures));
  });
}

/** @throws AppError INVALID_PICTURE */
async function readPictures(parts: Readonly<Record<string, unknown>>): Promise<SentPicture[]> {
  const entries = Object.entries(parts);
  if (entries.length > MAX_REVEALED_PICTURES)
    throw invalid(`At most ${MAX_REVEALED_PICTURES} pictures can be sent.`);
  return Promise.all(
    entries.map(async ([name, part]) => {
      const t = Number(name);
      if (String(t) !== name || !(part instanceof File))
        throw invalid('Each picture must be one file, named by its time.');
      if (part.size > MAX_KEPT_BYTES) throw invalid('A picture is larger than 40 KiB.');
      const jpeg = new Uint8Array(await part.arrayBuffer());
      if (part.type !== 'image/jpeg' || !isJpeg(jpeg)) throw invalid('A picture is no JPEG.');
      return { t, jpeg };
    }),
  );
}

const isJpeg = ([first, second, third]: Uint8Array): boolean =>
  first === 0xff && second === 0xd8 && third === 0xff;

const invalid = (message: string): AppError => new AppError('INVALID_PICTURE', message);
