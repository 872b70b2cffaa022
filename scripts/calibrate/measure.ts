// Estimates the ages of people in labelled pictures with the face Worker's own models, on this
// machine. A picture is in memory only while it is measured, and only the estimates remain.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jpeg from 'jpeg-js';
import { isFrontal } from '../../src/vision/face/age-evidence.ts';
import type { MeasuredPicture } from '../../src/vision/face/face-wire.ts';
import { faceWorker } from '../../test/support/puppet/face-worker-for-node.ts';
import type { Label } from './labels.ts';
import type { Estimate } from './estimate.ts';

/** The longer edge in px and the JPEG quality of the pictures that the page keeps. */
const KEPT = { edge: 480, quality: 80 } as const;
const NONCE = 'calibration';

interface Measured {
  estimates: Estimate[];
  /** The skipped files, with the reason for each. */
  skipped: { file: string; why: string }[];
}

/** @param onPicture called after each picture */
export async function measureFolder(
  folder: string,
  labels: readonly Label[],
  onPicture: () => void = () => undefined,
): Promise<Measured> {
  const result: Measured = { estimates: [], skipped: [] };
  for (const label of labels) {
    const measured = await measureFile(join(folder, label.file));
    if (typeof measured === 'string') result.skipped.push({ file: label.file, why: measured });
    else result.estimates.push({ ...label, ...measured });
    onPicture();
  }
  return result;
}

type Ages = Pick<Estimate, 'ageNet' | 'faceres' | 'head'>;

async function measureFile(path: string): Promise<Ages | string> {
  const bytes = shrink(new Uint8Array(await readFile(path)));
  if (bytes === undefined) return 'no readable JPEG';
  const { modules, nets } = await faceWorker();
  const hash = createHash('sha256').update(`${NONCE}0`).update(bytes).digest('base64url');
  const pictures = [{ t: 0, hash, jpeg: bytes }];
  const [found] = await modules.measurePictures(nets, { step: 'age', nonce: NONCE, pictures });
  return read(found);
}

/** Returns the estimates or, if the age step of a check would reject the picture, the reason. */
function read(found: MeasuredPicture | undefined): Ages | string {
  if (found?.ok !== true) return found?.fault ?? 'nothing measured';
  const { faces, pose, ages } = found.face;
  if (faces > 1) return 'several faces';
  if (!isFrontal(pose)) return 'turned away';
  return ages ?? 'no age';
}

/** @returns a JPEG of the size that the page sends; undefined when the input cannot be decoded */
function shrink(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  try {
    const picture = jpeg.decode(bytes, { useTArray: true, maxResolutionInMP: 60 });
    const step = Math.max(1, Math.max(picture.width, picture.height) / KEPT.edge);
    const [width, height] = [Math.round(picture.width / step), Math.round(picture.height / step)];
    const data = Buffer.alloc(width * height * 4, 255);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        data.set(meanColour(picture, x, y, step), (y * width + x) * 4);
    return new Uint8Array(jpeg.encode({ data, width, height }, KEPT.quality).data);
  } catch {
    return undefined;
  }
}

type Pixels = { data: Uint8Array; width: number; height: number };

/** Averages the colour of the square of pixels that becomes one pixel. */
function meanColour({ data, width, height }: Pixels, x: number, y: number, step: number): number[] {
  const end = (at: number, most: number) => Math.min(most, Math.max(at + 1, Math.floor(at + step)));
  const [left, top] = [Math.floor(x * step), Math.floor(y * step)];
  const sum = [0, 0, 0];
  let count = 0;
  for (let row = top; row < end(top, height); row++)
    for (let column = left; column < end(left, width); column++, count++)
      for (const channel of [0, 1, 2])
        sum[channel] = (sum[channel] ?? 0) + (data[(row * width + column) * 4 + channel] ?? 0);
  return sum.map((value) => value / count);
}
