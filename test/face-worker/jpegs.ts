// JPEGs that are small, damaged or of another kind, made from one that jpeg-js writes.
import jpeg from 'jpeg-js';

type Jpeg = Uint8Array<ArrayBuffer>;

const MARKER = 0xff;
const BASELINE = 0xc0;
const PROGRESSIVE = 0xc2;

/** A picture of noise, the same each time. */
export function noise(width: number, height: number): Jpeg {
  const data = Buffer.alloc(width * height * 4);
  for (let at = 0, seed = 1; at < data.length; at++) {
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

/** The body of the frame's segment. */
export function frameOf(picture: Jpeg): number[] {
  const at = startOfFrame(picture);
  return Array.from(picture.subarray(at + 4, at + 19));
}

/** Directly after the start of the picture. */
export function insertSegment(picture: Jpeg, marker: number, body: readonly number[]): Jpeg {
  const length = body.length + 2;
  const segment = [MARKER, marker, length >> 8, length & 0xff, ...body];
  return new Uint8Array([...picture.slice(0, 2), ...segment, ...picture.slice(2)]);
}

/** EXIF with one entry: how the picture is to be turned, 1 to 8. */
export function orientation(value: number): number[] {
  const name = [...Buffer.from('Exif\0\0')];
  const header = [...Buffer.from('MM\0*'), 0, 0, 0, 8];
  return [...name, ...header, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0];
}

function withFrame(picture: Jpeg, change: (frame: DataView) => void): Jpeg {
  const copy = picture.slice();
  change(new DataView(copy.buffer, startOfFrame(copy)));
  return copy;
}

function startOfFrame(picture: Jpeg): number {
  return picture.findIndex((byte, at) => byte === MARKER && picture[at + 1] === BASELINE);
}
