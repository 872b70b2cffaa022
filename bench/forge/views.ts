// The pictures that a forger has before a session: a face at rest, and turned in each direction.
// The forger generates these pictures or cuts them from a film, and measures them with the page's
// models, which anybody can download.
import {
  ACTIONS,
  type Action,
  type Angles,
  degreesTowards,
  FAR_DEGREES,
  type Gesture,
  isAside,
  type Pose,
  REACH_DEGREES,
  WRONG_DEGREES,
} from '../../src/vision/face/challenge.ts';
import type { Box } from '../../src/vision/face/geometry.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import { clipNets } from '../../test/support/clips/nets.ts';
import type { Still } from '../../test/support/puppet/stills.ts';

export interface View {
  picture: Picture;
  /** The angles that the page's models measure. */
  pose: Pose;
  /** The box around the face, in px. */
  box: Box;
  /** How far apart the lips are, as a share of the mouth's width. */
  mouth?: number;
}

export interface Gallery {
  rests: readonly View[];
  /** The views of each movement, from the least turned to the most. */
  movements: Readonly<Record<Action, readonly View[]>>;
  /** The views of each gesture that the forger can make, from the least pronounced to the most. */
  gestures?: Readonly<Partial<Record<Gesture, readonly View[]>>>;
}

/** @returns undefined when the models find no face */
export async function viewOf(picture: Picture): Promise<View | undefined> {
  const { engine } = await clipNets();
  engine.reset();
  const face = engine.track(picture);
  return face && { picture, pose: face.pose, box: face.box, mouth: face.mouth };
}

/**
 * Creates a value once per photograph, because it is the same in every session with that
 * photograph.
 */
export function onceFor<T>(make: (still: Still) => Promise<T>): (still: Still) => Promise<T> {
  const made = new WeakMap<Still, Promise<T>>();
  return (still) => {
    const known = made.get(still) ?? make(still);
    made.set(still, known);
    return known;
  };
}

/**
 * How much further forgers turn a head than the rules require of rows; of pictures, these require a
 * little less.
 */
export const BEYOND_DEGREES = 3;

/** How far a gallery's views turn a head: far enough for every challenge. */
const enoughDegrees = (action: Action): number =>
  BEYOND_DEGREES + (isAside(action) ? FAR_DEGREES : REACH_DEGREES);

/**
 * Creates a picture of the face turned in the direction of the action, with a strength from 0 to 1.
 */
type Warp = (action: Action, strength: number) => Picture;

const STRENGTHS = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/**
 * Creates a gallery in which the face is turned as far as the rules require, or as far as the warp
 * can turn it.
 * @param rest the picture at rest
 * @param between the number of pictures of each movement; in the last one, the head is turned
 *   furthest
 */
export async function warpGallery(rest: Picture, warp: Warp, between = 1): Promise<Gallery> {
  const first = await viewOf(rest);
  if (!first) throw new Error('The photograph shows nobody.');
  const movements = { turn_left: [], turn_right: [], look_up: [], look_down: [] } as Record<
    Action,
    View[]
  >;
  for (const action of ACTIONS) {
    const strength = await strengthOf(action, warp, first.pose);
    for (let step = 1; step <= between; step += 1) {
      const view = await viewOf(warp(action, (strength * step) / between));
      if (view) movements[action].push(view);
    }
  }
  return { rests: [first], movements };
}

async function strengthOf(action: Action, warp: Warp, resting: Angles): Promise<number> {
  let best = { strength: 1, degrees: -Infinity };
  for (const strength of STRENGTHS) {
    const view = await viewOf(warp(action, strength));
    const [degrees, aside] = view ? degreesOf(action, view.pose, resting) : [-Infinity, 0];
    if (degrees >= enoughDegrees(action) && aside < WRONG_DEGREES) return strength;
    if (degrees - aside > best.degrees) best = { strength, degrees: degrees - aside };
  }
  return best.strength;
}

/**
 * Returns how many degrees the head is turned in the direction of the action, and how many at most
 * in any other direction.
 */
function degreesOf(action: Action, pose: Angles, resting: Angles): readonly [number, number] {
  const others = ACTIONS.filter((other) => other !== action);
  const aside = Math.max(...others.map((other) => degreesTowards(other, pose, resting)));
  return [degreesTowards(action, pose, resting), aside];
}

/**
 * Where the nose moves in the picture: to the right when the head turns to its left, and down when
 * it looks down.
 */
export const DIRECTIONS: Readonly<Record<Action, readonly [right: number, down: number]>> = {
  turn_left: [1, 0],
  turn_right: [-1, 0],
  look_up: [0, -1],
  look_down: [0, 1],
};
