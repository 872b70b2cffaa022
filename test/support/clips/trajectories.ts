// Head trajectories of a cooperative person, with measurement noise.
import type { Move, PoseSample } from '../../../src/vision/face/challenge.ts';

const STEP_MS = 80;
const MOVE_STEPS = 7;
const HOLD_STEPS = 4;
/**
 * How far each movement goes: angles in degrees, `width` as growth relative to the face's resting
 * width, and `mouth` as growth of the gap between the lips, in mouth widths.
 */
const PEAK: Record<Move, { yaw?: number; pitch?: number; width?: number; mouth?: number }> = {
  turn_left: { yaw: 38 },
  turn_right: { yaw: -38 },
  look_up: { pitch: -22 },
  look_down: { pitch: 22 },
  open_mouth: { mouth: 0.5 },
  come_closer: { width: 0.55 },
};

interface HeadOptions {
  /** The share of a full movement that is made. */
  reach?: number;
  /** Amplitude of the measurement noise, in degrees. */
  noise?: number;
  resting?: { yaw: number; pitch: number };
  stepMs?: number;
  restSteps?: number;
}

/** Holds still, then performs the actions in order, returning to the resting pose after each. */
export function performActions(
  actions: readonly Move[],
  {
    reach = 1,
    noise = 0.3,
    resting = { yaw: 2, pitch: -4 },
    stepMs = STEP_MS,
    restSteps = 8,
  }: HeadOptions = {},
): PoseSample[] {
  const shares: { action?: Move; share: number }[] = [];
  const rest = (steps: number) => {
    for (let i = 0; i < steps; i += 1) shares.push({ share: 0 });
  };
  rest(restSteps);
  for (const action of actions) {
    for (let i = 1; i <= MOVE_STEPS; i += 1) shares.push({ action, share: i / MOVE_STEPS });
    for (let i = 0; i < HOLD_STEPS; i += 1) shares.push({ action, share: 1 });
    for (let i = MOVE_STEPS - 1; i >= 0; i -= 1) shares.push({ action, share: i / MOVE_STEPS });
    rest(restSteps);
  }
  const random = makeRandom(7);
  const wobble = () => (random() - 0.5) * 2 * noise;
  return shares.map(({ action, share }, index) => {
    const { yaw = 0, pitch = 0, width = 0, mouth = 0 } = action === undefined ? {} : PEAK[action];
    const row: PoseSample = [
      index * stepMs,
      round(resting.yaw + yaw * share * reach + wobble()),
      round(resting.pitch + pitch * share * reach + wobble()),
      round(wobble()),
      round(0.5 + wobble() / 100, 4),
      round(0.5 + wobble() / 100, 4),
      round(0.3 * (1 + width * share * reach) + wobble() / 100, 4),
    ];
    if (actions.includes('open_mouth')) row[7] = round(0.02 + mouth * share * reach, 3);
    return row;
  });
}

/** Frontal frames whose estimates scatter around one age, for the age step. */
export function estimates(age: number, { count = 12, stepMs = 220, spread = 1.5 } = {}) {
  const random = makeRandom(11);
  return Array.from({ length: count }, (_, index) => ({
    t: index * stepMs,
    age: round(age + (random() - 0.5) * 2 * spread),
    yaw: round(random()),
    pitch: round(random()),
    score: 0.97,
  }));
}

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** Creates a small seeded random number generator, so that tests see the same noise every time. */
export function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
