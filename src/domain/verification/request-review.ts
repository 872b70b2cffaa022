// Use cases for a visitor whose check may be decided by a human (D-95): requesting a review, with
// pictures; declining it; and continuing when the reviewer requests new evidence.
import type { Context } from '../../context.ts';
import { encodeBase64Url } from '../../crypto/encoding.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { commitmentOf } from '../../vision/face/commitment.ts';
import type { FaceMeasurer, Measurement } from '../../vision/face/face-wire.ts';
import type { ReviewPictures } from '../../objects/session/sealed-pictures.ts';
import { answerInTime, postponeOnFailure } from './ask-workers.ts';
import { callSession, toHostedSession, unauthorized, unwrap } from './browser-session.ts';
import type { BrowserProof, HostedSession } from './browser-session.ts';
import { findFace } from './face-finding.ts';
import type { FaceFinding } from './rules/face/face-rules.ts';
import type { NamedReview } from './rules/review/review.ts';

type Jpeg = Uint8Array<ArrayBuffer>;

/** JPEGs: the document as it was judged, and the face as the camera sees it now. */
export interface SentReview {
  page: Jpeg;
  front?: Jpeg;
  face: Jpeg;
}

/**
 * Requests a review. The pictures are stored encrypted until the decision, and for at most 72
 * hours.
 * @returns the session: either it waits for a reviewer, or its `problem` states that the face was
 *   not visible enough
 * @throws AppError INVALID_PICTURE when the document's pictures are not the ones that were judged;
 *   CONFLICT when no review is offered, or when another tab has since shown the document again;
 *   UNAVAILABLE when the picture cannot be measured now, which does not count against the visitor
 */
export async function requestReview(
  ctx: Context,
  { sessionId, secret }: BrowserProof,
  sent: SentReview,
): Promise<HostedSession> {
  const stub = ctx.objects.session(sessionId);
  if (stub === undefined) throw unauthorized();
  const [browserHash, named] = await Promise.all([sha256Hex(secret), nameReview(sent)]);
  const taken = unwrap(await stub.reviewByVisitor(browserHash, { act: 'take', sent: named }));
  if (taken.record.state.status !== 'in_progress') return toHostedSession(ctx, taken);
  const { models, pictures } = await postponeOnFailure(
    'face_worker_unavailable',
    measure(ctx.face, sent.face),
    () => stub.reviewByVisitor(browserHash, { act: 'postpone' }),
  );
  const found = { ...named, measured: pictures[0], models };
  const kept: ReviewPictures = { ...sent };
  const request = (face?: FaceFinding) =>
    stub.reviewByVisitor(browserHash, { act: 'request', found, pictures: kept, face });
  const asked = await findFace(ctx, await request(), request, () =>
    stub.reviewByVisitor(browserHash, { act: 'postpone' }),
  );
  return toHostedSession(ctx, asked);
}

/**
 * Declines the review on behalf of the visitor: the session fails as it would have without the
 * offer.
 * @throws AppError CONFLICT
 */
export const declineReview = (ctx: Context, proof: BrowserProof): Promise<HostedSession> =>
  callSession(ctx, proof, (stub, hash) => stub.reviewByVisitor(hash, { act: 'decline' }));

/**
 * Lets the visitor photograph the document again for the reviewer, because the page has lost the
 * pictures that were judged.
 * @throws AppError CONFLICT
 */
export const showDocumentAgain = (ctx: Context, proof: BrowserProof): Promise<HostedSession> =>
  callSession(ctx, proof, (stub, hash) => stub.reviewByVisitor(hash, { act: 'show_again' }));

/**
 * Continues the session after the reviewer has requested new evidence from the visitor.
 * @throws AppError CONFLICT
 */
export const resumeSession = (ctx: Context, proof: BrowserProof): Promise<HostedSession> =>
  callSession(ctx, proof, (stub, hash) => stub.reviewByVisitor(hash, { act: 'resume' }));

async function nameReview({ page, front, face }: SentReview): Promise<NamedReview> {
  const [pageHash, faceHash] = await Promise.all([hashOf(page), hashOf(face)]);
  const named = { page: pageHash, face: faceHash };
  return front === undefined ? named : { ...named, front: await hashOf(front) };
}

const hashOf = async (jpeg: Jpeg): Promise<string> =>
  encodeBase64Url(await crypto.subtle.digest('SHA-256', jpeg));

/**
 * Measures the face in the picture. The picture has no commitment, because it was taken just now.
 * @throws Error when no face Worker is bound, and any error from that Worker
 */
async function measure(face: FaceMeasurer | undefined, jpeg: Jpeg): Promise<Measurement> {
  if (face === undefined) throw new Error('No face Worker is bound.');
  const [nonce, t] = ['review', 0];
  const hash = await commitmentOf(nonce, t, jpeg);
  const request = { step: 'liveness', nonce, pictures: [{ t, hash, jpeg }] } as const;
  return answerInTime(face.measure(request));
}
