// Reads a QR code off the screen, as the camera of a phone does.
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const reader = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm');

prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(reader).buffer } });

/** @returns what the only code in the picture says; undefined where none can be read */
export async function readQrCode(picture: Locator): Promise<string | undefined> {
  const shot = await picture.screenshot();
  const [found] = await readBarcodes(new Uint8Array(shot), { formats: ['QRCode'] });
  return found?.text;
}
