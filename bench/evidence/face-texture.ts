// Extracts the fine structure of a face at a fixed size, so that two pictures of the face can be
// compared (likeness.ts).
import { boundingBox, type Box, type Point2 } from '../../src/vision/face/geometry.ts';
import type { Picture } from '../../src/vision/face/picture.ts';

export interface Field {
  values: Float32Array;
  width: number;
  height: number;
}

/** A face's texture, without shading and without the noise of single pixels. */
export interface FaceTexture extends Field {
  /** The points of the mesh, in pixels of the texture. */
  points: readonly Point2[];
}

/** The edge of the square that has the same area as the face's box, in pixels of the texture. */
const FACE_PX = 96;
/** The width of the margin around the face's box, in pixels of the texture. */
const MARGIN_PX = 10;
/** The radii of the two blurs whose difference is the structure. */
const FINEST_PX = 1;
const COARSEST_PX = 7;

export function textureOf(
  picture: Picture,
  mesh: readonly (readonly [number, number, ...number[]])[],
): FaceTexture {
  const box = boundingBox(mesh);
  const [x0, y0, x1, y1] = box;
  // With this minimum, even a face of zero width yields a texture, though one without any
  // structure.
  const scale = Math.max(0.1, Math.sqrt((x1 - x0) * (y1 - y0)) / FACE_PX);
  const light = readLight(picture, box, scale);
  const finest = blur(light, FINEST_PX);
  const coarsest = blur(light, COARSEST_PX);
  return {
    ...light,
    values: finest.map((value, at) => value - (coarsest[at] ?? 0)),
    points: mesh.map(([x, y]): Point2 => [
      (x - x0) / scale + MARGIN_PX,
      (y - y0) / scale + MARGIN_PX,
    ]),
  };
}

/**
 * Samples the area of the face at the texture's scale. Where the picture has more pixels than the
 * texture, each texture pixel is the mean of several.
 */
function readLight(picture: Picture, [x0, y0, x1, y1]: Box, scale: number): Field {
  const width = Math.ceil((x1 - x0) / scale) + 2 * MARGIN_PX;
  const height = Math.ceil((y1 - y0) / scale) + 2 * MARGIN_PX;
  const values = new Float32Array(width * height);
  const parts = Math.max(1, Math.round(scale));
  const offsets = Array.from({ length: parts }, (_, part) => (part + 0.5) / parts - 0.5);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (const down of offsets)
        for (const right of offsets)
          sum += greenAt(
            picture,
            x0 + (x - MARGIN_PX + right) * scale,
            y0 + (y - MARGIN_PX + down) * scale,
          );
      values[y * width + x] = sum / parts ** 2;
    }
  return { values, width, height };
}

/**
 * Reads only the green channel, which carries most of the luminance and which JPEG preserves best.
 */
const greenAt = (picture: Picture, x: number, y: number): number =>
  valueAt({ ...picture, values: picture.data }, x, y, { stride: 4, offset: 1 });

interface Sampled {
  values: ArrayLike<number>;
  width: number;
  height: number;
}

/**
 * Interpolates bilinearly; positions outside the picture get the value at its edge.
 * @param layout which values to read: every `stride`-th value, starting at `offset`
 */
export function valueAt(
  { values, width, height }: Sampled,
  x: number,
  y: number,
  { stride, offset } = { stride: 1, offset: 0 },
): number {
  const cx = Math.max(0, Math.min(width - 1.001, x));
  const cy = Math.max(0, Math.min(height - 1.001, y));
  const left = Math.floor(cx);
  const top = Math.floor(cy);
  const fx = cx - left;
  const fy = cy - top;
  const at = stride * (top * width + left) + offset;
  const below = at + stride * width;
  return (
    ((values[at] ?? 0) * (1 - fx) + (values[at + stride] ?? 0) * fx) * (1 - fy) +
    ((values[below] ?? 0) * (1 - fx) + (values[below + stride] ?? 0) * fx) * fy
  );
}

/**
 * Replaces each value by the mean of the square around it, which has a side of `2 radius + 1`
 * pixels and is clipped at the edges.
 */
export function blur({ values, width, height }: Field, radius: number): Float32Array {
  const rows = new Float32Array(values.length);
  const result = new Float32Array(values.length);
  for (let y = 0; y < height; y++)
    meanLine(values, rows, { from: y * width, step: 1, count: width }, radius);
  for (let x = 0; x < width; x++)
    meanLine(rows, result, { from: x, step: width, count: height }, radius);
  return result;
}

/** One row or column of a field, as the positions of its values in the array. */
interface Line {
  from: number;
  step: number;
  count: number;
}

function meanLine(
  values: Float32Array,
  result: Float32Array,
  { from, step, count }: Line,
  radius: number,
): void {
  let sum = 0;
  for (let ahead = 0; ahead < count + radius; ahead++) {
    if (ahead < count) sum += values[from + ahead * step] ?? 0;
    const left = ahead - 2 * radius - 1;
    if (left >= 0) sum -= values[from + left * step] ?? 0;
    const middle = ahead - radius;
    if (middle < 0) continue;
    const covered = Math.min(count - 1, ahead) - Math.max(0, left + 1) + 1;
    result[from + middle * step] = sum / covered;
  }
}
