// Use case: the page sends the pictures that its session requested, the face Worker measures them,
// and the session judges them (D-80). Pixels exist only in memory.
import type { Context } from '../../context.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import type { Measurement, RevealedPicture, RevealStep } from '../../vision/face/face-wire.ts';
import { AppError } from '../../errors.ts';
import { answerInTime, postponeOnFailure } from './ask-workers.ts';
import {
  toHostedSession,
  unauthorized,
  unwrap,
  type BrowserProof,
  type HostedSession,
} from './browser-session.ts';
import { findFace } from './face-finding.ts';
import type { FaceFinding } from './rules/face/face-rules.ts';
import { documentNeed } from './rules/session/machine.ts';
import type { BentRefused } from './rules/evidence/bent-outcome.ts';
import { timesToScore } from './rules/evidence/bent-pictures.ts';
import { nameOf } from './rules/evidence/reveal.ts';
import { describing, type Reveal } from './rules/evidence/demand.ts';
import { findShownBefore } from './print-pictures.ts';
import { faceKeys } from './sealed-face.ts';

export interface SentPicture {
  t: number;
  jpeg: Uint8Array<ArrayBuffer>;
}

/**
 * @throws AppError INVALID_PICTURE when the pictures' times are not the requested ones; CONFLICT
 *   when no pictures of that step are due; UNAVAILABLE when the pictures cannot be measured now,
 *   which does not count as an attempt
 */
export async function revealPictures(
  ctx: Context,
  { sessionId, secret }: BrowserProof,
  step: RevealStep,
  sent: readonly SentPicture[],
): Promise<HostedSession> {
  const stub = ctx.objects.session(sessionId);
  if (stub === undefined) throw unauthorized();
  const browserHash = await sha256Hex(secret);
  const times = sent.map(({ t }) => t);
  const { record } = unwrap(await stub.takePictures(browserHash, step, times));
  const { reveal } = record.current;
  if (reveal === undefined) throw new AppError('CONFLICT', 'No pictures are requested.');
  const [measured, shownBefore] = await postponeOnFailure(
    'face_worker_unavailable',
    Promise.all([
      measure(ctx, reveal, sent, documentNeed(record) !== undefined),
      findShownBefore(ctx, record, nameOf(reveal), sent),
    ]),
    () => stub.postponePictures(browserHash, nameOf(reveal)),
  );
  const upload = {
    step,
    ...nameOf(reveal),
    ...measured,
    ...(shownBefore && { shownBefore }),
    bentRefused: BENT_REFUSED[ctx.config.bentPictures],
  };
  const faceKey = step === 'face' ? (await faceKeys(ctx.config, sessionId)).current : undefined;
  const conclude = (found?: FaceFinding) =>
    stub.concludePictures(browserHash, upload, faceKey, found);
  const judged = await findFace(ctx, await conclude(), conclude, () =>
    stub.postponePictures(browserHash, nameOf(reveal)),
  );
  return toHostedSession(ctx, judged);
}

/** The sessions that refuse pictures that look bent, by the operator's setting. */
const BENT_REFUSED: Readonly<Record<Context['config']['bentPictures'], BentRefused>> = {
  refuse: 'every',
  strict: 'strict',
  risk: 'none',
  off: 'none',
};

/** @throws Error when no face Worker is bound, and any error from that Worker */
async function measure(
  { face, config }: Pick<Context, 'face' | 'config'>,
  { step, nonce, pictures: drawn }: Reveal,
  sent: readonly SentPicture[],
  areAllCompared: boolean,
): Promise<Measurement> {
  if (face === undefined) throw new Error('No face Worker is bound.');
  const scored = timesToScore(config.bentPictures === 'off' ? [] : drawn);
  const pictures = drawn.flatMap(({ t, hash, role }): RevealedPicture[] => {
    const jpeg = sent.find((picture) => picture.t === t)?.jpeg;
    if (jpeg === undefined) return [];
    const described = describing({ role }, areAllCompared);
    return [{ t, hash, jpeg, ...described, ...(scored.has(t) && { isBentScored: true }) }];
  });
  return answerInTime(face.measure({ step, nonce, pictures }));
}
