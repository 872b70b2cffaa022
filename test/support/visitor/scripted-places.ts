// The zone and the card that a scripted documents Worker finds around a scripted portrait.
import type { PortraitPlace, ZonePlace } from '../../../src/vision/documents/document-check.ts';

/** A zone below the portrait from scripted-face.ts. */
export const ZONE: ZonePlace = { lines: 2, left: [60, 740], right: [1200, 740] };
/**
 * The outline of an ordinary card, with the position of the face and the text that was found on the
 * card.
 */
export const CARD: PortraitPlace = {
  x: 0.2,
  y: 0.5,
  width: 0.17,
  height: 0.36,
  isUpright: false,
  rows: 6,
  text: { number: true, birthDate: true, name: true },
};
