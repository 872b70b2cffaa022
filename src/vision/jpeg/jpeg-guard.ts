// Checks a JPEG's bytes before anything decodes it. Only one complete baseline picture of three
// colours in one scan passes, which is what canvases and cameras write. The cost of decoding
// therefore depends only on the picture's size.
import { readOrientation, UPRIGHT } from './exif.ts';

export type JpegFault = 'not_a_jpeg' | 'too_large' | 'unreadable';

/** The largest picture that is accepted. */
export interface JpegLimits {
  bytes: number;
  pixels: number;
}

/** The values read from the segments before the scan. */
interface JpegHead {
  width: number;
  height: number;
  /** The orientation, 1 to 8 as in EXIF. */
  orientation: number;
}

/**
 * The source of the picture. A canvas writes it upright, with nothing after it in the file. A
 * camera may store it rotated and append further pictures.
 */
type JpegSource = 'canvas' | 'camera';

const START = 0xd8;
const END = 0xd9;
const BASELINE = 0xc0;
const HUFFMAN_TABLE = 0xc4;
const SCAN = 0xda;
const EXIF = 0xe1;
/**
 * Segments that do not affect these checks: tables, restart interval, application data, comments.
 */
const HARMLESS_SEGMENTS: ReadonlySet<number> = new Set([
  HUFFMAN_TABLE,
  0xdb,
  0xdd,
  ...Array.from({ length: 16 }, (_, i) => 0xe0 + i),
  0xfe,
]);
/** @returns why a picture from a canvas must not be decoded; undefined when it may be */
export function findFault(jpeg: Uint8Array, most: JpegLimits): JpegFault | undefined {
  const head = inspectJpeg(jpeg, most, 'canvas');
  return typeof head === 'string' ? head : undefined;
}

/** @returns the size and orientation of a picture that may be decoded, or the fault found in it */
export function inspectJpeg(
  jpeg: Uint8Array,
  most: JpegLimits,
  source: JpegSource,
): JpegHead | JpegFault {
  if (jpeg[0] !== 0xff || jpeg[1] !== START || jpeg[2] !== 0xff) return 'not_a_jpeg';
  if (jpeg.length > most.bytes) return 'too_large';
  const bytes = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  let size: Pick<JpegHead, 'width' | 'height'> | undefined;
  let orientation = UPRIGHT;
  for (let at = 2; at + 4 <= bytes.byteLength;) {
    if (bytes.getUint8(at) !== 0xff) return 'unreadable';
    const marker = bytes.getUint8(at + 1);
    const length = bytes.getUint16(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.byteLength) return 'unreadable';
    const body = new DataView(jpeg.buffer, jpeg.byteOffset + at + 4, length - 2);
    if (marker === SCAN) {
      const isWhole = isOnlyScan(body) && endsAfterScan(jpeg, end, source);
      return size && isWhole ? { ...size, orientation } : 'unreadable';
    }
    if (marker === BASELINE) {
      const frame = size ? 'unreadable' : readFrame(body, most);
      if (typeof frame === 'string') return frame;
      size = frame;
    } else if (!HARMLESS_SEGMENTS.has(marker)) return 'unreadable';
    else if (marker === EXIF) {
      const turned = readOrientation(body);
      if (turned !== UPRIGHT && source === 'canvas') return 'unreadable';
      orientation = turned === undefined || turned === UPRIGHT ? orientation : turned;
    }
    at = end;
  }
  return 'unreadable';
}

/**
 * Accepts three components of 8 bits, each with sampling factors of 1 or 2 in both directions (ITU
 * T.81, B.2.2).
 */
function readFrame(
  frame: DataView,
  most: JpegLimits,
): Pick<JpegHead, 'width' | 'height'> | JpegFault {
  if (frame.byteLength !== 6 + 3 * 3) return 'unreadable';
  const [height, width] = [frame.getUint16(1), frame.getUint16(3)];
  if (width * height > most.pixels) return 'too_large';
  if (frame.getUint8(0) !== 8 || frame.getUint8(5) !== 3 || width * height === 0)
    return 'unreadable';
  const factors = [7, 10, 13].map((at) => frame.getUint8(at));
  const areKnown = factors.every((both) => [0x11, 0x12, 0x21, 0x22].includes(both));
  return areKnown ? { width, height } : 'unreadable';
}

function isOnlyScan(scan: DataView): boolean {
  return scan.byteLength === 10 && scan.getUint8(0) === 3;
}

/**
 * Whether nothing but the scan's data comes between `from` and the end marker. In a picture from a
 * canvas, nothing may follow that marker either.
 */
function endsAfterScan(jpeg: Uint8Array, from: number, source: JpegSource): boolean {
  for (let at = jpeg.indexOf(0xff, from); at !== -1; at = jpeg.indexOf(0xff, at + 2)) {
    const next = jpeg[at + 1];
    if (next === END) return source === 'camera' || at + 2 === jpeg.length;
    // Only a stuffed byte or a restart marker may occur within the data.
    if (next === undefined || (next !== 0 && (next < 0xd0 || next > 0xd7))) return false;
  }
  return false;
}
