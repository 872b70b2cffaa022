// Compares the small pictures that the session selected at random from a document's take (D-137)
// with the pictures of the document's sides and with each other. The session judges the result
// (take.ts). Nothing is kept and nothing is logged.
import { PAGE_LIMITS } from '../../vision/documents/document-check.ts';
import {
  dropPixels,
  type GreyPicture,
  shrink,
  toGrey,
} from '../../vision/documents/grey-picture.ts';
import { likeness } from '../../vision/documents/likeness.ts';
import { apart } from '../../vision/documents/same-picture.ts';
import {
  TAKE_LIMITS,
  TAKE_WIDTH,
  type TakeAnswer,
  type TakeRequest,
} from '../../vision/documents/take-check.ts';
import { decodeJpeg, decodePhoto } from '../../vision/jpeg/decode.ts';

type Decoded = ReturnType<typeof decodeJpeg>;
type Fault = Extract<Decoded, string>;

/**
 * Limits for a picture of one side of the document. Decoding keeps more pixels than the comparison
 * needs.
 */
const SIDE = { ...PAGE_LIMITS, keptPixels: 4 * TAKE_WIDTH * TAKE_WIDTH };

/** Decodes one picture at a time, because two sides at once would need twice the memory. */
export function lookAtTake({ page, front, pictures }: TakeRequest): TakeAnswer {
  const small = new Map<number, GreyPicture>();
  for (const { t, jpeg } of pictures) {
    const grey = asGrey(decodeJpeg(jpeg, TAKE_LIMITS));
    if (typeof grey === 'string') return { ok: false, fault: grey };
    small.set(t, grey);
  }
  const sides = [page, ...(front ? [front] : [])].map(sideOf);
  const fault = sides.find((side): side is Fault => typeof side === 'string');
  if (fault !== undefined) return { ok: false, fault };
  const [ofPage, ofFront] = sides.filter((side) => typeof side !== 'string');
  const found = [...small].map(([t, grey]) => ({
    t,
    page: ofPage ? likeness(ofPage, grey) : -1,
    ...(ofFront && { front: likeness(ofFront, grey) }),
  }));
  const leastApart = leastOf([...small.values()]);
  for (const grey of small.values()) dropPixels(grey);
  return { ok: true, leastApart, pictures: found };
}

function sideOf(jpeg: Uint8Array): GreyPicture | Fault {
  const grey = asGrey(decodePhoto(jpeg, SIDE));
  if (typeof grey === 'string') return grey;
  const side = shrink(grey, TAKE_WIDTH / grey.width);
  if (side !== grey) dropPixels(grey);
  return side;
}

function asGrey(pixels: Decoded): GreyPicture | Fault {
  if (typeof pixels === 'string') return pixels;
  const grey = toGrey(pixels);
  dropPixels(pixels);
  return grey;
}

const leastOf = (pictures: readonly GreyPicture[]): number =>
  Math.min(
    Infinity,
    ...pictures.flatMap((one, i) => pictures.slice(i + 1).map((other) => apart(one, other))),
  );
