// Handles a request from the service: checks the frames' number and sizes, decodes the page, then
// reads the frames and the page. Nothing is kept and nothing is logged.
import { readAamva } from '../../vision/documents/aamva.ts';
import { colourMap, lacksColour } from '../../vision/documents/colour.ts';
import { isBarcode } from '../../vision/documents/cut-barcode.ts';
import {
  type CopySignal,
  type DocumentAnswer,
  FRAMES,
  MIN_LINES,
  MAX_LINES,
  PAGE_LIMITS,
  type ReadRequest,
  type ZonePlace,
} from '../../vision/documents/document-check.ts';
import type { DocumentReading } from '../../vision/documents/document-facts.ts';
import { dropPixels, type GreyPicture, toGrey } from '../../vision/documents/grey-picture.ts';
import type { LineNet } from '../../vision/documents/line-net.ts';
import {
  type BarcodeReader,
  readBarcodeOf,
  TURNS_OF,
} from '../../vision/documents/read-barcode.ts';
import { readPicture } from '../../vision/documents/read-picture.ts';
import type { PrintLine } from '../../vision/documents/locate-lines.ts';
import { readZone } from '../../vision/documents/read-zone.ts';
import { isOnePicture } from '../../vision/documents/same-picture.ts';
import { showsScreen } from '../../vision/documents/screen-grid.ts';
import { isStrip } from '../../vision/documents/strips.ts';
import { isFieldCovered } from '../../vision/documents/zone-field.ts';
import { hasOtherMetrics } from '../../vision/documents/zone-metrics.ts';
import { decodeJpeg } from '../../vision/jpeg/decode.ts';
import { namesEditor } from '../../vision/jpeg/edited.ts';
import { PROGRAMS } from './programs.ts';

/** The readers for both kinds of code: machine-readable zones and barcodes. */
export interface Readers {
  net: LineNet;
  /** Hexadecimal SHA-256 of the network's file. */
  netHash: string;
  readBarcode: BarcodeReader;
}

/** Name of the network's file in `data`. The file is also served alongside the page's scripts. */
export const LINE_READER = 'line-reader.bin';

const NO_CODE: DocumentReading = { ok: false, faults: ['shape'] };

/**
 * Reads both the frames and the page, so that the frames, which could be from a different document,
 * are accepted only if they agree with the page.
 */
export async function readDocument(
  readers: Readers,
  { kind, frames, page, today }: ReadRequest,
): Promise<DocumentAnswer> {
  const isFrame = kind === 'mrz' ? isZone : isOneBarcode;
  if (frames.length !== FRAMES || !frames.every(isFrame)) return { ok: false, fault: 'strips' };
  const pixels = decodeJpeg(page, PAGE_LIMITS);
  if (typeof pixels === 'string') return { ok: false, fault: pixels };
  const [grey, colours] = [toGrey(pixels), colourMap(pixels)];
  dropPixels(pixels);
  const signals: CopySignal[] = namesEditor(page) ? ['edited_file'] : [];
  if (isOnePicture(frames)) {
    dropPixels(grey);
    return { ok: true, ...(await readOnce(readers, kind, frames, today)), signals };
  }
  if (kind === 'pdf417') {
    const readings = await readBarcodes(readers.readBarcode, frames);
    const ofPage = await readBarcodeOf(readers.readBarcode, grey, TURNS_OF.page);
    readings.push(ofPage?.reading ?? NO_CODE);
    dropPixels(grey);
    return { ok: true, readings, signals, models: { ...PROGRAMS } };
  }
  const ofFrames = frames.map((strips) => readZone(readers.net, strips, today)?.reading ?? NO_CODE);
  const ofPage = readPicture(readers.net, grey, today);
  // The screen check is skipped for licences: their backs are black on white, and the bars of their
  // barcodes form a grid, as a screen's pixels do.
  if (showsScreen(grey)) signals.push('screen');
  if (ofPage?.reading.ok === true && isFieldCovered(grey, ofPage))
    signals.push('portrait_over_code');
  dropPixels(grey);
  if (ofPage && lacksColour(colours, ofPage.places)) signals.push('photocopy');
  if (ofPage?.reading.ok === true && hasOtherMetrics(ofPage)) signals.push('zone_metrics');
  const readings = [...ofFrames, ofPage?.reading ?? NO_CODE];
  const zone = ofPage && placeOf(ofPage.places);
  const models = { [LINE_READER]: readers.netHash };
  return { ok: true, readings, ...(zone && { zone }), signals, models };
}

/** @returns the number of lines, and both ends of the first line */
function placeOf(places: readonly PrintLine[]): ZonePlace | undefined {
  const [line] = places;
  if (line === undefined) return undefined;
  const at = (x: number) => [x, line.start + line.slope * x] as const;
  return { lines: places.length, left: at(line.left), right: at(line.right) };
}

/**
 * Reads only the first frame, for requests whose frames are all the same picture: reading it again
 * would prove nothing more.
 */
async function readOnce(
  readers: Readers,
  kind: ReadRequest['kind'],
  [frame = []]: Frames,
  today: ReadRequest['today'],
): Promise<Pick<Extract<DocumentAnswer, { ok: true }>, 'readings' | 'models'>> {
  if (kind === 'pdf417') {
    const readings = await readBarcodes(readers.readBarcode, [frame]);
    return { readings, models: { ...PROGRAMS } };
  }
  const reading = readZone(readers.net, frame, today)?.reading ?? NO_CODE;
  return { readings: [reading], models: { [LINE_READER]: readers.netHash } };
}

type Frames = ReadRequest['frames'];

const isZone = (strips: readonly GreyPicture[]): boolean =>
  strips.length >= MIN_LINES && strips.length <= MAX_LINES && strips.every(isStrip);

const isOneBarcode = (frame: readonly GreyPicture[]): boolean =>
  frame.length === 1 && frame.every(isBarcode);

/** Reads one barcode at a time, because two at once would need twice the memory. */
async function readBarcodes(read: BarcodeReader, frames: Frames): Promise<DocumentReading[]> {
  const readings: DocumentReading[] = [];
  for (const barcode of frames.flat()) {
    const text = await read(barcode);
    readings.push(text === undefined ? NO_CODE : readAamva(text));
  }
  return readings;
}
