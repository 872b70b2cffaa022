// One picture to what its code says, or to what keeps it from being read. The only place that knows the readers; runs in
// the reader's worker.
import type { CivilDate } from '../../../src/vision/documents/civil-date.ts';
import type {
  DocumentReading,
  DocumentType,
} from '../../../src/vision/documents/document-facts.ts';
import { type GreyPicture, shrink, turn } from '../../../src/vision/documents/grey-picture.ts';
import type { LineNet } from '../../../src/vision/documents/line-net.ts';
import { locateLines } from '../../../src/vision/documents/locate-lines.ts';
import { adviceFor, type Advice, hiddenBy } from '../../../src/vision/documents/quality.ts';
import {
  type BarcodeReader,
  readBarcodeOf,
  TURNS_OF,
} from '../../../src/vision/documents/read-barcode.ts';
import { readZone } from '../../../src/vision/documents/read-zone.ts';
import { cutStrips } from '../../../src/vision/documents/strips.ts';
import type { ChosenCode } from './kinds.ts';

/** A code that holds together. */
export interface ReadCode {
  /** All that it says, to compare two readings by. Never leaves the page. */
  says: string;
  type: DocumentType;
  strips: readonly GreyPicture[];
  /** It is a card's back: the portrait is on the other side. */
  isBack: boolean;
}

/** `unread`: nothing is wrong with the picture that a person could mend, but its code does not hold together. */
export type Sighting = { read: ReadCode } | { advice: Advice | 'unread' };

/** A zone of three lines is a TD1 card's (ICAO 9303-5), and on its back. */
const LINES_OF_BACK = 3;

/** Brings what the readers need: they are loaded when a document is shown, and not before. */
export interface CodeReaders {
  net: LineNet;
  /** Loads WebAssembly the first time, so it is called where a barcode may be only. */
  barcodes: () => Promise<BarcodeReader>;
  /** Where the document is shown. */
  today: CivilDate;
}

/** @param turns how often a barcode that lies askew is turned: less for a camera, whose next picture comes soon */
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
  return { advice: found ? 'unread' : hiddenBy(picture) };
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

/** Of a photograph: how often it was turned clockwise by a quarter until its code could be read, twice the same. */
export interface PhotoReading {
  quarters: 0 | 1 | 2 | 3;
  reads: readonly [ReadCode, ReadCode];
}

/** A photograph is read again at another size: its strips then differ as those of two pictures of a camera do. */
const SMALLER = [0.86, 0.93];
const QUARTERS = [0, 1, 2, 3] as const;

/** A photograph may lie on any side. @returns undefined when nothing that holds together was read, or not twice the same */
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
