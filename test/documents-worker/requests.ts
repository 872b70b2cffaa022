// Requests as a page sends them: a specimen before the camera twice, strips of both frames, and the first as the page.
import type { ReadRequest } from '../../src/documents-engine/document-check.ts';
import { toGrey } from '../../src/documents-engine/grey-picture.ts';
import { locateLines } from '../../src/documents-engine/locate-lines.ts';
import { cutStrips } from '../../src/documents-engine/strips.ts';
import { decodeJpeg } from '../../src/jpeg/decode.ts';
import { photographAsJpeg, type View } from '../support/documents/camera.ts';
import type { Specimen } from '../support/documents/specimens.ts';
import { SHOWN_ON } from '../support/documents/trial.ts';

/** The largest picture that is sent: 1600 x 1200. */
const PHONE: View = { width: 1600, height: 1200, quality: 85, noise: 3, roll: 1, pitch: 4 };

export function requestOf({ page }: Specimen, view: View = PHONE): ReadRequest {
  const [first, second] = [1, 2].map((seed) => photographAsJpeg(page, view, seed));
  if (!first || !second) throw new Error('no frames');
  const frames = [first, second].map((jpeg) => {
    const picture = decodeJpeg(jpeg, { bytes: 2 ** 24, pixels: 2 ** 22 });
    if (typeof picture === 'string') throw new Error(picture);
    const grey = toGrey(picture);
    return cutStrips(grey, locateLines(grey) ?? []) ?? [];
  });
  return { kind: 'mrz', frames, page: first, today: SHOWN_ON };
}
