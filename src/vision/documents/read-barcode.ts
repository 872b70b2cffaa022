// Reads the content of a licence's barcode from a whole picture: finds the barcode, cuts it out
// straight, and reads it. The caller passes the barcode reader, so that code that reads no barcodes
// loads no WebAssembly.
import { readAamva } from './aamva.ts';
import { cutBarcode } from './cut-barcode.ts';
import type { DocumentReading } from './document-facts.ts';
import { dropPixels, type GreyPicture, turn } from './grey-picture.ts';
import { locateBarcode } from './locate-barcode.ts';

/**
 * @param barcode a barcode as produced by `cutBarcode`
 * @returns its text; undefined when it cannot be read
 */
export type BarcodeReader = (barcode: GreyPicture) => Promise<string | undefined>;

interface BarcodeReading {
  reading: DocumentReading;
  /** The picture that was read, for a second reading on the server. */
  barcode: GreyPicture;
}

/**
 * How many rotations to try: one for a frame from a moving camera, because the next frame follows
 * soon, and more for a single photograph.
 */
export const TURNS_OF = { frame: 1, page: 4 } as const;

/** @returns undefined when no barcode could be read */
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

/**
 * Reads a photograph from a file, which may be rotated by quarter turns. The barcode reader itself
 * handles pictures that are upside down.
 */
export async function readBarcodeAnyWayUp(
  read: BarcodeReader,
  picture: GreyPicture,
): Promise<BarcodeReading | undefined> {
  return (
    (await readBarcodeOf(read, picture, TURNS_OF.page)) ??
    (await readBarcodeOf(read, turn(picture, 1), TURNS_OF.page))
  );
}
