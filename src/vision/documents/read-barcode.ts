// A whole picture to what the barcode of a licence on it says: find it, cut it out straight, have it read. Who reads bars
// is up to the caller, so that what needs no barcode loads no WebAssembly.
import { readAamva } from './aamva.ts';
import { cutBarcode } from './cut-barcode.ts';
import type { DocumentReading } from './document-facts.ts';
import { dropPixels, type GreyPicture, turn } from './grey-picture.ts';
import { locateBarcode } from './locate-barcode.ts';

/** @param barcode as `cutBarcode` makes it @returns its text, undefined when there is none to read */
export type BarcodeReader = (barcode: GreyPicture) => Promise<string | undefined>;

interface BarcodeReading {
  reading: DocumentReading;
  /** What was read, for whoever reads it again. */
  barcode: GreyPicture;
}

/** Turns that are tried: for a picture of a moving camera, whose next one comes soon, and for the only one there is. */
export const TURNS_OF = { frame: 1, page: 4 } as const;

/** @returns undefined where no barcode could be read */
export async function readBarcodeOf(
  read: BarcodeReader,
  picture: GreyPicture,
  turns: number,
): Promise<BarcodeReading | undefined> {
  for (const place of locateBarcode(picture, turns)) {
    const barcode = cutBarcode(picture, place);
    const text = barcode && (await read(barcode));
    if (barcode && text !== undefined) return { reading: readAamva(text), barcode };
    if (barcode) dropPixels(barcode);
  }
  return undefined;
}

/** For a photograph of a file: it may lie on any side. Upside down is for the reader of bars to find out. */
export async function readBarcodeAnyWayUp(
  read: BarcodeReader,
  picture: GreyPicture,
): Promise<BarcodeReading | undefined> {
  return (
    (await readBarcodeOf(read, picture, TURNS_OF.page)) ??
    (await readBarcodeOf(read, turn(picture, 1), TURNS_OF.page))
  );
}
