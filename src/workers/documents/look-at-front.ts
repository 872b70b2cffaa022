// Examines the side of a document that has the portrait: whether there is a card, where the face is
// on it, and which of the values read from the document's code are printed on it. The session
// decides whether the findings suffice (front.ts). Nothing is kept and nothing is logged.
import { findCards } from '../../vision/documents/card-outline.ts';
import { mayHold, portraitOn } from '../../vision/documents/card-print.ts';
import { cutCardFields, cutPageFields } from '../../vision/documents/cut-fields.ts';
import {
  type FoundText,
  type FrontAnswer,
  type FrontRequest,
  type KnownText,
  PAGE_LIMITS,
  type PageAnswer,
  type PageRequest,
} from '../../vision/documents/document-check.ts';
import type { FieldNet, FieldScores } from '../../vision/documents/field-net.ts';
import { findKnown } from '../../vision/documents/find-known.ts';
import { dropPixels, type GreyPicture, toGrey } from '../../vision/documents/grey-picture.ts';
import { decodeJpeg } from '../../vision/jpeg/decode.ts';

/** The network that reads printed text. */
export interface FieldReader {
  net: FieldNet;
  /** Hexadecimal SHA-256 of the network's file. */
  netHash: string;
}

/** Name of the network's file in `data`. */
export const FIELD_READER = 'field-reader.bin';

/**
 * The maximum number of card outlines whose text is read. The second is read only if the first
 * contained too few known values.
 */
const MAX_OUTLINES_READ = 2;
/** The search stops once this many known values are found: no session requires more. */
const ENOUGH = 2;
/** The total width, in px, of the lines scored before each search for known values. */
const PX_PER_ROUND = 2_500;
const NOTHING: FoundText = { number: false, birthDate: false, name: false };

export function lookAtFront(
  { net, netHash }: FieldReader,
  { jpeg, face, known }: FrontRequest,
): FrontAnswer {
  const pixels = decodeJpeg(jpeg, PAGE_LIMITS);
  if (typeof pixels === 'string') return { ok: false, fault: pixels };
  const grey = toGrey(pixels);
  dropPixels(pixels);
  const cards = findCards(grey, (corners) => mayHold(corners, face)).flatMap((card) => {
    const place = portraitOn(grey, card, face);
    return place ? [{ place, card }] : [];
  });
  // Only a card has print next to the portrait, so the outlines with the most rows of print come
  // first.
  const likely = cards.toSorted((a, b) => b.place.rows - a.place.rows).slice(0, MAX_OUTLINES_READ);
  let left = ENOUGH;
  const texts = new Map<object, FoundText>();
  for (const { card } of likely) {
    if (left <= 0) break;
    const text = textOn(net, cutCardFields(grey, card.corners), known);
    texts.set(card, text);
    left = ENOUGH - countOf(text);
  }
  dropPixels(grey);
  return {
    ok: true,
    cards: cards.map(({ place, card }) => ({ ...place, text: texts.get(card) ?? NOTHING })),
    models: { [FIELD_READER]: netHash },
  };
}

export function lookAtPage(
  { net, netHash }: FieldReader,
  { jpeg, zone, known }: PageRequest,
): PageAnswer {
  const pixels = decodeJpeg(jpeg, PAGE_LIMITS);
  if (typeof pixels === 'string') return { ok: false, fault: pixels };
  const grey = toGrey(pixels);
  dropPixels(pixels);
  const text = textOn(net, cutPageFields(grey, zone), known);
  dropPixels(grey);
  return { ok: true, text, models: { [FIELD_READER]: netHash } };
}

/**
 * Scores the lines in the given order, tallest letters first, until enough known values are found.
 */
function textOn(net: FieldNet, strips: readonly GreyPicture[], known: KnownText): FoundText {
  const lines: FieldScores[] = [];
  let [text, width] = [NOTHING, 0];
  for (const [i, strip] of strips.entries()) {
    lines.push(net.look(strip));
    width += strip.width;
    if (width < PX_PER_ROUND && i < strips.length - 1) continue;
    text = findKnown(lines, known);
    if (countOf(text) >= ENOUGH) break;
    width = 0;
  }
  for (const strip of strips) dropPixels(strip);
  return text;
}

const countOf = (text: FoundText): number => Object.values(text).filter(Boolean).length;
