// Decodes films with ffmpeg into pictures as a camera would deliver them to the page. A film is a
// file or a folder of pictures.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { KEPT_WIDTH } from '../../src/vision/face/face-wire.ts';
import type { Picture } from '../../src/vision/face/picture.ts';

const FILM = /\.(?:mp4|webm|gif|avi|mov|mkv|wmv)$/i;
const FRAME = /\.(jpe?g|png)$/i;
/**
 * A folder of at least this many pictures counts as a film with FRAMES_PER_SECOND pictures per
 * second.
 */
const MIN_FRAMES = 20;
const FRAMES_PER_SECOND = 15;

export interface Film {
  /** The path relative to the folder that is searched. */
  name: string;
  /** The first folder of the path, which identifies the film's origin. */
  origin: string;
  /** The arguments that make ffmpeg read the film. */
  input: readonly string[];
}

/** A rectangular part of a picture, in pixels of that picture. */
export interface Window {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** @throws Error with installation instructions, unless both ffmpeg and ffprobe run */
export function assertFfmpeg(): void {
  for (const program of ['ffmpeg', 'ffprobe'])
    if (spawnSync(program, ['-version'], { stdio: 'ignore' }).status !== 0)
      throw new Error(
        `${program} is missing. Install it: apt-get install ffmpeg (Debian, Ubuntu), brew install ffmpeg (macOS).`,
      );
}

/** @returns the films, sorted by name */
export async function findFilms(folder: string): Promise<Film[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((e) => join(e.parentPath, e.name));
  const filmOf = (path: string, input: readonly string[]): Film => {
    const name = relative(folder, path);
    return { name, origin: name.split(sep)[0] ?? name, input };
  };
  const films = paths.filter((path) => FILM.test(path)).map((path) => filmOf(path, ['-i', path]));
  const folders = Map.groupBy(
    paths.filter((path) => FRAME.test(path)),
    (path) => join(path, '..'),
  );
  const frames = [...folders].flatMap(([path, files]): Film[] => {
    const [, ending = 'jpg'] = FRAME.exec(files[0] ?? '') ?? [];
    const glob = ['-framerate', `${FRAMES_PER_SECOND}`, '-pattern_type', 'glob'];
    const isFilm = files.length >= MIN_FRAMES;
    return isFilm ? [filmOf(path, [...glob, '-i', join(path, `*.${ending}`)])] : [];
  });
  return [...films, ...frames].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export interface FilmFacts {
  width: number;
  height: number;
  framesPerSecond: number;
  seconds: number;
  bytes: number;
}

/** @throws Error when ffprobe cannot read the film */
export async function probe({ input }: Film): Promise<FilmFacts> {
  const entries = 'stream=width,height,avg_frame_rate,r_frame_rate:format=duration';
  const wanted = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', entries, '-of', 'json'];
  const { stdout } = await promisify(execFile)('ffprobe', [...wanted, ...input]);
  const { streams, format } = JSON.parse(stdout) as {
    streams: { width: number; height: number; avg_frame_rate: string; r_frame_rate: string }[];
    format: { duration?: string };
  };
  const [stream] = streams;
  if (!stream) throw new Error('There is no picture in it.');
  const file = await stat(input.at(-1) ?? '').catch(() => undefined);
  return {
    width: stream.width,
    height: stream.height,
    // A film without a duration, such as a live recording in WebM, has no average rate.
    framesPerSecond: rateOf(stream.avg_frame_rate) || rateOf(stream.r_frame_rate),
    seconds: Number(format.duration ?? 0),
    bytes: file?.size ?? 0,
  };
}

/** @returns a rate such as `30000/1001` as a number; 0 for `0/0` */
function rateOf(fraction: string): number {
  const [frames = 0, per = 0] = fraction.split('/').map(Number);
  return per === 0 ? 0 : frames / per;
}

interface DecodeOptions {
  /** Pictures per second; a film with a lower rate yields fewer. */
  rate: number;
  /** How many seconds of the film to decode, from its start. */
  seconds: number;
  /** The part of the picture to use; by default, all of it. */
  window?: Window | undefined;
}

/**
 * @returns the film's pictures, scaled down so that their longer edge is no longer than in the
 *   pictures that the page keeps
 */
export async function* decode(
  film: Film,
  facts: FilmFacts,
  { rate, seconds, window }: DecodeOptions,
): AsyncGenerator<Picture> {
  const { width, height } = sizeOf(window ?? facts);
  const cut = window ? [`crop=${window.width}:${window.height}:${window.x}:${window.y}`] : [];
  const pace = facts.framesPerSecond > rate ? [`fps=${rate}`] : [];
  const filters = [...pace, ...cut, `scale=${width}:${height}:flags=area`].join(',');
  const output = ['-t', `${seconds}`, '-vf', filters, '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'];
  const child = spawn('ffmpeg', ['-v', 'error', '-nostdin', ...film.input, ...output], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const size = 4 * width * height;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of child.stdout) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    for (; rest.length >= size; rest = rest.subarray(size))
      yield { data: new Uint8ClampedArray(rest.subarray(0, size)), width, height };
  }
}

function sizeOf({ width, height }: Pick<Window, 'width' | 'height'>) {
  const scale = Math.min(1, KEPT_WIDTH / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
