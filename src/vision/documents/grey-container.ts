// The transport format of a code's strips: for each strip, its width and height as 16 bits, low
// byte first, then its pixels. The page writes the format and the service reads it; the documents
// Worker checks whether a code can have strips of these sizes.
import type { GreyPicture } from './grey-picture.ts';

/** The maximum number of pictures: a zone has at most three lines, and a barcode is one picture. */
const MAX_PICTURES = 3;
/** The maximum size: three strips take at most 115 kB, and a barcode takes 450 kB. */
export const MAX_CONTAINER_BYTES = 500 * 1024;
const HEADER_BYTES = 4;

/** @throws RangeError for pictures that `decodeGrey` would refuse */
export function encodeGrey(pictures: readonly GreyPicture[]): Uint8Array<ArrayBuffer> {
  const length = pictures.reduce((sum, { data }) => sum + HEADER_BYTES + data.length, 0);
  if (pictures.length < 1 || pictures.length > MAX_PICTURES || length > MAX_CONTAINER_BYTES)
    throw new RangeError('A container must have one to three pictures, of 500 KiB in total.');
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { data, width, height } of pictures) {
    if (!isSize(width) || !isSize(height) || data.length !== width * height)
      throw new RangeError(`${width} x ${height} pixels are not ${data.length} bytes.`);
    view.setUint16(at, width, true);
    view.setUint16(at + 2, height, true);
    bytes.set(data, at + HEADER_BYTES);
    at += HEADER_BYTES + data.length;
  }
  return bytes;
}

/** @returns one to three views of the same bytes; undefined when the bytes are invalid */
export function decodeGrey(bytes: Uint8Array<ArrayBuffer>): GreyPicture[] | undefined {
  if (bytes.length > MAX_CONTAINER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const pictures: GreyPicture[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (pictures.length === MAX_PICTURES || at + HEADER_BYTES > bytes.length) return undefined;
    const [width, height] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    const from = at + HEADER_BYTES;
    at = from + width * height;
    if (width * height === 0 || at > bytes.length) return undefined;
    pictures.push({ data: bytes.subarray(from, at), width, height });
  }
  return pictures.length === 0 ? undefined : pictures;
}

const isSize = (size: number): boolean => Number.isInteger(size) && size > 0 && size < 1 << 16;
