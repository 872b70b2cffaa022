// Answers a challenge from a gallery of pictures: the rows of a head that rests, turns and comes
// back, in time for the colours, and for each row that is committed to the picture that shows it.
// What the rules ask of rows is known: the limits of challenge.ts, light-order.ts and
// trajectory-rules.ts.
import type { AgeSample } from '../../src/vision/face/age-evidence.ts';
import {
  type Action,
  type Angles,
  degreesTowards,
  type PoseSample,
} from '../../src/vision/face/challenge.ts';
import {
  LIGHT_STEP_MS,
  type ScreenColour,
  STEPS_PER_PAUSE,
} from '../../src/vision/face/screen-colours.ts';
import type { Jpeg } from '../../test/support/clips/nets.ts';
import { between, type Random, seeded } from '../../test/support/clips/random.ts';
import type { Challenge, Forged, Forger } from './forger.ts';
import type { Gallery, View } from './views.ts';

/** Makes the JPEG of a view, in the light of a colour. */
export type Develop = (view: View, colour: ScreenColour | undefined, random: Random) => Jpeg;

const ROW_MS = 1000 / 15;
const RISE_MS = 450;
const HOLD_MS = 300;
const REST_MS = 400;
const FIRST_REST_MS = 600;
/**
 * A picture may show so much more or less than its row would say: then the row says what the
 * picture shows.
 */
const NEAR_DEGREES = 1.5;
/** Every which row has its picture committed to. */
const KEEP_EVERY = 2;

interface Frame {
  t: number;
  action?: Action;
  /** Of the whole movement. */
  share: number;
  colour?: ScreenColour | undefined;
}

/** @param develop how its pictures are made from its views */
export function performFrom(gallery: Gallery, develop: Develop, seed: number): Forger {
  const random = seeded(seed);
  return {
    move: (challenge) => Promise.resolve(move(gallery, develop, challenge, random)),
    showFace: () => Promise.resolve(showFace(gallery, develop, random)),
  };
}

function move(
  gallery: Gallery,
  develop: Develop,
  challenge: Challenge,
  random: Random,
): Forged<PoseSample> {
  const { frames, lightBegunMs } = writeScript(challenge);
  const samples: PoseSample[] = [];
  const kept = new Map<number, Jpeg>();
  for (const [index, frame] of frames.entries()) {
    const rest = pick(gallery.rests, random);
    const wanted = poseAt(frame, rest, gallery);
    const view = nearest(frame, wanted, rest, gallery);
    const isKept = view !== undefined && (index % KEEP_EVERY === 0 || frame.share === 1);
    const pose = view ? view.pose : wanted;
    const t = round(frame.t);
    samples.push([
      t,
      shake(pose.yaw, random),
      shake(pose.pitch, random),
      shake(rest.pose.roll, random),
      ...placeOf(view ?? rest, random),
    ]);
    if (isKept) kept.set(t, develop(view, frame.colour, random));
  }
  return { samples, kept, ...(lightBegunMs && { lightBegunMs }) };
}

/** When the head moves, and which colour the screen shows meanwhile. */
function writeScript({ actions, light }: Challenge) {
  const frames: Frame[] = [];
  const begunMs: number[] = [];
  let t = 0;
  const hold = (ms: number, frame: Omit<Frame, 't'>) => {
    for (const endMs = t + ms; t < endMs; t += ROW_MS) frames.push({ t, ...frame });
  };
  const shine = (colours: readonly ScreenColour[]) => {
    if (colours.length === 0) return;
    const fromMs = t;
    for (const step of colours.keys()) begunMs.push(round(fromMs + step * LIGHT_STEP_MS));
    for (const endMs = fromMs + colours.length * LIGHT_STEP_MS; t < endMs; t += ROW_MS)
      frames.push({ t, share: 0, colour: colours[Math.floor((t - fromMs) / LIGHT_STEP_MS)] });
    hold(REST_MS, { share: 0 });
  };
  hold(FIRST_REST_MS, { share: 0 });
  shine((light ?? []).slice(0, STEPS_PER_PAUSE));
  for (const [index, action] of actions.entries()) {
    const rising = Math.ceil(RISE_MS / ROW_MS);
    const shares = Array.from({ length: rising }, (_, step) => ease((step + 1) / (rising + 1)));
    for (const share of shares) hold(ROW_MS, { action, share });
    hold(HOLD_MS, { action, share: 1 });
    for (const share of shares.toReversed()) hold(ROW_MS, { action, share });
    hold(REST_MS, { share: 0 });
    if (index === 0) shine((light ?? []).slice(STEPS_PER_PAUSE));
  }
  return { frames, lightBegunMs: light && begunMs };
}

const ease = (share: number): number => share * share * (3 - 2 * share);

/** Of a head that turns to the most turned picture. */
function poseAt({ action, share }: Frame, rest: View, { movements }: Gallery): Angles {
  const peak = action && movements[action].at(-1);
  if (!peak) return rest.pose;
  return {
    yaw: rest.pose.yaw + share * (peak.pose.yaw - rest.pose.yaw),
    pitch: rest.pose.pitch + share * (peak.pose.pitch - rest.pose.pitch),
  };
}

/** @returns the view that shows it; undefined when none does */
function nearest(
  { action, share }: Frame,
  wanted: Angles,
  rest: View,
  { movements }: Gallery,
): View | undefined {
  if (!action || share === 0) return rest;
  const away = (view: View): number =>
    Math.abs(
      degreesTowards(action, view.pose, rest.pose) - degreesTowards(action, wanted, rest.pose),
    );
  const [view] = [rest, ...movements[action]].toSorted((a, b) => away(a) - away(b));
  return view && away(view) <= NEAR_DEGREES ? view : undefined;
}

const AGE_SAMPLES = 14;
const AGE_GAP_MS = 70;
const SCORE = 0.98;

function showFace({ rests }: Gallery, develop: Develop, random: Random): Forged<AgeSample> {
  const kept = new Map<number, Jpeg>();
  const samples = Array.from({ length: AGE_SAMPLES }, (_, index): AgeSample => {
    const view = pick(rests, random);
    const t = index * AGE_GAP_MS;
    kept.set(t, develop(view, undefined, random));
    return {
      t,
      yaw: shake(view.pose.yaw, random),
      pitch: shake(view.pose.pitch, random),
      score: SCORE,
    };
  });
  return { samples, kept };
}

/** What measuring real pictures adds: a curve without it is refused. In degrees. */
const SHAKE_DEGREES = 0.25;

const shake = (degrees: number, random: Random): number =>
  round(degrees + between(random, -SHAKE_DEGREES, SHAKE_DEGREES));

function placeOf(
  { box: [x0, y0, x1, y1], picture: { width, height } }: View,
  random: Random,
): [x: number, y: number, width: number] {
  const near = (value: number): number => round(value + between(random, -0.001, 0.001), 4);
  return [near((x0 + x1) / 2 / width), near((y0 + y1) / 2 / height), near((x1 - x0) / width)];
}

function round(value: number, digits = 2): number {
  return Math.round(10 ** digits * value) / 10 ** digits;
}

/** @throws Error for nothing */
function pick<T>(from: readonly T[], random: Random): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new Error('The gallery has no picture at rest.');
  return picked;
}
