// The data that the page derives from a camera's pictures: the rows that it sends and the JPEGs
// that it keeps, as produced by its own recorder and sampler.
import jpeg from 'jpeg-js';
import type { AgeSample } from '../../../src/vision/face/age-evidence.ts';
import type { PoseSample } from '../../../src/vision/face/challenge.ts';
import { KEPT_QUALITY } from '../../../src/vision/face/face-wire.ts';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { AgeSampler, EDGE_PACE } from '../../../widget/hosted/capture/age-run.ts';
import { Recorder } from '../../../widget/hosted/capture/recorder.ts';
import type { HeadPose } from '../puppet/puppet.ts';
import type { Movement } from './head.ts';
import { clipNets, type Jpeg } from './nets.ts';

/** One step as the page would send it. */
export interface Clip<Row> {
  samples: readonly Row[];
  /** Pictures, keyed by their time in milliseconds. */
  kept: ReadonlyMap<number, Jpeg>;
}

/** A clip together with the true poses of the head or sheet that was filmed. */
export interface Tape<Row> extends Clip<Row> {
  /** Poses, keyed by the picture's time in milliseconds. */
  poses: ReadonlyMap<number, HeadPose>;
}

/** Takes a picture of the head in this pose. Every call has different noise. */
export type Camera = (pose: HeadPose) => Picture;

interface FilmOptions {
  camera: Camera;
  /** Time from one picture to the next, in ms. */
  gapMs: number;
}

/** Films the requested movements. The first picture is taken as soon as the challenge appears. */
export async function filmMovements(
  movement: Movement,
  options: FilmOptions,
): Promise<Tape<PoseSample>> {
  const recorder = new Recorder(0);
  const kept = new Map<number, Jpeg>();
  const poses = await film(movement, options, (t, face, picture) => {
    const before = recorder.pictures.length;
    if (face) recorder.offer(t, face, 0);
    const row = recorder.pictures.at(-1);
    if (row && recorder.pictures.length > before) kept.set(row[1], toJpeg(picture));
  });
  return { samples: recorder.samples, kept, poses };
}

/** The mean luma of a picture that is bright enough for a face to be found in it. */
const LIT = 128;

/** Films the age step until the page has enough pictures. */
export async function filmAge(movement: Movement, options: FilmOptions): Promise<Tape<AgeSample>> {
  const sampler = new AgeSampler(EDGE_PACE);
  const kept = new Map<number, Jpeg>();
  const poses = await film(movement, options, (t, face, picture) => {
    const before = sampler.pictures.length;
    const aspect = picture.width / picture.height;
    const stage = { pictureAspect: aspect, stageAspect: aspect };
    sampler.see(t, { brightness: LIT, picture: 0, face }, stage);
    const row = sampler.pictures.at(-1);
    if (row && sampler.pictures.length > before) kept.set(row[1], toJpeg(picture));
    return sampler.isDone;
  });
  return { samples: sampler.samples, kept, poses };
}

type Seen = ReturnType<Awaited<ReturnType<typeof clipNets>>['engine']['track']>;

async function film(
  movement: Movement,
  { camera, gapMs }: FilmOptions,
  see: (t: number, face: Seen, picture: Picture) => boolean | void,
): Promise<Map<number, HeadPose>> {
  const { engine } = await clipNets();
  engine.reset();
  const poses = new Map<number, HeadPose>();
  let next = movement.next();
  for (let frame = 0; next.done !== true; frame++) {
    // The time is rounded to the page's own precision.
    const t = Math.round(100 * frame * gapMs) / 100;
    poses.set(t, next.value);
    const picture = camera(next.value);
    const face = engine.track(picture);
    if (see(t, face, picture) === true) break;
    next = movement.next(face?.pose);
  }
  return poses;
}

function toJpeg({ data, width, height }: Picture): Jpeg {
  const rgba = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return new Uint8Array(jpeg.encode({ data: rgba, width, height }, 100 * KEPT_QUALITY).data);
}
