// How a cooperative person moves: the person holds still, turns until the page signals that the
// turn is large enough, holds, and comes back. The head is never completely still.
import {
  type Action,
  type Angles,
  degreesTowards,
  isAside,
  REACH_DEGREES,
} from '../../../src/vision/face/challenge.ts';
import type { HeadPose } from '../puppet/puppet.ts';
import { between, type Random } from './random.ts';

/**
 * Yields the head's next pose and receives the angles measured in the previous picture, or
 * undefined if no face was found.
 */
export type Movement = Generator<HeadPose, void, Angles | undefined>;

const TOWARDS: Record<Action, { yaw: number; pitch: number }> = {
  turn_left: { yaw: 1, pitch: 0 },
  turn_right: { yaw: -1, pitch: 0 },
  look_up: { yaw: 0, pitch: -1 },
  look_down: { yaw: 0, pitch: 1 },
};
/** The angle beyond which the puppet's picture tears. */
const PUPPET_DEGREES = 36;

export interface HeadOptions {
  /** Time from one picture to the next, in ms. */
  gapMs: number;
  random: Random;
  /**
   * The random source of the resting pose and the sway, which are the same in every take with the
   * same seed.
   */
  sway: Random;
  /**
   * The maximum turn of the head, in degrees. A turn ends earlier once the measured angle is large
   * enough.
   */
  mostDegrees?: number;
  /** The required angle of a turn to the side. Default: REACH_DEGREES. */
  asideDegrees?: number;
}

/** Holds still, then makes each movement and comes back, and holds still again. */
export function* perform(
  actions: readonly Action[],
  {
    gapMs,
    random,
    sway: wanders,
    mostDegrees = PUPPET_DEGREES,
    asideDegrees = REACH_DEGREES,
  }: HeadOptions,
): Movement {
  const sway = swayOf(wanders);
  let t = 0;
  let seen: Angles | undefined;
  const pose = function* (action: Action | undefined, degrees: number): Movement {
    const { yaw, pitch } = action === undefined ? { yaw: 0, pitch: 0 } : TOWARDS[action];
    const { yaw: aside, pitch: up, roll } = sway(t);
    // A head that turns also nods a little.
    const nod = action === undefined ? 0 : 0.1 * degrees;
    seen =
      (yield {
        yaw: yaw * degrees + aside,
        pitch: pitch * degrees + up + (yaw === 0 ? 0 : nod),
        roll,
      }) ?? seen;
    t += gapMs;
  };
  const keep = function* (ms: number, action?: Action, degrees = 0): Movement {
    const pictures = Math.ceil(ms / gapMs);
    for (let picture = 0; picture < pictures; picture++) yield* pose(action, degrees);
  };
  yield* keep(between(random, 500, 800));
  const resting = seen ?? { yaw: 0, pitch: 0 };
  for (const action of actions) {
    yield* keep(between(random, 200, 500));
    const step = (between(random, 30, 50) * gapMs) / 1000;
    const enough = between(random, 2, 8) + (isAside(action) ? asideDegrees : REACH_DEGREES);
    let degrees = 0;
    while (degreesTowards(action, seen ?? resting, resting) < enough && degrees < mostDegrees) {
      degrees = Math.min(mostDegrees, degrees + step);
      yield* pose(action, degrees);
    }
    yield* keep(between(random, 200, 450), action, degrees);
    for (; degrees > step; degrees -= step) yield* pose(action, degrees - step);
  }
  yield* keep(between(random, 300, 500));
}

/** Looks at the camera for a while, without a movement. */
export function* keepStill(forMs: number, { gapMs, sway: wanders }: HeadOptions): Movement {
  const sway = swayOf(wanders);
  for (let t = 0; t < forMs; t += gapMs) yield sway(t);
}

/**
 * The head's resting pose, and how it sways around that: two slow waves per angle, and a tremor.
 */
function swayOf(random: Random): (t: number) => Required<Pick<HeadPose, 'yaw' | 'pitch' | 'roll'>> {
  const wave = (reach: number) => {
    const [phase, seconds] = [between(random, 0, 6.28), between(random, 2, 5)];
    return (t: number) => reach * Math.sin(phase + (6.28 * t) / (1000 * seconds));
  };
  const axis = (off: number, reach: number) => {
    const [centre, slow, slower] = [between(random, -off, off), wave(reach), wave(reach)];
    return (t: number) => centre + slow(t) + slower(t) + between(random, -0.3, 0.3);
  };
  const [yaw, pitch, roll] = [axis(4, 0.6), axis(4, 0.6), axis(3, 0.5)];
  return (t) => ({ yaw: yaw(t), pitch: pitch(t), roll: roll(t) });
}
