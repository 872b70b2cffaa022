// Reads folders of photographs, each of one person before one camera, and places the faces as a
// page's camera would see them.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Picture } from '../../src/vision/face/picture.ts';
import { blankPicture, copyPixel } from '../../test/support/puppet/raster.ts';
import { track } from './samples.ts';

/** The size of the pictures that a page keeps. */
const FRAME = { width: 480, height: 360 };
/** The width of the face in a placed picture, in px. */
const FACE_WIDTH = 150;
/** A face may be enlarged by at most this factor. */
const MAX_SCALE = 3;

/** Photographs of one person before one camera. */
interface Series {
  /** The path of the folder, relative to the folder that is searched. */
  name: string;
  paths: readonly string[];
}

/** @returns each folder below `folder` that holds at least two photographs */
export function findSeries(folder: string, name = ''): Series[] {
  const entries = readdirSync(join(folder, name)).toSorted();
  const isFolder = (entry: string): boolean => statSync(join(folder, name, entry)).isDirectory();
  const paths = entries
    .filter((entry) => /\.(jpe?g|png)$/i.test(entry))
    .map((entry) => join(folder, name, entry));
  const below = entries.filter(isFolder).flatMap((entry) => findSeries(folder, join(name, entry)));
  return paths.length > 1 ? [{ name, paths }, ...below] : below;
}

/** @returns the photographs in which a face is found, each with the face in its middle */
export async function readSeries({ paths }: Series): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const path of paths) {
    const source = decode(path);
    const scale = Math.min(FRAME.width / source.width, FRAME.height / source.height);
    const middle = { x: source.width / 2, y: source.height / 2 };
    const face = await track(place(source, scale, middle));
    if (face === undefined) continue;
    const [left, top, right, bottom] = face.box;
    pictures.push(
      place(source, Math.min((scale * FACE_WIDTH) / (right - left), MAX_SCALE), {
        x: middle.x + ((left + right) / 2 - FRAME.width / 2) / scale,
        y: middle.y + ((top + bottom) / 2 - FRAME.height / 2) / scale,
      }),
    );
  }
  return pictures;
}

function decode(path: string): Picture {
  const quiet = ['-v', 'error'];
  const facts = ['-show_entries', 'stream=width,height', '-of', 'csv=p=0'];
  const size = execFileSync('ffprobe', [...quiet, '-select_streams', 'v:0', ...facts, path]);
  const [width = 0, height = 0] = size.toString().trim().split(',').map(Number);
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-'];
  const maxBuffer = 4 * width * height + 1;
  const data = execFileSync('ffmpeg', [...quiet, '-i', path, ...raw], { maxBuffer });
  return { width, height, data: new Uint8ClampedArray(data) };
}

/** Draws the part of the source around a point; outside the source, its mirror image. */
function place(source: Picture, scale: number, { x, y }: { x: number; y: number }): Picture {
  const { width, height } = FRAME;
  const result = blankPicture(width, height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const right = ((pixel % width) - width / 2) / scale;
    const down = (Math.floor(pixel / width) - height / 2) / scale;
    const from = [mirrored(x + right, source.width - 1), mirrored(y + down, source.height - 1)];
    copyPixel(result, pixel, source, from[0] ?? 0, from[1] ?? 0);
  }
  return result;
}

function mirrored(at: number, last: number): number {
  const distance = Math.abs(at) % (2 * last);
  return distance > last ? 2 * last - distance : distance;
}
