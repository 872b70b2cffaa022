// Turns the head in a photograph with one of the forgers' warps (bench/forge/forgers), with a
// different strength and shape each time.
import type { Action } from '../../src/vision/face/challenge.ts';
import type { TrackedFace } from '../../src/vision/face/face-engine.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import { between, type Random } from '../../test/support/clips/random.ts';
import { type HeadShape, turnHead } from '../../test/support/puppet/puppet.ts';
import { MAX_PUSHED, push } from '../forge/forgers/flat-warp.ts';
import { MAX_DEGREES } from '../forge/forgers/mesh-warp.ts';
import { MAX_TURNED, roll } from '../forge/forgers/solid-head.ts';
import { DIRECTIONS } from '../forge/views.ts';
import type { Warp } from './samples.ts';

interface Tracked {
  picture: Picture;
  face: TrackedFace;
}

interface Bend {
  warp: Warp;
  action: Action;
}

/**
 * Draws a warp at random: the mesh in a little over half of the cases, because it is the best warp.
 */
export function drawWarp(random: Random): Warp {
  const drawn = random();
  if (drawn < 0.55) return 'mesh';
  return drawn < 0.8 ? 'solid head' : 'plane';
}

/** Bends the picture with a random strength. */
export function bend({ picture, face }: Tracked, { warp, action }: Bend, random: Random): Picture {
  const strength = between(random, 0.45, 1);
  if (warp === 'mesh') return bendMesh({ picture, face }, action, { strength, random });
  return bendBy({ picture, face }, { warp, action }, strength);
}

/**
 * Bends the picture as the forger with the same warp does.
 * @param strength from 0 to 1, where 1 is the strongest bend that the forger uses
 */
export function bendBy(
  { picture, face }: Tracked,
  { warp, action }: Bend,
  strength: number,
): Picture {
  const { pose, box, mesh } = face;
  const view = { picture, pose, box };
  switch (warp) {
    case 'plane':
      return push(view, DIRECTIONS[action], MAX_PUSHED * strength);
    case 'solid head':
      return roll(view, DIRECTIONS[action], MAX_TURNED * strength);
    case 'mesh': {
      const [right, down] = DIRECTIONS[action];
      const degrees = MAX_DEGREES * strength;
      const wanted = {
        ...pose,
        yaw: pose.yaw + right * degrees,
        pitch: pose.pitch + down * degrees,
      };
      return turnHead({ picture, mesh, pose }, wanted);
    }
  }
}

function bendMesh(
  { picture, face: { mesh, pose } }: Tracked,
  action: Action,
  { strength, random }: { strength: number; random: Random },
): Picture {
  const [right, down] = DIRECTIONS[action];
  const degrees = MAX_DEGREES * strength;
  const near = (angle: number): number => angle + between(random, -3, 3);
  const wanted = {
    yaw: near(pose.yaw + right * degrees),
    pitch: near(pose.pitch + down * degrees),
    roll: near(pose.roll),
  };
  const still = { picture, mesh, pose };
  return random() < 0.3 ? turnHead(still, wanted) : turnHead(still, wanted, drawShape(random));
}

const drawShape = (random: Random): HeadShape => ({
  depthGain: between(random, 1.05, 1.6),
  hair: { size: between(random, 1.15, 1.6), follow: between(random, 0.2, 1) },
  wall: { size: between(random, 1.7, 2.4), follow: random() < 0.3 ? between(random, 0, 0.5) : 0 },
});
