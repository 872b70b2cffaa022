// A whole picture to what its machine-readable zone says: find the lines, cut them out, read them.
import type { CivilDate } from './civil-date.ts';
import { type GreyPicture, turn } from './grey-picture.ts';
import type { LineNet } from './line-net.ts';
import { locateLines, type PrintLine } from './locate-lines.ts';
import { readZone, type ZoneReading } from './read-zone.ts';
import { cutStrips } from './strips.ts';

interface PictureReading extends ZoneReading {
  /** What was read, for whoever reads it again. */
  strips: GreyPicture[];
  /** Where the lines of the zone are, from the top. */
  places: PrintLine[];
}

/** @param today where the document is shown @returns undefined when the picture shows no zone */
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

/** For a photograph of a file: it may lie on any side. @returns the first reading that holds together, or any */
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
