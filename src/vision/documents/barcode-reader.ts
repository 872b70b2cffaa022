// Reads a stacked barcode from a straightened picture, with zxing-cpp in WebAssembly. Code that
// reads only machine-readable zones must not import this file.
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { evenOutBarcode } from './cut-barcode.ts';
import { dropPixels, type GreyPicture } from './grey-picture.ts';
import type { BarcodeReader } from './read-barcode.ts';

/**
 * @param reader the package's reader.wasm, compiled by the caller: a page fetches it, a Worker
 *   bundles it
 */
export function barcodeReader(reader: WebAssembly.Module): BarcodeReader {
  prepareZXingModule({
    overrides: {
      // Without this option the package fetches the file from a third party.
      instantiateWasm: (
        imports: WebAssembly.Imports,
        ready: (instance: WebAssembly.Instance) => void,
      ) => {
        const instance = new WebAssembly.Instance(reader, imports);
        ready(instance);
        return instance.exports;
      },
    },
  });
  return async (barcode) => {
    const even = evenOutBarcode(barcode);
    const picture = inColours(even);
    dropPixels(even);
    try {
      const [found] = await readBarcodes(picture, {
        formats: ['PDF417'],
        tryInvert: false,
        tryDownscale: false,
        tryRotate: false,
        maxNumberOfSymbols: 1,
      });
      // The bytes are decoded here, because the text that the package decodes itself is altered for
      // display.
      return found && new TextDecoder('latin1').decode(found.bytes);
    } finally {
      dropPixels(picture);
    }
  };
}

/** Converts a grey picture to RGBA, because zxing-cpp accepts no other pixel format. */
function inColours({ data: grey, width, height }: GreyPicture) {
  const colours = new Uint32Array(grey.length);
  for (let i = 0; i < grey.length; i++)
    colours[i] = 0xff_00_00_00 | ((grey[i] as number) * 0x01_01_01);
  const data = new Uint8ClampedArray(colours.buffer);
  return { data, width, height, colorSpace: 'srgb' as const };
}
