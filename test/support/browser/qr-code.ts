// Reads a QR code from the screen, as a phone's camera does.
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const reader = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm');

prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(reader).buffer } });

/** @returns the content of the only code in the picture, or undefined if it cannot be read */
export async function readQrCode(picture: Locator): Promise<string | undefined> {
  const shot = await picture.screenshot();
  const [found] = await readBarcodes(new Uint8Array(shot), { formats: ['QRCode'] });
  return found?.text;
}
