// The pictures of a document (D-91): one multipart POST per attempt, at most 3 MB.
import { z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  CODE_KINDS,
  type CodeKind,
  FRAMES,
  PAGE_LIMITS,
} from '../../vision/documents/document-check.ts';
import { MOST_CONTAINER_BYTES } from '../../vision/documents/grey-container.ts';
import {
  invalidDocument,
  submitDocument,
  type SentDocument,
} from '../../domain/verification/submit-document.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { picturePost, readFile, readJpeg, type Parts } from './picture-post.ts';
import { answerStep } from './session-route.ts';

const MOST_BYTES = 3 * 1024 * 1024;

const FRAME_NAMES = Array.from({ length: FRAMES }, (_, index) => `frame_${index + 1}`);

const DocumentBody = z
  .looseObject({ nonce: z.string().max(64), kind: z.enum(CODE_KINDS) })
  .openapi('HostedDocument', {
    description:
      'Beside `nonce` and `kind`: `frame_1` and `frame_2`, `application/octet-stream`, for each strip of the code (one for a barcode) width and height as 16 bits, low byte first, then its grey pixels; `page`, `image/jpeg`, the side with the code; `front`, the same, the side with the portrait where that is another one.',
  });

const route = picturePost(
  '/document',
  {
    operationId: 'submitDocument',
    summary: 'Send pictures of a document',
    description:
      'They are read at once and dropped. The same bytes with the same nonce get the same answer.',
  },
  { bytes: MOST_BYTES, message: 'The document is larger than 3 MiB in all.' },
  DocumentBody,
);

export function registerDocument(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const { nonce, kind, ...parts } = c.req.valid('form');
    const sent = await readDocument(nonce, kind, parts);
    return answerStep(c, (ctx, proof) => submitDocument(ctx, proof, sent));
  });
}

/** @throws AppError INVALID_DOCUMENT */
async function readDocument(nonce: string, kind: CodeKind, parts: Parts): Promise<SentDocument> {
  const readPage = (name: string) => readJpeg(parts, name, PAGE_LIMITS.bytes, invalidDocument);
  const known = [...FRAME_NAMES, 'page', 'front'];
  const strange = Object.keys(parts).find((name) => !known.includes(name));
  if (strange !== undefined) throw invalidDocument('There is a part that no document has.');
  const [frames, page, front] = await Promise.all([
    Promise.all(
      FRAME_NAMES.map((name) => readFile(parts, name, MOST_CONTAINER_BYTES, invalidDocument)),
    ),
    readPage('page'),
    parts['front'] === undefined ? undefined : readPage('front'),
  ]);
  return { nonce, kind, frames, page, ...(front !== undefined && { front }) };
}
