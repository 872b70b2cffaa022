// The zone and the card that the scripted documents Worker finds around the scripted portrait.
import type { PortraitPlace, ZonePlace } from '../../../src/vision/documents/document-check.ts';

/** A machine-readable zone below the portrait from scripted-face.ts. */
export const ZONE: ZonePlace = { lines: 2, left: [60, 740], right: [1200, 740] };
/** An ordinary card: the face's position and size on it, and the printed text that was found. */
export const CARD: PortraitPlace = {
  x: 0.2,
  y: 0.5,
  width: 0.17,
  height: 0.36,
  isUpright: false,
  rows: 6,
  text: { number: true, birthDate: true, name: true },
};
