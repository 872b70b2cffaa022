// Backs of driving licences for invented holders: the PDF417 barcode that the AAMVA standard
// specifies, with text printed close below it.
import { readFileSync } from 'node:fs';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { type BarcodeReader } from '../../../src/vision/documents/read-barcode.ts';
import { barcodeReader } from '../../../src/vision/documents/barcode-reader.ts';
import type { GreyPicture } from '../../../src/vision/documents/grey-picture.ts';
import { type Holder, licenceText } from '../../vision/documents/mrz-zones.ts';
import { drawBar, drawText } from './ink.ts';
import { inventHolder, patternedPage } from './specimens.ts';

export interface Licence {
  holder: Holder;
  page: GreyPicture;
}

/**
 * At this resolution, a bar of the densest print that the standard allows (0.17 mm) is four px
 * wide.
 */
const PX_PER_MM = 24;
/**
 * The two ways of printing the barcode: positions in mm, the number of codeword columns, and the
 * width of a bar in px. The bars of `dense` are as narrow as on Florida's licences.
 */
const PRINTS = {
  wide: { left: 5, top: 4, columns: 13, bar: 6, below: 4 },
  dense: { left: 15, top: 6, columns: 15, bar: 4, below: 2.2 },
} as const;

type LicencePrint = keyof typeof PRINTS;

/** @param type `DL` for a driving licence, `ID` for a state's identity card */
export async function drawLicence(
  seed: number,
  print: LicencePrint,
  type: 'DL' | 'ID' = 'DL',
): Promise<Licence> {
  const holder: Holder = { ...inventHolder(seed), issuer: 'USA' };
  const page = patternedPage(85.6, 53.98, seed, PX_PER_MM);
  await drawCode(page, licenceText(holder, type), print);
  return { holder, page };
}

/** @param text the content of the barcode */
export async function drawCode(
  page: GreyPicture,
  text: string,
  print: LicencePrint,
): Promise<void> {
  const { left, top, columns, bar, below } = PRINTS[print];
  const options = `columns=${columns},ecLevel=5`;
  const { symbol, error } = await writeBarcode(text, {
    format: 'PDF417',
    options,
    addQuietZones: false,
  });
  if (error !== '') throw new Error(error);
  const { data, width, height } = symbol;
  const [x, y] = [left * PX_PER_MM, top * PX_PER_MM];
  const around = 2 * bar;
  drawBar(
    page,
    {
      x: x - around,
      y: y - around,
      width: width * bar + 2 * around,
      height: height * bar + 2 * around,
    },
    245,
  );
  for (const [at, value] of data.entries())
    if (value === 0)
      drawBar(
        page,
        { x: x + (at % width) * bar, y: y + Math.floor(at / width) * bar, width: bar, height: bar },
        30,
      );
  const lines = [
    'CLASS D NON COMMERCIAL  RESTRICTIONS NONE  ENDORSEMENTS NONE',
    'REPORT A CHANGE OF ADDRESS WITHIN 10 DAYS',
  ];
  for (const [i, line] of lines.entries())
    drawText(page, line, {
      x,
      y: y + height * bar + (below + 3 * i) * PX_PER_MM,
      pitch: 1.2 * PX_PER_MM,
      ink: 50,
    });
}

const moduleOf = (kind: 'reader' | 'writer'): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(`node_modules/zxing-wasm/dist/${kind}/zxing_${kind}.wasm`));

prepareZXingModule({ overrides: { wasmBinary: moduleOf('writer').buffer } });

/** Starts the barcode reader from a compiled module, as the page and the Worker do. */
export const startBarcodeReader = (): BarcodeReader =>
  barcodeReader(new WebAssembly.Module(moduleOf('reader')));
