// The pictures of a document (D-91): one multipart POST per attempt, at most 3 MB. The page may
// first commit to the pictures of a take (D-137).
import { z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  CODE_KINDS,
  type CodeKind,
  FRAMES,
  PAGE_LIMITS,
} from '../../vision/documents/document-check.ts';
import { MAX_CONTAINER_BYTES } from '../../vision/documents/grey-container.ts';
import { MAX_DRAWN_PICTURES, MAX_TAKE_BYTES } from '../../vision/documents/take-check.ts';
import { commitDocument } from '../../domain/verification/document-take.ts';
import {
  invalidDocument,
  submitDocument,
  type SentDocument,
} from '../../domain/verification/submit-document.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { visitorTimeZone } from '../../http/visitor-time-zone.ts';
import { picturePost, readFile, readJpeg, type Parts } from './picture-post.ts';
import { answerStep, sessionPost } from './session-route.ts';
import { TakeBody } from './take-schema.ts';

const MAX_BYTES = 3 * 1024 * 1024;

const FRAME_NAMES = Array.from({ length: FRAMES }, (_, index) => `frame_${index + 1}`);

const DocumentBody = z
  .looseObject({ nonce: z.string().max(64), kind: z.enum(CODE_KINDS) })
  .openapi('HostedDocument', {
    description:
      'Multipart parts besides `nonce` and `kind`. `frame_1` and `frame_2`, `application/octet-stream`: for each strip of the code (one for a barcode) width and height as 16-bit integers, low byte first, then its grey pixels. `page`, `image/jpeg`: the side with the code. `front`, `image/jpeg`: the side with the portrait, if that is another side. `take_` followed by a time, `image/jpeg`: one for each of `times`.',
  });

const take = sessionPost(
  '/document/take',
  'commitDocument',
  'Commit to pictures of a document before sending them, once per attempt',
  TakeBody,
);

const route = picturePost(
  '/document',
  {
    operationId: 'submitDocument',
    summary: 'Send pictures of a document',
    description:
      'The pictures are read immediately and discarded. The same bytes with the same nonce receive the same response.',
  },
  { bytes: MAX_BYTES, message: 'The document is larger than 3 MiB in total.' },
  DocumentBody,
);

export function registerDocument(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(take, async (c) => {
    const { nonce, ...offered } = c.req.valid('json');
    return answerStep(c, (ctx, proof) => commitDocument(ctx, proof, nonce, offered));
  });

  surface.openapi(route, async (c) => {
    const { nonce, kind, ...parts } = c.req.valid('form');
    const sent = await readDocument(nonce, kind, parts);
    return answerStep(c, (ctx, proof) => submitDocument(ctx, proof, sent, visitorTimeZone(c)));
  });
}

/** @throws AppError INVALID_DOCUMENT */
async function readDocument(nonce: string, kind: CodeKind, parts: Parts): Promise<SentDocument> {
  const readPage = (name: string) => readJpeg(parts, name, PAGE_LIMITS.bytes, invalidDocument);
  const known = [...FRAME_NAMES, 'page', 'front'];
  const small = Object.keys(parts).filter((name) => TAKE_NAME.test(name));
  const strange = Object.keys(parts).find((name) => ![...known, ...small].includes(name));
  if (strange !== undefined || small.length > MAX_DRAWN_PICTURES)
    throw invalidDocument('The form has a part that does not belong to a document.');
  const [frames, page, front, pictures] = await Promise.all([
    Promise.all(
      FRAME_NAMES.map((name) => readFile(parts, name, MAX_CONTAINER_BYTES, invalidDocument)),
    ),
    readPage('page'),
    parts['front'] === undefined ? undefined : readPage('front'),
    Promise.all(small.map((name) => readSmall(parts, name))),
  ]);
  return { nonce, kind, frames, page, ...(front !== undefined && { front }), take: pictures };
}

/** The name of a form part with a small picture of a take; it ends in the picture's time in ms. */
const TAKE_NAME = /^take_(0|[1-9]\d{0,6})$/;

const readSmall = async (parts: Parts, name: string): Promise<SentDocument['take'][number]> => ({
  t: Number(name.slice('take_'.length)),
  jpeg: await readJpeg(parts, name, MAX_TAKE_BYTES, invalidDocument),
});
