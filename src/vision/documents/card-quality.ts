// Finds the fault of a picture of a card that the person who holds it can fix. It decides nothing.
import { boxMeans, type GreyPicture } from './grey-picture.ts';
import { cutOut, type Quad } from './homography.ts';
import { type Advice, DARK, sharpness } from './quality.ts';

/**
 * Minimum share of the picture's width or height, whichever the card fills more: below it the print
 * is too small.
 */
const LEAST_CARD = 0.55;
/** Only part of a card has print as fine as that of a zone. */
const LEAST_CARD_SHARPNESS = 0.12;

/**
 * Px of the width to which a card is rectified for this check, as large as a camera of 1,280 px
 * shows it.
 */
const CARD_WIDTH = 856;
const CARD_HEIGHT = 540;

/**
 * @param card its corners, where one was found
 * @returns undefined when the picture is good enough
 */
export function adviceForCard(picture: GreyPicture, card: Quad | undefined): Advice | undefined {
  if (card === undefined)
    return boxMeans(picture)(0, 0, picture.width, picture.height) < DARK ? 'dark' : 'fit';
  const cut = cutOut(picture, card, CARD_WIDTH, CARD_HEIGHT);
  if (cut === undefined) return 'fit';
  const [across, down] = ([0, 1] as const).map((axis) => {
    const ends = card.map((corner) => corner[axis]);
    return Math.max(...ends) - Math.min(...ends);
  }) as [number, number];
  if (Math.max(across / picture.width, down / picture.height) < LEAST_CARD) return 'closer';
  if (boxMeans(cut)(0, 0, CARD_WIDTH, CARD_HEIGHT) < DARK) return 'dark';
  return sharpness(cut) < LEAST_CARD_SHARPNESS ? 'hold_still' : undefined;
}
