// Applies each of the forgers' warps (bench/forge/forgers) to one picture of a film. The resulting
// takes have the same structure as those cut from the film itself, and the same camera and
// compression. Each picture has its own noise and shake.
import { ACTIONS, type Action, degreesTowards } from '../../src/vision/face/challenge.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import { between, type Random } from '../../test/support/clips/random.ts';
import { turnHead, type HeadPose } from '../../test/support/puppet/puppet.ts';
import type { Still } from '../../test/support/puppet/stills.ts';
import { type Seen, toJpeg } from '../films/follow.ts';
import { developBy } from '../forge/develop.ts';
import { MAX_PUSHED, push } from '../forge/forgers/flat-warp.ts';
import { MAX_DEGREES } from '../forge/forgers/mesh-warp.ts';
import { MAX_TURNED, roll } from '../forge/forgers/solid-head.ts';
import { DIRECTIONS, type View, viewOf } from '../forge/views.ts';
import { decodeJpeg, shotOf, type Shot } from './shot.ts';
import type { Take } from './takes.ts';

/**
 * A warp's two functions: one makes a picture of the head at rest, the other a picture of the head
 * turned with a strength from 0 to 1.
 */
interface Warp {
  rest: (random: Random) => Picture;
  /** Turns the head; absent when a different warp already turns the picture in the same way. */
  turn?: (action: Action, strength: number) => Picture;
}

/**
 * How far the resting head sways in the warps that make it sway: in degrees, and as a share of the
 * largest turn.
 */
const SWAY_DEGREES = 4;
const SWAY_SHARE = 0.15;
const MAX_BLINK = 0.6;

const WARPS: Readonly<Record<string, (rest: View, still: Still) => Warp>> = {
  'two-dimensional warp': (view) => ({
    turn: (action, strength) => push(view, DIRECTIONS[action], MAX_PUSHED * strength),
    rest: () => view.picture,
  }),
  'solid head': (view) => ({
    turn: (action, strength) => roll(view, DIRECTIONS[action], MAX_TURNED * strength),
    rest: () => view.picture,
  }),
  'mesh warp': (view, still) => ({ turn: turnMesh(still), rest: () => view.picture }),
  'solid head that sways': (view) => ({
    rest: (random) => roll(view, [1, 0], between(random, -SWAY_SHARE, SWAY_SHARE)),
  }),
  'mesh that sways': (_, still) => ({
    rest: (random) => turnHead(still, swayed(still, random)),
  }),
  'mesh that sways and blinks': (_, still) => ({
    rest: (random) =>
      turnHead(still, { ...swayed(still, random), blink: between(random, 0, MAX_BLINK) }),
  }),
};

const turnMesh =
  (still: Still) =>
  (action: Action, strength: number): Picture => {
    const [right, down] = DIRECTIONS[action];
    const { yaw, pitch } = still.pose;
    const degrees = MAX_DEGREES * strength;
    return turnHead(still, {
      ...still.pose,
      yaw: yaw + right * degrees,
      pitch: pitch + down * degrees,
    });
  };

function swayed({ pose }: Still, random: Random): HeadPose {
  const near = (angle: number): number => angle + between(random, -SWAY_DEGREES, SWAY_DEGREES);
  return { yaw: near(pose.yaw), pitch: near(pose.pitch), roll: near(pose.roll) };
}

export const FORGERS = Object.keys(WARPS);

/**
 * @returns for each forger, one take with pictures at rest and, if its warp can turn the head, one
 *   movement
 */
export async function forgeTakes(seen: Seen, random: Random): Promise<Map<string, Take>> {
  const picture = decodeJpeg(toJpeg(seen.picture));
  const view = await viewOf(picture);
  const takes = new Map<string, Take>();
  if (!view) return takes;
  const still = { picture, mesh: seen.face.mesh, pose: view.pose };
  const action = ACTIONS[Math.floor(random() * ACTIONS.length)] ?? 'turn_left';
  const develop = developBy({ tint: 'none', hasNoise: true, isShaken: true });
  const shoot = (ms: number, made: Picture): Promise<Shot | undefined> =>
    shotOf(ms, develop({ ...view, picture: made }, undefined, random));
  for (const [name, warpOf] of Object.entries(WARPS)) {
    const warp = warpOf(view, still);
    takes.set(name, await takeBy(warp, { action, view, shoot, random }));
  }
  return takes;
}

interface Making {
  action: Action;
  view: View;
  shoot: (ms: number, made: Picture) => Promise<Shot | undefined>;
  random: Random;
}

const REST_MS = [0, 2_000, 4_000];
const NEIGHBOUR_MS = 100;

async function takeBy(warp: Warp, { action, view, shoot, random }: Making): Promise<Take> {
  const shots = await Promise.all(REST_MS.map((ms) => shoot(ms, warp.rest(random))));
  const rests = shots.filter((shot) => shot !== undefined);
  const [rest] = rests;
  const { turn } = warp;
  if (!rest || !turn) return { rests };
  const near = await shoot(NEIGHBOUR_MS, view.picture);
  const strength = await strengthOf(turn, action, view);
  const half = await shoot(1_000, turn(action, strength / 2));
  const peak = await shoot(1_400, turn(action, strength));
  return {
    rests,
    ...(near && { neighbours: [rest, near] as const }),
    ...(half && peak && { turn: { rest, half, peak } }),
  };
}

const STRENGTHS = [0.5, 0.65, 0.8];
const ENOUGH_DEGREES = 18;

async function strengthOf(
  turn: NonNullable<Warp['turn']>,
  action: Action,
  { pose }: View,
): Promise<number> {
  for (const strength of STRENGTHS) {
    const turned = await viewOf(turn(action, strength));
    if (turned && degreesTowards(action, turned.pose, pose) >= ENOUGH_DEGREES) return strength;
  }
  return 1;
}
