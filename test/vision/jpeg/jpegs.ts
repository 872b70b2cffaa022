// JPEGs that are small, damaged or of a different kind, derived from a JPEG that jpeg-js writes.
import jpeg from 'jpeg-js';

type Jpeg = Uint8Array<ArrayBuffer>;

const MARKER = 0xff;
const BASELINE = 0xc0;
const PROGRESSIVE = 0xc2;

/** Returns a picture of noise, which is always the same for the same arguments. */
export function noise(width: number, height: number, from = 1): Jpeg {
  const data = Buffer.alloc(width * height * 4);
  for (let at = 0, seed = from; at < data.length; at++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    data[at] = seed >>> 24;
  }
  return new Uint8Array(jpeg.encode({ data, width, height }, 60).data);
}

export function claimSize(picture: Jpeg, width: number, height: number): Jpeg {
  return withFrame(picture, (bytes) => {
    bytes.setUint16(5, height);
    bytes.setUint16(7, width);
  });
}

export const asProgressive = (picture: Jpeg): Jpeg =>
  withFrame(picture, (bytes) => bytes.setUint8(1, PROGRESSIVE));

export const withComponents = (picture: Jpeg, count: number): Jpeg =>
  withFrame(picture, (bytes) => bytes.setUint8(9, count));

/** Returns the body of the picture's start-of-frame segment. */
export function frameOf(picture: Jpeg): number[] {
  const at = startOfFrame(picture);
  return Array.from(picture.subarray(at + 4, at + 19));
}

/** Inserts a segment immediately after the start-of-image marker. */
export function insertSegment(picture: Jpeg, marker: number, body: readonly number[]): Jpeg {
  const length = body.length + 2;
  const segment = [MARKER, marker, length >> 8, length & 0xff, ...body];
  return new Uint8Array([...picture.slice(0, 2), ...segment, ...picture.slice(2)]);
}

/** Returns EXIF data with one entry: the orientation, from 1 to 8. */
export function orientation(value: number): number[] {
  const name = [...Buffer.from('Exif\0\0')];
  const header = [...Buffer.from('MM\0*'), 0, 0, 0, 8];
  return [...name, ...header, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0];
}

/**
 * Returns a picture of 8 x 8 pixels that can be joined with others. When a scan ends on a byte
 * boundary, jpeg-js still adds padding, which only decoders that search for markers accept; such
 * pictures are skipped.
 */
export const tile = (name: number): Jpeg => {
  const picture = noise(8, 8, name);
  return picture.at(-4) === MARKER ? tile(name + 1_000) : picture;
};

/**
 * Joins the tiles into a picture one tile high, with restart markers between them.
 * @param interval the restart interval that the picture declares, in tiles; the actual one is 1
 */
export function withRestarts(tiles: readonly Jpeg[], interval = 1): Jpeg {
  const [first = new Uint8Array()] = tiles;
  const wide = insertSegment(claimSize(first, 8 * tiles.length, 8), 0xdd, [0, interval]);
  const scans = tiles.flatMap((one, i) => {
    const mark = i === 0 ? [] : [MARKER, 0xd0 + ((i - 1) % 8)];
    return [...mark, ...one.subarray(startOfScan(one), -2)];
  });
  return new Uint8Array([...wide.subarray(0, startOfScan(wide)), ...scans, MARKER, 0xd9]);
}

/** Returns the position immediately after the header of the picture's only scan. */
function startOfScan(picture: Jpeg): number {
  const at = picture.findIndex((byte, i) => byte === MARKER && picture[i + 1] === 0xda);
  return at + 2 + (picture[at + 3] ?? 0);
}

function withFrame(picture: Jpeg, change: (frame: DataView) => void): Jpeg {
  const copy = picture.slice();
  change(new DataView(copy.buffer, startOfFrame(copy)));
  return copy;
}

function startOfFrame(picture: Jpeg): number {
  return picture.findIndex((byte, at) => byte === MARKER && picture[at + 1] === BASELINE);
}
