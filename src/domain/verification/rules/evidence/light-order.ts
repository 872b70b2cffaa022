// The colours that the screen shows during the movements (D-86): their order, chosen at random for
// each challenge, and the times at which pictures show each colour. Pure; judge-light.ts evaluates
// those pictures.
import {
  LIGHT_SETTLING_MS,
  LIGHT_STEP_MS,
  LIGHT_STEPS,
  SCREEN_COLOUR_NAMES,
  type ScreenColour,
  STEPS_PER_PAUSE,
} from '../../../../vision/face/screen-colours.ts';
import type { MovementPath } from '../liveness/movements.ts';

/**
 * The longest time that a colour may be shown: a busy page changes the colour late, never early.
 */
const MAX_STEP_MS = LIGHT_STEP_MS + 250;
/** How early a colour change may appear to happen, because browsers round their timers. */
const EARLY_MS = 20;
/** The longest time from when the head comes to rest until the first colour of a pause appears. */
const MAX_DELAY_MS = 1_500;

/**
 * Chooses, at random, one of the 972 orders of six colours, or one of the 36 orders of three; no
 * colour follows itself.
 * @param randomBelow returns a uniformly random integer in [0, n)
 * @param steps the number of colours
 */
export function drawLightOrder(
  randomBelow: (n: number) => number,
  steps: number = LIGHT_STEPS,
): ScreenColour[] {
  const order: ScreenColour[] = [];
  while (order.length < steps) {
    const others = SCREEN_COLOUR_NAMES.filter((name) => name !== order.at(-1));
    order.push(...others.splice(randomBelow(others.length), 1));
  }
  return order;
}

/** When pictures show a colour, in ms on the samples' clock. */
export interface LitTime {
  fromMs: number;
  untilMs: number;
}

/**
 * Determines when pictures show each colour, according to the page's report about the screen. The
 * page sends the report together with its commitments, and cannot choose the times freely: the
 * colours of a pause must follow each other directly, and must begin soon after the head has come
 * to rest.
 * @param begunMs when each colour appeared, in ms on the samples' clock
 * @param steps the requested number of colours
 * @returns one time per colour; undefined when the colours were not shown as required
 */
export function litTimes(
  begunMs: readonly number[] | undefined,
  firstMs: number,
  { movements }: MovementPath,
  steps: number = LIGHT_STEPS,
): LitTime[] | undefined {
  const [first, second] = movements;
  if (begunMs?.length !== steps || first === undefined) return undefined;
  const pauses = [
    { fromMs: firstMs, untilMs: first.untilMs },
    { fromMs: first.untilMs, untilMs: second?.untilMs ?? Infinity },
  ].slice(0, steps / STEPS_PER_PAUSE);
  const isShown = pauses.every((pause, index) =>
    isInPause(begunMs.slice(index * STEPS_PER_PAUSE, (index + 1) * STEPS_PER_PAUSE), pause),
  );
  if (!isShown) return undefined;
  return begunMs.map((ms) => ({ fromMs: ms + LIGHT_SETTLING_MS, untilMs: ms + LIGHT_STEP_MS }));
}

function isInPause(begunMs: readonly number[], { fromMs, untilMs }: LitTime): boolean {
  const [first = 0] = begunMs;
  const last = begunMs.at(-1) ?? 0;
  const steps = begunMs.slice(1).map((ms, index) => ms - (begunMs[index] ?? 0));
  return (
    first >= fromMs - EARLY_MS &&
    first <= fromMs + MAX_DELAY_MS &&
    last + LIGHT_STEP_MS <= untilMs &&
    steps.every((ms) => ms >= LIGHT_STEP_MS - EARLY_MS && ms <= MAX_STEP_MS)
  );
}
