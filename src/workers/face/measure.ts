// Handles a request from the service: checks each picture's hash and bytes, measures its pixels,
// and frees them before decoding the next picture. Nothing is kept and nothing is logged.
import {
  type MeasuredPicture,
  type MeasureRequest,
  MAX_REVEALED_PICTURES,
  type RevealedPicture,
  type RevealStep,
} from '../../vision/face/face-wire.ts';
import { angleOf, type Pose } from '../../vision/face/challenge.ts';
import { decodeJpeg } from '../../vision/jpeg/decode.ts';
import { hashPicture } from './commitment.ts';
import { lookAt } from './look-at.ts';
import { measurePicture, type Wanted } from './measure-picture.ts';
import type { Nets } from './nets.ts';

/** Limits for a picture; a picture from the page is at most 40 kB. */
const LIMITS = { bytes: 200 * 1024, pixels: 2_000_000 };

/**
 * @returns one entry per picture, in the same order
 * @throws RangeError for more pictures than a step may request
 */
export async function measurePictures(
  nets: Nets,
  { step, nonce, pictures }: MeasureRequest,
): Promise<MeasuredPicture[]> {
  if (pictures.length > MAX_REVEALED_PICTURES) throw new RangeError('Too many pictures.');
  const measured: MeasuredPicture[] = [];
  for (const picture of pictures) {
    const isCommitted = (await hashPicture(nonce, picture)) === picture.hash;
    measured.push(
      isCommitted ? look(nets, picture, step) : { t: picture.t, ok: false, fault: 'not_committed' },
    );
  }
  return measured;
}

function look(
  nets: Nets,
  {
    t,
    jpeg,
    isDescribed = true,
    describedWithin = Infinity,
    isBentScored = false,
  }: RevealedPicture,
  step: RevealStep,
): MeasuredPicture {
  const wanted: Wanted = isDescribed ? (step === 'age' ? 'age' : 'descriptor') : 'pose';
  const wants = (pose: Pose): Wanted => (angleOf(pose) > describedWithin ? 'pose' : wanted);
  const seen = lookAt(
    decodeJpeg(jpeg, LIMITS),
    (picture) => measurePicture(nets, picture, { wants, isBentScored }) ?? 'no_face',
  );
  return typeof seen === 'string' ? { t, ok: false, fault: seen } : { t, ok: true, face: seen };
}
