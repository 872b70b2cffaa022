// A request of the service: sizes first, then the page's bytes, then its pixels, then the strips. Nothing is kept and
// nothing is logged.
import type { CivilDate } from '../documents-engine/civil-date.ts';
import {
  type CopySignal,
  type DocumentAnswer,
  FRAMES,
  LEAST_LINES,
  MOST_LINES,
  PAGE_LIMITS,
  type ReadRequest,
} from '../documents-engine/document-check.ts';
import type { DocumentReading } from '../documents-engine/document-facts.ts';
import { type GreyPicture, toGrey } from '../documents-engine/grey-picture.ts';
import type { LineNet } from '../documents-engine/line-net.ts';
import { readPicture } from '../documents-engine/read-picture.ts';
import { readZone } from '../documents-engine/read-zone.ts';
import { isStrip } from '../documents-engine/strips.ts';
import { decodeJpeg, dropPixels } from '../jpeg/decode.ts';

const NO_ZONE: DocumentReading = { ok: false, faults: ['shape'] };

/** The page is read too: strips that come from elsewhere would have to agree with it. */
export function readDocument(net: LineNet, request: ReadRequest): DocumentAnswer {
  const { kind, frames, page, today } = request;
  if (kind !== 'mrz' || frames.length !== FRAMES || !frames.every(isZone))
    return { ok: false, fault: 'strips' };
  const pixels = decodeJpeg(page, PAGE_LIMITS);
  if (typeof pixels === 'string') return { ok: false, fault: pixels };
  const grey = toGrey(pixels);
  dropPixels(pixels);
  const readings = frames.map((strips) => readZone(net, strips, today)?.reading ?? NO_ZONE);
  const signals: CopySignal[] = [];
  return { ok: true, readings: [...readings, readPage(net, grey, today)], signals };
}

const isZone = (strips: readonly GreyPicture[]): boolean =>
  strips.length >= LEAST_LINES && strips.length <= MOST_LINES && strips.every(isStrip);

const readPage = (net: LineNet, page: GreyPicture, today: CivilDate): DocumentReading =>
  readPicture(net, page, today)?.reading ?? NO_ZONE;
