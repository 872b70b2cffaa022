// Checks a picture of a card for a fault that the person holding the card can fix. The result is
// only advice.
import { boxMeans, type GreyPicture } from './grey-picture.ts';
import { cutOut, type Quad } from './homography.ts';
import { type Advice, DARK, sharpness } from './quality.ts';

/**
 * The card must fill at least this share of the picture's width or of its height; otherwise the
 * print is too small.
 */
const MIN_CARD_SHARE = 0.55;
/**
 * The minimum sharpness. It is lower than for a machine-readable zone, because only part of a card
 * has print as fine as a zone's.
 */
const MIN_CARD_SHARPNESS = 0.12;

/**
 * The width in px of the rectified card for this check, which is about its width in a camera
 * picture 1,280 px wide.
 */
const CARD_WIDTH = 856;
const CARD_HEIGHT = 540;

/**
 * @param card the card's corners, if a card was found
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
  if (Math.max(across / picture.width, down / picture.height) < MIN_CARD_SHARE) return 'closer';
  if (boxMeans(cut)(0, 0, CARD_WIDTH, CARD_HEIGHT) < DARK) return 'dark';
  return sharpness(cut) < MIN_CARD_SHARPNESS ? 'hold_still' : undefined;
}
