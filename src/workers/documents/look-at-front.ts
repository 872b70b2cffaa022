// The side of a card that has the portrait: whether a card is there, and where the face is on it. Whether that is a document's
// portrait is judged by the session (front.ts). Nothing is kept and nothing is logged.
import { findCards } from '../../vision/documents/card-outline.ts';
import { mayHold, portraitOn } from '../../vision/documents/card-print.ts';
import {
  type FrontAnswer,
  type FrontRequest,
  PAGE_LIMITS,
} from '../../vision/documents/document-check.ts';
import { dropPixels, toGrey } from '../../vision/documents/grey-picture.ts';
import { decodeJpeg } from '../../vision/jpeg/decode.ts';

export function lookAtFront({ jpeg, face }: FrontRequest): FrontAnswer {
  const pixels = decodeJpeg(jpeg, PAGE_LIMITS);
  if (typeof pixels === 'string') return { ok: false, fault: pixels };
  const grey = toGrey(pixels);
  dropPixels(pixels);
  const cards = findCards(grey, (corners) => mayHold(corners, face)).flatMap(
    (card) => portraitOn(grey, card, face) ?? [],
  );
  dropPixels(grey);
  return { ok: true, cards };
}
