// The colours that a screen shows during the movements (D-86): their order, drawn for each challenge, and the pictures
// that were taken in their light. Pure; what those pictures tell is judge-light.ts.
import {
  LIGHT_SETTLING_MS,
  LIGHT_STEP_MS,
  LIGHT_STEPS,
  SCREEN_COLOUR_NAMES,
  type ScreenColour,
  STEPS_PER_PAUSE,
} from '../../../../vision/face/screen-colours.ts';
import type { MovementPath } from '../liveness/movements.ts';

/** A page that is busy changes the colour late, never early. */
const MOST_STEP_MS = LIGHT_STEP_MS + 250;
/** Timers of a browser are rounded. */
const EARLY_MS = 20;
/** How long after a head has come to rest the first colour of a pause appears. */
const MOST_DELAY_MS = 1_500;

/**
 * One of 972, or of 36 with three colours: none twice running.
 * @param randomBelow a uniformly random integer in [0, n) @param steps how many colours
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

/** Time in which pictures show a colour, in ms of the samples. */
export interface LitTime {
  fromMs: number;
  untilMs: number;
}

/**
 * When pictures show each colour, by what the page says of the screen. It says so together with its commitments, and can
 * choose little: the colours of a pause follow each other, and begin soon after the head has come to rest.
 * @param begunMs when each colour appeared, in ms of the samples @param steps how many were to
 * @returns by step; undefined when the colours were not shown, or not like this
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
    first <= fromMs + MOST_DELAY_MS &&
    last + LIGHT_STEP_MS <= untilMs &&
    steps.every((ms) => ms >= LIGHT_STEP_MS - EARLY_MS && ms <= MOST_STEP_MS)
  );
}
