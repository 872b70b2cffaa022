// Requests to the documents Worker, made as the web page makes them: a specimen is photographed
// twice, the codes are cut from both frames, and the first frame is the picture of the document's
// page.
import type { ReadRequest } from '../../../src/vision/documents/document-check.ts';
import { cutBarcode } from '../../../src/vision/documents/cut-barcode.ts';
import { type GreyPicture, toGrey } from '../../../src/vision/documents/grey-picture.ts';
import { locateBarcode } from '../../../src/vision/documents/locate-barcode.ts';
import { locateLines } from '../../../src/vision/documents/locate-lines.ts';
import { TURNS_OF } from '../../../src/vision/documents/read-barcode.ts';
import { cutStrips } from '../../../src/vision/documents/strips.ts';
import type { Readers } from '../../../src/workers/documents/read.ts';
import { decodeJpeg } from '../../../src/vision/jpeg/decode.ts';
import { photographAsJpeg, type View } from '../../support/documents/camera.ts';
import { type Licence, startBarcodeReader } from '../../support/documents/licences.ts';
import type { Specimen } from '../../support/documents/specimens.ts';
import { SHOWN_ON } from '../../support/documents/trial.ts';
import { hashLineNet, loadLineNet } from '../../support/documents/weights.ts';

/** The largest picture that the web page sends: 1600 x 1200. */
const PHONE: View = { width: 1600, height: 1200, quality: 85, noise: 3, roll: 1, pitch: 4 };

export function requestOf({ page }: Pick<Specimen, 'page'>, view: View = PHONE): ReadRequest {
  const { pictures, jpeg } = shots(page, view);
  const frames = pictures.map((picture) => cutStrips(picture, locateLines(picture) ?? []) ?? []);
  return { kind: 'mrz', frames, page: jpeg, today: SHOWN_ON };
}

export function licenceRequestOf({ page }: Pick<Licence, 'page'>): ReadRequest {
  const { pictures, jpeg } = shots(page, PHONE);
  const frames = pictures.map((picture) => {
    const [place] = locateBarcode(picture, TURNS_OF.frame);
    const barcode = place && cutBarcode(picture, place);
    return barcode ? [barcode] : [];
  });
  return { kind: 'pdf417', frames, page: jpeg, today: SHOWN_ON };
}

export const loadReaders = (): Readers => ({
  net: loadLineNet(),
  netHash: hashLineNet(),
  readBarcode: startBarcodeReader(),
});

function shots(page: GreyPicture, view: View) {
  const [first, second] = [1, 2].map((seed) => photographAsJpeg(page, view, seed));
  if (!first || !second) throw new Error('no frames');
  const pictures = [first, second].map((jpeg) => {
    const picture = decodeJpeg(jpeg, { bytes: 2 ** 24, pixels: 2 ** 22 });
    if (typeof picture === 'string') throw new Error(picture);
    return toGrey(picture);
  });
  return { pictures, jpeg: first };
}
