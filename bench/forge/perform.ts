// Responds to a challenge with pictures from a gallery. It creates the rows of a head that is
// still, turns and returns, timed to match the colours, and a matching picture for each committed
// row. A forger that uses this module knows what the rules require of rows and of commitments: the
// limits of challenge.ts, light-order.ts, trajectory-rules.ts, keep-cadence.ts and
// commitment-rules.ts. It also knows that no attempt may repeat the curve of an earlier one
// (curve.ts), so each movement has its own speed and rest.
import type { AgeSample } from '../../src/vision/face/age-evidence.ts';
import {
  type Gesture,
  GESTURES,
  degreesTowards,
  isAside,
  isGesture,
  type Move,
  type PoseSample,
  type Posture,
  REACH_DEGREES,
  shareOf,
} from '../../src/vision/face/challenge.ts';
import { KeepCadence } from '../../src/vision/face/keep-cadence.ts';
import {
  LIGHT_STEP_MS,
  type ScreenColour,
  STEPS_PER_PAUSE,
} from '../../src/vision/face/screen-colours.ts';
import type { Jpeg } from '../../test/support/clips/nets.ts';
import { between, type Random, seeded } from '../../test/support/clips/random.ts';
import type { Challenge, Forged, Forger } from './forger.ts';
import { LazyPictures } from './lazy-pictures.ts';
import { BEYOND_DEGREES, type Gallery, type View } from './views.ts';

const ROW_MS = 1000 / 15;
const RISE_MS = 450;
const HOLD_MS = 300;
const REST_MS = 400;
const FIRST_REST_MS = 600;
/** How much the times above vary between movements, as a share. */
const VARIATION = 0.35;

/** Creates the JPEG of a view, lit by a colour. */
export type Develop = (view: View, colour: ScreenColour | undefined, random: Random) => Jpeg;

interface Frame {
  t: number;
  action?: Move;
  /** How far the movement has gone, from 0 at rest to 1 at its peak. */
  share: number;
  colour?: ScreenColour | undefined;
}

/** @param develop creates the forger's pictures from the views of the gallery */
export function performFrom(gallery: Gallery, develop: Develop, seed: number): Forger {
  const random = seeded(seed);
  return {
    shows: gesturesOf(gallery),
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
  const { frames, lightBegunMs } = writeScript(challenge, random);
  const samples: PoseSample[] = [];
  const kept = new LazyPictures(random);
  const cadence = new KeepCadence(challenge.actions.filter(isGesture));
  for (const frame of frames) {
    const rest = pick(gallery.rests, random);
    // A row states the angles of an existing picture, so the head jumps from angle to angle if
    // there are only a few pictures.
    const way = frame.action === undefined ? [] : wayOf(frame.action, challenge, rest, gallery);
    const view = nearest(frame, postureAt(frame, rest, way), rest, way);
    const row: PoseSample = [
      round(frame.t),
      shake(view.pose.yaw, random),
      shake(view.pose.pitch, random),
      shake(rest.pose.roll, random),
      ...placeOf(view, random),
    ];
    if (challenge.actions.includes('open_mouth')) row[7] = mouthOf(view, random);
    samples.push(row);
    if (cadence.wants(row, frame.colour !== undefined))
      kept.add(row[0], (own) => develop(view, frame.colour, own));
  }
  return { samples, kept, ...(lightBegunMs && { lightBegunMs }) };
}

/** Plans when the head moves, and which colour the screen shows at each time. */
function writeScript({ actions, light }: Challenge, random: Random) {
  const vary = (ms: number): number => ms * between(random, 1 - VARIATION, 1 + VARIATION);
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
    hold(vary(REST_MS), { share: 0 });
  };
  hold(vary(FIRST_REST_MS), { share: 0 });
  shine((light ?? []).slice(0, STEPS_PER_PAUSE));
  for (const [index, action] of actions.entries()) {
    for (const share of rise(vary(RISE_MS))) hold(ROW_MS, { action, share });
    hold(vary(HOLD_MS), { action, share: 1 });
    for (const share of rise(vary(RISE_MS)).toReversed()) hold(ROW_MS, { action, share });
    hold(vary(REST_MS), { share: 0 });
    if (index === 0) shine((light ?? []).slice(STEPS_PER_PAUSE));
  }
  return { frames, lightBegunMs: light && begunMs };
}

