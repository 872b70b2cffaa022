// Determines whether the light on a face comes from the screen in front of it (D-86): measures how
// the light on the skin and the wall changes from colour to colour, and compares these changes with
// those expected for every order that could have been shown. Pure. One picture of each colour is
// enough if the screen adds 3% to the room's light; the limits were found by simulation and are
// documented in docs/threat-model.md#light-of-the-screen.
import {
  LIGHT_STEPS,
  linearOf,
  RETURNING_LIGHT_STEPS,
  SCREEN_COLOUR_NAMES,
  SCREEN_COLOURS,
  type ScreenColour,
  STEPS_PER_PAUSE,
} from '../../../../vision/face/screen-colours.ts';
import type { MeasuredFace } from '../../../../vision/face/face-wire.ts';

/** `contradicts`: the light comes from a screen that shows a different order. */
export type LightVerdict = 'answers' | 'contradicts' | 'cannot_tell';

/** A session's findings about the light on the face. */
export interface LightSeen {
  /** The verdict over all attempts; only `answers` outweighs a contradiction. */
  verdict: LightVerdict;
  contradictions: number;
}

/** A picture that was taken while a colour was shown. */
export interface LitFace {
  /** The index of the colour, from 0. */
  step: number;
  light: NonNullable<MeasuredFace['light']>;
}

/**
 * Returns the minimum number of faces; with fewer, the orders cannot be told apart. Of six colours,
 * one may be missing; of three, none.
 */
export const leastLitFaces = (steps: number): number => (steps === LIGHT_STEPS ? 5 : steps);
/**
 * The minimum correlation with the requested order, and how far this correlation may be below the
 * best order's correlation.
 */
const MIN_FIT = 0.7;
const MAX_BEHIND = 0.03;
/**
 * The conditions under which the light contradicts the requested order: the minimum correlation
 * with a different order, the maximum correlation with the requested order, and the minimum ratio
 * of the screen's light to the other light.
 */
const MIN_OTHER_FIT = 0.9;
/** A stricter limit for three colours, which match some order by chance more often. */
const MIN_OTHER_FIT_OF_FEW = 0.97;
const MAX_CONTRADICTED_FIT = 0.6;
const MIN_CONTRADICTING_SHARE = 0.08;
/** The weights of red and blue, each relative to green; blue is noisier. */
const WEIGHTS = [1, 0.67] as const;

type Pair = readonly [redToGreen: number, blueToGreen: number];

const ORDERS = new Map(
  [LIGHT_STEPS, RETURNING_LIGHT_STEPS].map((steps) => [steps, allOrders(steps)]),
);
const SHIFTS = new Map(
  SCREEN_COLOUR_NAMES.map((name) => {
    const [red, green, blue] = SCREEN_COLOURS[name].map(linearOf) as [number, number, number];
    return [name, [red - green, blue - green] as Pair];
  }),
);

/**
 * @param order the challenge's order of colours
 * @param faces at most one per colour; the camera's white balance and the colour of the skin cancel
 *   out when the wall was measured in every picture
 */
export function judgeLight(
  order: readonly ScreenColour[],
  faces: readonly LitFace[],
): LightVerdict {
  const orders = ORDERS.get(order.length);
  if (!orders || faces.length < leastLitFaces(order.length)) return 'cannot_tell';
  const steps = faces.map(({ step }) => step);
  const hasWall = faces.every(({ light }) => light.wall !== undefined);
  const seen = changesOf(
    steps,
    faces.map(({ light: { skin, wall } }): Pair => {
      const [red, blue] = hasWall && wall !== undefined ? wall : [0, 0];
      return [skin[0] - red, skin[1] - blue];
    }),
  );
  const asked = fitOf(seen, steps, order);
  const best = orders
    .map((other) => fitOf(seen, steps, other))
    .reduce((a, b) => (b.fit > a.fit ? b : a));
  if (asked.fit >= MIN_FIT && best.fit - asked.fit <= MAX_BEHIND) return 'answers';
  const isOther =
    hasWall &&
    best.fit >= (order.length === LIGHT_STEPS ? MIN_OTHER_FIT : MIN_OTHER_FIT_OF_FEW) &&
    asked.fit <= MAX_CONTRADICTED_FIT &&
    best.share >= MIN_CONTRADICTING_SHARE;
  return isOther ? 'contradicts' : 'cannot_tell';
}

/**
 * Computes how well an order explains the observed light.
 * @returns the correlation, and the ratio of the screen's light to the other light if this order
 *   was shown
 */
function fitOf(
  seen: readonly number[],
  steps: readonly number[],
  order: readonly ScreenColour[],
): { fit: number; share: number } {
  const expected = changesOf(
    steps,
    steps.map((step): Pair => SHIFTS.get(order[step] ?? 'warm') ?? [0, 0]),
  );
  const [common, ofSeen, ofExpected] = [
    [seen, expected],
    [seen, seen],
    [expected, expected],
  ].map(([a = [], b = []]) => a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0));
  if (!common || !ofSeen || !ofExpected) return { fit: 0, share: 0 };
  return { fit: common / Math.sqrt(ofSeen * ofExpected), share: common / ofExpected };
}

/**
 * Returns the weighted red-to-green and blue-to-green ratios of each colour, minus their means over
 * the colour's pause, because the resting pose differs a little from pause to pause.
 */
function changesOf(steps: readonly number[], pairs: readonly Pair[]): number[] {
  const pauseOf = (index: number): number => Math.floor((steps[index] ?? 0) / STEPS_PER_PAUSE);
  return pairs.flatMap((pair, index) => {
    const same = pairs.filter((_, other) => pauseOf(other) === pauseOf(index));
    return WEIGHTS.map((weight, channel) => {
      const mean = same.reduce((sum, one) => sum + (one[channel] ?? 0), 0) / same.length;
      return weight * ((pair[channel] ?? 0) - mean);
    });
  });
}

function allOrders(steps: number): ScreenColour[][] {
  let orders: ScreenColour[][] = [[]];
  for (let step = 0; step < steps; step += 1)
    orders = orders.flatMap((order) =>
      SCREEN_COLOUR_NAMES.filter((name) => name !== order.at(-1)).map((name) => [...order, name]),
    );
  return orders;
}
