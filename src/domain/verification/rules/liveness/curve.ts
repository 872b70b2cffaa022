// Reduces the movements of a head to a curve, at the resolution at which it is stored between a
// session's attempts, and determines whether one curve repeats another: a replayed film produces
// the same curve again, but a person never does. Pure.
import type { Angles, PoseSample } from '../../../../vision/face/challenge.ts';
import { median } from '../../../../vision/face/median.ts';

/** Yaw and pitch alternately, in tenths of a degree from the median pose, every {@link STEP_MS}. */
export type Curve = readonly number[];

const STEP_MS = 200;
const PER_DEGREE = 10;
/** The maximum number of points; for a longer record, only the newest part is kept. */
const MAX_POINTS = 200;

/** @param samples the samples of a whole record, in ascending order of time */
export function curveOf(samples: readonly PoseSample[]): Curve {
  const path = new Path(samples);
  const count = Math.min(MAX_POINTS, Math.floor(path.lengthMs / STEP_MS) + 1);
  const beginMs = path.endMs - (count - 1) * STEP_MS;
  const points = Array.from({ length: count }, (_, index) => path.at(beginMs + index * STEP_MS));
  const rest = {
    yaw: median(points.map(({ yaw }) => yaw)),
    pitch: median(points.map(({ pitch }) => pitch)),
  };
  return points.flatMap(({ yaw, pitch }) => [
    Math.round(PER_DEGREE * (yaw - rest.yaw)),
    Math.round(PER_DEGREE * (pitch - rest.pitch)),
  ]);
}

/**
 * The minimum duration of a stretch that counts as repeated, and the minimum angle that the head
 * must travel in it: more than one movement there and back.
 */
const STRETCH_MS = 4_000;
const MIN_TRAVEL_DEGREES = 45;
/** The maximum root mean square of the difference between two matching stretches, in degrees. */
const MAX_DIFFERENCE_DEGREES = 0.6;
/** The increment between the time shifts that are tried. */
const SHIFT_MS = 40;

const STRETCH = STRETCH_MS / STEP_MS + 1;

/**
 * @param before the curve of an earlier attempt
 * @param samples the samples of the current attempt
 */
export const isRepeated = (before: Curve, samples: readonly PoseSample[]): boolean =>
  isAgain(before, new Path(samples), -Infinity);

/** Whether a recording repeats itself, like a film that starts again when it ends. */
export function isLooped(samples: readonly PoseSample[]): boolean {
  const path = new Path(samples);
  const curve = curveOf(samples);
  const skippedMs = path.lengthMs - ((curve.length >> 1) - 1) * STEP_MS;
  return isAgain(curve, path, skippedMs + STRETCH_MS);
}

/** @param leastMs the minimum shift of the curve within the path */
function isAgain(before: Curve, path: Path, leastMs: number): boolean {
  const count = before.length >> 1;
  const travelled = travelOf(before);
  const fromMs = Math.max(leastMs, -(count - 1) * STEP_MS);
  for (let shiftMs = fromMs; shiftMs <= path.lengthMs; shiftMs += SHIFT_MS) {
    const first = Math.max(0, Math.ceil(-shiftMs / STEP_MS));
    const end = Math.min(count, Math.floor((path.lengthMs - shiftMs) / STEP_MS) + 1);
    if (end - first < STRETCH) continue;
    const sums = new Float64Array(4 * (end - first + 1));
    for (let index = first; index < end; index += 1) {
      const pose = path.at(path.beginMs + shiftMs + index * STEP_MS);
      const yaw = pose.yaw - (before[2 * index] ?? 0) / PER_DEGREE;
      const pitch = pose.pitch - (before[2 * index + 1] ?? 0) / PER_DEGREE;
      addSums(sums, index - first, [yaw, yaw ** 2, pitch, pitch ** 2]);
    }
    for (let from = 0; from + STRETCH <= end - first; from += 1) {
      const travel = (travelled[first + from + STRETCH - 1] ?? 0) - (travelled[first + from] ?? 0);
      if (travel >= MIN_TRAVEL_DEGREES && restOf(sums, from) <= MAX_DIFFERENCE_DEGREES) return true;
    }
  }
  return false;
}

function addSums(sums: Float64Array, index: number, values: readonly number[]): void {
  for (const [member, value] of values.entries())
    sums[4 * (index + 1) + member] = (sums[4 * index + member] ?? 0) + value;
}

/**
 * Returns the root mean square of the differences in a stretch, in degrees, after subtracting their
 * mean, because each record has its own resting pose.
 */
function restOf(sums: Float64Array, from: number): number {
  const [yaw, yawSquares, pitch, pitchSquares] = [0, 1, 2, 3].map(
    (member) =>
      ((sums[4 * (from + STRETCH) + member] ?? 0) - (sums[4 * from + member] ?? 0)) / STRETCH,
  ) as [number, number, number, number];
  return Math.sqrt(Math.max(0, yawSquares - yaw ** 2 + pitchSquares - pitch ** 2));
}

/** Returns how far the head has travelled up to each point, in degrees, ignoring noise. */
function travelOf(curve: Curve): number[] {
  let travelled = 0;
  return Array.from({ length: curve.length >> 1 }, (_, index) => {
    if (index === 0) return 0;
    const [yaw, pitch] = [0, 1].map(
      (axis) => (curve[2 * index + axis] ?? 0) - (curve[2 * index - 2 + axis] ?? 0),
    ) as [number, number];
    const step = Math.hypot(yaw, pitch) / PER_DEGREE;
    travelled += step < 1 ? 0 : step;
    return travelled;
  });
}

/** The path of a head, interpolated between the samples of a record. */
class Path {
  readonly #samples: readonly PoseSample[];
  #index = 0;

  constructor(samples: readonly PoseSample[]) {
    this.#samples = samples;
  }

  get beginMs(): number {
    return this.#samples[0]?.[0] ?? 0;
  }

  get endMs(): number {
    return this.#samples.at(-1)?.[0] ?? 0;
  }

  get lengthMs(): number {
    return this.endMs - this.beginMs;
  }

  /**
   * @param t a time in ms within the range of the samples; lookups are fastest when it increases
   *   from call to call
   */
  at(t: number): Angles {
    if (t < (this.#samples[this.#index]?.[0] ?? 0)) this.#index = 0;
    while ((this.#samples[this.#index + 1]?.[0] ?? Infinity) < t) this.#index += 1;
    const [fromMs = 0, yaw = 0, pitch = 0] = this.#samples[this.#index] ?? [];
    const [untilMs, nextYaw, nextPitch] = this.#samples[this.#index + 1] ?? [fromMs, yaw, pitch];
    const share =
      untilMs === fromMs ? 0 : Math.min(1, Math.max(0, (t - fromMs) / (untilMs - fromMs)));
    return { yaw: yaw + share * (nextYaw - yaw), pitch: pitch + share * (nextPitch - pitch) };
  }
}
