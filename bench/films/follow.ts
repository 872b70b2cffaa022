// Tracks the face in a film with the page's engine, picture by picture. The result is split where
// the film itself is cut or shows nobody.
import jpeg from 'jpeg-js';
import {
  KEPT_QUALITY,
  KEPT_QUALITY_WHEN_LARGE,
  KEPT_WIDTH,
  MAX_KEPT_BYTES,
} from '../../src/vision/face/face-wire.ts';
import type { FaceEngine, TrackedFace } from '../../src/vision/face/face-engine.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import { median } from '../../src/vision/face/median.ts';
import { decode, type Film, type FilmFacts, type Window } from './decode.ts';

export interface Seen {
  /** The time in the film, in ms. */
  ms: number;
  face: TrackedFace;
  picture: Picture;
}

/**
 * Consecutive pictures of one face within one shot, in the way a live camera would capture them.
 */
export type Stretch = readonly Seen[];

interface FollowOptions {
  rate: number;
  seconds: number;
}

/** The time without a face after which a page would consider it lost. */
const LOST_MS = 500;
/**
 * The mean difference in brightness (0 to 255) above which two consecutive pictures count as
 * belonging to different shots.
 */
const CUT = 32;
/**
 * A face narrower than this share of the picture's width is enlarged to about a third of that
 * width, the size of a face at arm's length.
 */
const FAR_SHARE = 0.22;
const NEAR_SHARE = 0.32;
const LOOKS = 8;

export async function follow(
  engine: FaceEngine,
  film: Film,
  facts: FilmFacts,
  options: FollowOptions,
): Promise<Stretch[]> {
  const window = await windowAround(engine, film, facts, options);
  const pace = Math.min(options.rate, facts.framesPerSecond);
  const stretches: Seen[][] = [];
  let stretch: Seen[] = [];
  let before: Picture | undefined;
  let frame = 0;
  engine.reset();
  const begin = () => {
    engine.reset();
    if (stretch.length > 0) stretches.push(stretch);
    stretch = [];
  };
  for await (const picture of decode(film, facts, { ...options, window })) {
    const ms = (1000 * frame++) / pace;
    if (before && difference(before, picture) > CUT) begin();
    before = picture;
    const face = engine.track(picture);
    if (ms - (stretch.at(-1)?.ms ?? ms) > LOST_MS) begin();
    if (face) stretch.push({ ms, face, picture });
  }
  begin();
  return stretches;
}

/** @returns the part to enlarge; undefined when the face is near enough, or nobody is visible */
async function windowAround(
  engine: FaceEngine,
  film: Film,
  facts: FilmFacts,
  { seconds }: FollowOptions,
): Promise<Window | undefined> {
  const looked = Math.min(seconds, facts.seconds || seconds);
  const faces: TrackedFace[] = [];
  for await (const picture of decode(film, facts, { rate: LOOKS / looked, seconds })) {
    engine.reset();
    const face = engine.track(picture);
    if (face) faces.push(face);
  }
  const share = median(faces.map((face) => face.width));
  if (faces.length === 0 || share >= FAR_SHARE) return undefined;
  const side = (share * facts.width) / NEAR_SHARE;
  const [width, height] = [Math.min(side, facts.width), Math.min(side, facts.height)].map(
    (edge) => 2 * Math.round(edge / 2),
  );
  if (!width || !height) return undefined;
  const place = (at: number, whole: number, edge: number): number =>
    Math.round(Math.max(0, Math.min(whole - edge, at * whole - edge / 2)));
  const x = place(median(faces.map((face) => face.x)), facts.width, width);
  const y = place(median(faces.map((face) => face.y)), facts.height, height);
  return { x, y, width, height };
}

/** The interval, in pixels, between the pixels that are compared. */
const STEP = 97;

function difference(a: Picture, b: Picture): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < a.data.length; at += 4 * STEP) {
    for (let channel = at; channel < at + 3; channel++)
      sum += Math.abs((a.data[channel] ?? 0) - (b.data[channel] ?? 0));
    count += 3;
  }
  return sum / count;
}

/**
 * The JPEG quality of small pictures, which a page keeps at a higher quality than larger ones
 * (widget/hosted/engine/jpeg-encoder.ts).
 */
const QUALITY_WHEN_SMALL = 0.9;

/** Encodes a picture as the page does before keeping it, but with a different encoder. */
export function toJpeg({ data, width, height }: Picture): Uint8Array<ArrayBuffer> {
  const rgba = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const encode = (quality: number) =>
    new Uint8Array(jpeg.encode({ data: rgba, width, height }, 100 * quality).data);
  const isSmall = Math.max(width, height) < KEPT_WIDTH;
  const file = encode(isSmall ? QUALITY_WHEN_SMALL : KEPT_QUALITY);
  return file.length <= MAX_KEPT_BYTES ? file : encode(KEPT_QUALITY_WHEN_LARGE);
}
