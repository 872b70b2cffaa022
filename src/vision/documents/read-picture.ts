// Reads the content of a machine-readable zone from a whole picture: finds the lines, cuts them
// out, and reads them.
import type { CivilDate } from './civil-date.ts';
import { type GreyPicture, turn } from './grey-picture.ts';
import type { LineNet } from './line-net.ts';
import { locateLines, type PrintLine } from './locate-lines.ts';
import { readZone, type ZoneReading } from './read-zone.ts';
import { cutStrips } from './strips.ts';

interface PictureReading extends ZoneReading {
  /** The strips that were read, for a second reading on the server. */
  strips: GreyPicture[];
  /** Positions of the zone's lines, from the top. */
  places: PrintLine[];
}

/**
 * @param today today's date in the place where the document is shown
 * @returns undefined when no zone was found in the picture
 */
export function readPicture(
  net: LineNet,
  picture: GreyPicture,
  today: CivilDate,
): PictureReading | undefined {
  const places = locateLines(picture);
  const strips = places && cutStrips(picture, places);
  const zone = strips && readZone(net, strips, today);
  return zone && { ...zone, strips, places };
}

/**
 * Reads a photograph from a file, which may be rotated by quarter turns.
 * @returns the first valid reading, or else an invalid one; undefined when no zone was found
 */
export function readAnyWayUp(
  net: LineNet,
  picture: GreyPicture,
  today: CivilDate,
): PictureReading | undefined {
  let some = readPicture(net, picture, today);
  for (const quarters of [1, 2, 3] as const) {
    if (some?.reading.ok === true) return some;
    const turned = readPicture(net, turn(picture, quarters), today);
    if (turned?.reading.ok === true || some === undefined) some = turned;
  }
  return some;
}
