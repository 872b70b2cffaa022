// Finds the card in camera pictures, or the reason why it cannot be seen. Runs in the reader's
// worker, and is loaded only for a side that has a portrait but no code.
import { findCards } from '../../../src/vision/documents/card-outline.ts';
import { adviceForCard } from '../../../src/vision/documents/card-quality.ts';
import type { GreyPicture } from '../../../src/vision/documents/grey-picture.ts';
import type { Point, Quad } from '../../../src/vision/documents/homography.ts';
import { locateLines } from '../../../src/vision/documents/locate-lines.ts';
import type { Say } from './camera-run.ts';

/** The zone of a TD1 card has three lines and is on the card's back (ICAO 9303-5). */
const LINES_OF_BACK = 3;
/**
 * How far a card may move between two pictures and still count as held still, as a fraction of the
 * picture's width: no hand is perfectly still.
 */
const MAX_MOVED = 0.03;

/** `card`: the card's corners. `advice`: what prevents a good picture of the card. */
type FrontSighting = { card: Quad; advice: Say | undefined } | { advice: Say };
/**
 * `first`: the first camera picture of this side. `next`: a later camera picture. `photo`: a
 * picture from a file.
 */
export type Looked = 'first' | 'next' | 'photo';

let steady: Steady;

/** @returns the hint, or `seen` when the picture should be taken */
export function seeFront(picture: GreyPicture, looked: Looked): Say | 'seen' {
  const sighting = lookForCard(picture);
  if (looked === 'photo') return 'card' in sighting ? 'seen' : sighting.advice;
  if (looked === 'first') steady = new Steady();
  return steady.see(sighting, picture.width);
}

function lookForCard(picture: GreyPicture): FrontSighting {
  if (locateLines(picture)?.length === LINES_OF_BACK) return { advice: 'turn_over' };
  const [card] = findCards(picture);
  const advice = adviceForCard(picture, card?.corners);
  if (card === undefined || advice === 'fit') return { advice: advice ?? 'fit' };
  return { card: card.corners, advice };
}

/**
 * Waits until the card has been turned over and is held still. While the card turns, no card is
 * found for a moment; until then, the picture still shows the side that has already been read, and
 * the page asks for the other side.
 */
export class Steady {
  #isTurned = false;
  #hasSeen = false;
  #last: Quad | undefined;

  /**
   * @param width the picture's width
   * @returns the same as `seeFront`
   */
  see(sighting: FrontSighting, width: number): Say | 'seen' {
    const before = this.#last;
    this.#last = undefined;
    if (!('card' in sighting)) {
      this.#isTurned ||= sighting.advice !== 'turn_over';
      return sighting.advice === 'fit' && !this.#hasSeen ? 'turn_over' : sighting.advice;
    }
    if (!this.#isTurned) return 'turn_over';
    this.#hasSeen = true;
    if (sighting.advice !== undefined) return sighting.advice;
    this.#last = sighting.card;
    return before !== undefined && isNear(before, sighting.card, MAX_MOVED * width)
      ? 'seen'
      : 'reading';
  }
}

const isNear = (one: Quad, other: Quad, reach: number): boolean =>
  one.every(([x, y], i) => {
    const [u, v] = other[i] as Point;
    return Math.hypot(u - x, v - y) < reach;
  });
