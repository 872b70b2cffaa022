// Requests a human review (D-95), with one multipart POST that contains the pictures for the
// reviewers; declines a review; and continues a review when the reviewers request more evidence.
import { z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  declineReview,
  requestReview,
  resumeSession,
  showDocumentAgain,
  type SentReview,
} from '../../domain/verification/request-review.ts';
import { PAGE_LIMITS } from '../../vision/documents/document-check.ts';
import { MAX_KEPT_BYTES } from '../../vision/face/face-wire.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { picturePost, readJpeg, type Parts } from './picture-post.ts';
import { EmptyBody } from './schemas.ts';
import { answerStep, sessionPost } from './session-route.ts';

/** An allowance for the boundaries and headers of the parts. */
const FRAMING_BYTES = 8 * 1024;

const ReviewBody = z.looseObject({}).openapi('HostedReview', {
  description:
    'Three parts of `image/jpeg`: `page` and, if one was sent, `front`, byte for byte as in the last document attempt; and `face`, the person as seen by the front camera now, at most 40 KiB.',
});

const ask = picturePost(
  '/review',
  {
    operationId: 'requestReview',
    summary: 'Request a decision by a reviewer at the site',
    description:
      'Possible at the step `review`. The pictures are stored, encrypted, until the reviewer has decided, and for 72 hours at most. After a lost response, the request may be repeated. 409 `CONFLICT` if another tab has sent the document again since, because these pictures are then not the latest.',
  },
  {
    bytes: 2 * PAGE_LIMITS.bytes + MAX_KEPT_BYTES + FRAMING_BYTES,
    message: 'The pictures are larger than 2 MiB together.',
  },
  ReviewBody,
);

const decline = sessionPost(
  '/review/decline',
  'declineReview',
  'Decline the review; the session fails',
  EmptyBody,
);

const showAgain = sessionPost(
  '/review/show',
  'showDocumentAgain',
  'Present the document again after the page has lost its pictures: at the step `review`, up to three times',
  EmptyBody,
);

const resume = sessionPost(
  '/review/resume',
  'resumeSession',
  'Continue after a reviewer at the site asked for more',
  EmptyBody,
);

export function registerReview(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(ask, async (c) => {
    const sent = await readReview(c.req.valid('form'));
    return answerStep(c, (ctx, proof) => requestReview(ctx, proof, sent));
  });
  surface.openapi(decline, (c) => answerStep(c, declineReview));
  surface.openapi(showAgain, (c) => answerStep(c, showDocumentAgain));
  surface.openapi(resume, (c) => answerStep(c, resumeSession));
}

/** @throws AppError INVALID_PICTURE */
async function readReview(parts: Parts): Promise<SentReview> {
  const known = ['page', 'front', 'face'];
  if (Object.keys(parts).some((name) => !known.includes(name)))
    throw invalid('The form has a part that does not belong to a review.');
  const read = (name: string, most: number) => readJpeg(parts, name, most, invalid);
  const [page, face, front] = await Promise.all([
    read('page', PAGE_LIMITS.bytes),
    read('face', MAX_KEPT_BYTES),
    parts['front'] === undefined ? undefined : read('front', PAGE_LIMITS.bytes),
  ]);
  return { page, face, ...(front !== undefined && { front }) };
}

const invalid = (message: string): AppError => new AppError('INVALID_PICTURE', message);
