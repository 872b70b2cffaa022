// Looks at a JPEG's bytes before anything decodes it. Only what a browser's canvas writes passes: one baseline picture
// of three colours, upright, whole, in one scan. So decoding costs what the picture's size says, and no more.

export type JpegFault = 'not_a_jpeg' | 'too_large' | 'unreadable';

/** What a picture may have at most. */
export interface JpegLimits {
  bytes: number;
  pixels: number;
}

const START = 0xd8;
const END = 0xd9;
const BASELINE = 0xc0;
const HUFFMAN_TABLE = 0xc4;
const SCAN = 0xda;
const EXIF = 0xe1;
/** Segments that change nothing about the above: tables, restart interval, application data, comments. */
const PLAIN: ReadonlySet<number> = new Set([
  HUFFMAN_TABLE,
  0xdb,
  0xdd,
  ...Array.from({ length: 16 }, (_, i) => 0xe0 + i),
  0xfe,
]);
/** EXIF's tag, and its value for a picture that is upright. */
const ORIENTATION = 0x0112;
const UPRIGHT = 1;

/** @returns why the picture must not be decoded; undefined when it may be */
export function findFault(jpeg: Uint8Array, most: JpegLimits): JpegFault | undefined {
  if (jpeg[0] !== 0xff || jpeg[1] !== START || jpeg[2] !== 0xff) return 'not_a_jpeg';
  if (jpeg.length > most.bytes) return 'too_large';
  const bytes = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  let hasFrame = false;
  for (let at = 2; at + 4 <= bytes.byteLength;) {
    if (bytes.getUint8(at) !== 0xff) return 'unreadable';
    const marker = bytes.getUint8(at + 1);
    const length = bytes.getUint16(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.byteLength) return 'unreadable';
    const body = new DataView(jpeg.buffer, jpeg.byteOffset + at + 4, length - 2);
    if (marker === SCAN) {
      return hasFrame && isOnlyScan(body) && endsThere(bytes, end) ? undefined : 'unreadable';
    }
    if (marker === BASELINE) {
      const fault = hasFrame ? 'unreadable' : faultOfFrame(body, most);
      if (fault !== undefined) return fault;
      hasFrame = true;
    } else if (!PLAIN.has(marker) || (marker === EXIF && isTurned(body))) return 'unreadable';
    at = end;
  }
  return 'unreadable';
}

/** Three components of 8 bits, the second and third with as much or less detail (ITU T.81, B.2.2). */
function faultOfFrame(frame: DataView, most: JpegLimits): JpegFault | undefined {
  if (frame.byteLength !== 6 + 3 * 3) return 'unreadable';
  const [height, width] = [frame.getUint16(1), frame.getUint16(3)];
  if (width * height > most.pixels) return 'too_large';
  if (frame.getUint8(0) !== 8 || frame.getUint8(5) !== 3 || width * height === 0)
    return 'unreadable';
  const factors = [7, 10, 13].map((at) => frame.getUint8(at));
  const areKnown = factors.every((both) => [0x11, 0x12, 0x21, 0x22].includes(both));
  return areKnown ? undefined : 'unreadable';
}

function isOnlyScan(scan: DataView): boolean {
  return scan.byteLength === 10 && scan.getUint8(0) === 3;
}

/** Between a scan's beginning and the end of the file nothing but its own data. */
function endsThere(bytes: DataView, from: number): boolean {
  const last = bytes.byteLength - 2;
  for (let at = from; at < last; at++) {
    if (bytes.getUint8(at) !== 0xff) continue;
    const next = bytes.getUint8(at + 1);
    // A stuffed byte, or the mark of a restart.
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return false;
    at++;
  }
  return last >= from && bytes.getUint16(last) === 0xff00 + END;
}

/** Whether EXIF says that the picture is to be turned or mirrored; of what cannot be read, yes. */
function isTurned(segment: DataView): boolean {
  const name = [0, 1, 2, 3].map((at) => (at < segment.byteLength ? segment.getUint8(at) : 0));
  if (String.fromCharCode(...name) !== 'Exif') return false;
  try {
    const tiff = new DataView(segment.buffer, segment.byteOffset + 6, segment.byteLength - 6);
    const little = tiff.getUint16(0) === 0x4949;
    const directory = tiff.getUint32(4, little);
    const count = tiff.getUint16(directory, little);
    for (let i = 0; i < count; i++) {
      const entry = directory + 2 + 12 * i;
      if (tiff.getUint16(entry, little) !== ORIENTATION) continue;
      if (tiff.getUint16(entry + 8, little) !== UPRIGHT) return true;
    }
    return false;
  } catch {
    return true;
  }
}