function rise(ms: number): number[] {
  const steps = Math.ceil(ms / ROW_MS);
  return Array.from({ length: steps }, (_, step) => ease((step + 1) / (steps + 1)));
}

const ease = (share: number): number => share * share * (3 - 2 * share);

/** @returns the views of a movement, up to the first one that goes as far as the challenge asks */
function wayOf(
  move: Move,
  { asideDegrees = REACH_DEGREES }: Challenge,
  rest: View,
  { movements, gestures }: Gallery,
): readonly View[] {
  if (isGesture(move)) return gestures?.[move] ?? [];
  const enough = BEYOND_DEGREES + (isAside(move) ? asideDegrees : REACH_DEGREES);
  const views = movements[move];
  const peak = views.findIndex(({ pose }) => degreesTowards(move, pose, rest.pose) >= enough);
  return peak === -1 ? views : views.slice(0, peak + 1);
}

const gesturesOf = ({ gestures = {} }: Gallery): Gesture[] =>
  GESTURES.filter((gesture) => gestures[gesture] !== undefined);

export const postureOf = ({ pose, box, picture, mouth = 0 }: View): Required<Posture> => ({
  yaw: pose.yaw,
  pitch: pose.pitch,
  width: (box[2] - box[0]) / picture.width,
  mouth,
});

/**
 * Computes the posture of a frame, interpolated between rest and the last view of the movement,
 * which is its peak.
 */
function postureAt({ share }: Frame, rest: View, way: readonly View[]): Required<Posture> {
  const [from, to] = [postureOf(rest), postureOf(way.at(-1) ?? rest)];
  const on = (name: keyof Posture): number => from[name] + share * (to[name] - from[name]);
  return { yaw: on('yaw'), pitch: on('pitch'), width: on('width'), mouth: on('mouth') };
}

/**
 * @returns the view whose posture is closest to the desired one, out of the view at rest and the
 *   views of the action
 */
function nearest(
  { action, share }: Frame,
  wanted: Posture,
  rest: View,
  way: readonly View[],
): View {
  if (!action || share === 0) return rest;
  const resting = postureOf(rest);
  const away = (view: View): number =>
    Math.abs(shareOf(action, postureOf(view), resting) - shareOf(action, wanted, resting));
  const [view = rest] = [rest, ...way].toSorted((a, b) => away(a) - away(b));
  return view;
}

const AGE_SAMPLES = 14;
const AGE_GAP_MS = 70;
const SCORE = 0.98;

function showFace({ rests }: Gallery, develop: Develop, random: Random): Forged<AgeSample> {
  const kept = new LazyPictures(random);
  const samples = Array.from({ length: AGE_SAMPLES }, (_, index): AgeSample => {
    const view = pick(rests, random);
    const t = index * AGE_GAP_MS;
    kept.add(t, (own) => develop(view, undefined, own));
    return {
      t,
      yaw: shake(view.pose.yaw, random),
      pitch: shake(view.pose.pitch, random),
      score: SCORE,
    };
  });
  return { samples, kept };
}

/**
 * The noise in the angles measured in real pictures, in degrees; a curve without noise is refused.
 */
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

const mouthOf = ({ mouth = 0 }: View, random: Random): number =>
  round(Math.max(0, mouth + between(random, -0.005, 0.005)), 3);

function round(value: number, digits = 2): number {
  return Math.round(10 ** digits * value) / 10 ** digits;
}

/** @throws Error for an empty list */
function pick<T>(from: readonly T[], random: Random): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new Error('The gallery has no picture at rest.');
  return picked;
}
