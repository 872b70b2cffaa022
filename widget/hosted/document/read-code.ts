// Reads the code in one picture, or finds what prevents a reading. This is the only module that
// uses the readers of zones and barcodes. It runs in the reader's worker.
import type { CivilDate } from '../../../src/vision/documents/civil-date.ts';
import type {
  DocumentReading,
  DocumentType,
} from '../../../src/vision/documents/document-facts.ts';
import { type GreyPicture, shrink, turn } from '../../../src/vision/documents/grey-picture.ts';
import type { LineNet } from '../../../src/vision/documents/line-net.ts';
import { locateLines } from '../../../src/vision/documents/locate-lines.ts';
import {
  adviceFor,
  type Advice,
  adviceWhenUnreadable,
} from '../../../src/vision/documents/quality.ts';
import {
  type BarcodeReader,
  readBarcodeOf,
  TURNS_OF,
} from '../../../src/vision/documents/read-barcode.ts';
import { readZone } from '../../../src/vision/documents/read-zone.ts';
import { cutStrips } from '../../../src/vision/documents/strips.ts';
import type { ChosenCode } from './kinds.ts';

/** A code whose check digits match. */
export interface ReadCode {
  /** The facts that two readings must agree on, as one string. It never leaves the page. */
  says: string;
  type: DocumentType;
  strips: readonly GreyPicture[];
  /** Whether the code is on a card's back, in which case the portrait is on the other side. */
  isBack: boolean;
}

/**
 * `unread`: the picture has no fault that a person could fix, but its code could not be read
 * consistently.
 */
export type Sighting = { read: ReadCode } | { advice: Advice | 'unread' };

/** A zone of three lines is on the back of a TD1 card (ICAO 9303-5). */
const LINES_OF_BACK = 3;

/** The neural net, the barcode reader and the date needed to read a code. */
export interface CodeReaders {
  net: LineNet;
  /**
   * Loads WebAssembly on the first call, so it is called only for documents that may have a
   * barcode.
   */
  barcodes: () => Promise<BarcodeReader>;
  /** The current date, which decides the century of a date in a machine-readable zone. */
  today: CivilDate;
}

/**
 * @param turns how many rotations are tried for a tilted barcode: fewer for a camera picture,
 *   because the next one follows soon
 */
export async function readCode(
  readers: CodeReaders,
  kind: ChosenCode,
  picture: GreyPicture,
  turns: number = TURNS_OF.frame,
): Promise<Sighting> {
  if (kind === 'pdf417') return readBars(readers, picture, turns);
  const lines = readLines(readers, picture);
  if (kind === 'mrz' || 'read' in lines) return lines;
  const bars = await readBars(readers, picture, turns);
  return 'read' in bars ? bars : lines;
}

async function readBars(
  { barcodes }: CodeReaders,
  picture: GreyPicture,
  turns: number,
): Promise<Sighting> {
  const found = await readBarcodeOf(await barcodes(), picture, turns);
  if (found?.reading.ok === true) return { read: readOf(found.reading, [found.barcode], true) };
  return { advice: found ? 'unread' : adviceWhenUnreadable(picture) };
}

function readLines({ net, today }: CodeReaders, picture: GreyPicture): Sighting {
  const lines = locateLines(picture);
  const strips = lines && cutStrips(picture, lines);
  const reading = strips && readZone(net, strips, today)?.reading;
  if (strips && reading?.ok === true)
    return { read: readOf(reading, strips, strips.length === LINES_OF_BACK) };
  return { advice: adviceFor(picture, lines, strips) ?? 'unread' };
}

const readOf = (
  { facts }: Extract<DocumentReading, { ok: true }>,
  strips: readonly GreyPicture[],
  isBack: boolean,
): ReadCode => {
  const { type, country, number, birthDate, expiryDate } = facts;
  const says = [type, country, number, birthDate, expiryDate].join('|');
  return { says, type, strips, isBack };
};

/**
 * The reading of a photograph: how many times it was turned clockwise by 90°, and the two matching
 * readings of its code.
 */
export interface PhotoReading {
  quarters: 0 | 1 | 2 | 3;
  reads: readonly [ReadCode, ReadCode];
}

/**
 * The scales at which a photograph is read again. The strips of the two readings then differ, like
 * the strips of two camera pictures.
 */
const SMALLER = [0.86, 0.93];
const QUARTERS = [0, 1, 2, 3] as const;

/**
 * Reads a photograph that may be rotated by any multiple of 90°.
 * @returns undefined when no code was read, or no second reading matched the first
 */
export async function readPhoto(
  readers: CodeReaders,
  kind: ChosenCode,
  photo: GreyPicture,
): Promise<PhotoReading | undefined> {
  for (const quarters of QUARTERS) {
    const upright = quarters === 0 ? photo : turn(photo, quarters);
    const first = await readCode(readers, kind, upright, TURNS_OF.page);
    if (!('read' in first)) continue;
    for (const scale of SMALLER) {
      const smaller = shrink(upright, scale);
      const second = await readCode(readers, kind, smaller, TURNS_OF.page);
      if ('read' in second && second.read.says === first.read.says)
        return { quarters, reads: [first.read, second.read] };
    }
  }
  return undefined;
}
