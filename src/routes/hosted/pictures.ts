// The pictures that a session requested (D-80): one multipart POST per request, at most 600 KiB.
import { z, type OpenAPIHono } from '@hono/zod-openapi';
import { revealPictures, type SentPicture } from '../../domain/verification/reveal-pictures.ts';
import {
  MAX_KEPT_BYTES,
  MAX_REVEALED_BYTES,
  MAX_REVEALED_PICTURES,
} from '../../vision/face/face-wire.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { isJpeg, picturePost } from './picture-post.ts';
import { answerStep } from './session-route.ts';

/** An allowance for the boundaries and headers of the parts. */
const FRAMING_BYTES = 8 * 1024;

const PicturesBody = z
  .looseObject({ step: z.enum(['liveness', 'age', 'face']) })
  .openapi('HostedPictures', {
    description:
      '`step`, and one `image/jpeg` part for each time in `reveal.times`, named after the time.',
  });

const route = picturePost(
  '/pictures',
  {
    operationId: 'revealPictures',
    summary: 'Send the requested pictures',
    description:
      'The pictures are measured immediately and discarded. After a lost response, the request may be repeated.',
  },
  {
    bytes: MAX_REVEALED_BYTES + FRAMING_BYTES,
    message: 'The pictures are larger than 600 KiB together.',
  },
  PicturesBody,
);

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
      if (part.type !== 'image/jpeg' || !isJpeg(jpeg)) throw invalid('A picture is not a JPEG.');
      return { t, jpeg };
    }),
  );
}

const invalid = (message: string): AppError => new AppError('INVALID_PICTURE', message);
