// The screen's light on a face and on the wall behind it, as measured by the face Worker.
import type { MeasuredFace } from '../../../src/vision/face/face-wire.ts';
import {
  LIGHT_STEP_MS,
  linearOf,
  SCREEN_COLOURS,
  STEPS_PER_PAUSE,
  type ScreenColour,
} from '../../../src/vision/face/screen-colours.ts';

const SKIN = [0.55, 0.36, 0.27];
const WALL = [0.6, 0.58, 0.55];
/** The screen's light on the wall, relative to its light on the face. */
const WALL_SHARE = 1 / 9;

/**
 * @param colour the screen's colour; undefined for a grey screen
 * @param share the screen's light on the face, relative to all other light
 */
export function seeLight(
  colour: ScreenColour | undefined,
  share: number,
): NonNullable<MeasuredFace['light']> {
  const screen = colour ? SCREEN_COLOURS[colour].map(linearOf) : [0.62, 0.62, 0.62];
  const ratios = (albedo: readonly number[], part: number): [number, number] => {
    const [red = 0, green = 0, blue = 0] = albedo.map(
      (value, channel) => value * (1 + part * (screen[channel] ?? 0)),
    );
    return [Math.log(red / green), Math.log(blue / green)];
  };
  return { skin: ratios(SKIN, share), wall: ratios(WALL, share * WALL_SHARE) };
}

const OPPOSITES: Record<ScreenColour, ScreenColour> = {
  warm: 'cyan',
  cyan: 'warm',
  magenta: 'green',
  green: 'magenta',
};

/**
 * Replaces each colour of an order with its opposite, so that no choice of pictures can make the
 * two orders look alike. A random order would be too similar to the given one in one case out of
 * seven.
 */
export const oppositeOrder = (order: readonly ScreenColour[]): ScreenColour[] =>
  order.map((colour) => OPPOSITES[colour]);

/**
 * Returns when each colour begins, in ms. Each pause shows three colours, the first of them at the
 * time given in `pausesMs`.
 */
export const lightTimes = (...pausesMs: readonly number[]): number[] =>
  pausesMs.flatMap((fromMs) =>
    Array.from({ length: STEPS_PER_PAUSE }, (_, step) => fromMs + step * LIGHT_STEP_MS),
  );

/**
 * @returns the screen's colour in the camera's picture at time `t`, or undefined when the screen is
 *   grey
 */
export function colourAt(
  t: number,
  order: readonly ScreenColour[],
  begunMs: readonly number[],
): ScreenColour | undefined {
  // The camera shows each colour 120 ms after the screen does.
  const step = begunMs.findLastIndex((ms) => ms + 120 <= t);
  return t < (begunMs[step] ?? Infinity) + 120 + LIGHT_STEP_MS ? order[step] : undefined;
}
