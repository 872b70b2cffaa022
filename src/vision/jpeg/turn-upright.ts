// Turns a picture upright, by rotating or mirroring it according to its EXIF orientation.
import type { Picture } from '../face/picture.ts';

/**
 * For each EXIF orientation: whether rows and columns are swapped, and whether columns are read
 * from the right and rows from the bottom.
 */
const TURNS: Readonly<Record<number, { swaps: boolean; fromRight: boolean; fromBelow: boolean }>> =
  {
    2: { swaps: false, fromRight: true, fromBelow: false },
    3: { swaps: false, fromRight: true, fromBelow: true },
    4: { swaps: false, fromRight: false, fromBelow: true },
    5: { swaps: true, fromRight: false, fromBelow: false },
    6: { swaps: true, fromRight: false, fromBelow: true },
    7: { swaps: true, fromRight: true, fromBelow: true },
    8: { swaps: true, fromRight: true, fromBelow: false },
  };

/**
 * @param picture the original, which is not changed
 * @param orientation 1 to 8, as in EXIF
 * @returns a new picture, or `picture` itself if it is already upright
 */
export function turnUpright(picture: Picture, orientation: number): Picture {
  const turn = TURNS[orientation];
  if (turn === undefined) return picture;
  const { width, height } = picture;
  const size = turn.swaps ? { width: height, height: width } : { width, height };
  const data = new Uint8Array(picture.data.length);
  const [from, to] = [pixelsOf(picture.data), pixelsOf(data)];
  let at = 0;
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++, at++) {
      const [across, down] = turn.swaps ? [y, x] : [x, y];
      const column = turn.fromRight ? width - 1 - across : across;
      const row = turn.fromBelow ? height - 1 - down : down;
      to[at] = from[row * width + column] ?? 0;
    }
  return { data, ...size };
}

const pixelsOf = (data: Picture['data']): Uint32Array =>
  new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
