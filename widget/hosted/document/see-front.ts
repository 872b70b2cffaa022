// One picture to the card that it shows, or to what keeps it from being seen. Runs in the reader's worker.
import { findCards } from '../../../src/vision/documents/card-outline.ts';
import type { GreyPicture } from '../../../src/vision/documents/grey-picture.ts';
import { locateLines } from '../../../src/vision/documents/locate-lines.ts';
import { adviceForCard } from '../../../src/vision/documents/quality.ts';
import type { FrontSighting } from './front-run.ts';

/** A card's zone has three lines, and is on its back (ICAO 9303-5). */
const LINES_OF_BACK = 3;

export function seeFront(picture: GreyPicture): FrontSighting {
  if (locateLines(picture)?.length === LINES_OF_BACK) return { advice: 'turn_over' };
  const [card] = findCards(picture);
  const advice = adviceForCard(picture, card?.corners);
  if (card === undefined || advice === 'fit') return { advice: advice ?? 'fit' };
  return { card: card.corners, advice };
}
