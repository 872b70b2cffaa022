// Head pose from the face mesh. Pure arithmetic: the page, the tests and the server's re-measurement share it.

import type { Pose } from './challenge.ts';
import type { Point3 } from './geometry.ts';

/** Mesh points (MediaPipe's canonical face): the outer eye corners, both sides of the face, brow and chin. */
const RIGHT_EYE = 33;
const LEFT_EYE = 263;
const RIGHT_SIDE = 234;
const LEFT_SIDE = 454;
const FOREHEAD = 10;
const CHIN = 152;

const DEGREES = 180 / Math.PI;

/**
 * @param mesh at least 468 points, unmirrored
 * @returns degrees; signs as documented at {@link Pose}. `roll` > 0: the head leans to the picture's
 *   clockwise side. Yaw and pitch are measured after roll is taken out, so a tilted head does not mix them.
 * @throws RangeError when the mesh is incomplete
 */
export function measurePose(mesh: readonly Point3[]): Pose {
  const roll = rollRadians(mesh);
  const across = turnBack(between(mesh, RIGHT_SIDE, LEFT_SIDE), roll);
  const down = turnBack(between(mesh, FOREHEAD, CHIN), roll);
  return {
    yaw: Math.atan2(across[2], across[0]) * DEGREES,
    pitch: Math.atan2(down[2], down[1]) * DEGREES,
    roll: roll * DEGREES,
  };
}

/** The head's lean in the picture plane, in radians, from the line through the outer eye corners. */
export function rollRadians(mesh: readonly Point3[]): number {
  const [x, y] = between(mesh, RIGHT_EYE, LEFT_EYE);
  return Math.atan2(y, x);
}

function between(mesh: readonly Point3[], from: number, to: number): Point3 {
  const a = mesh[from];
  const b = mesh[to];
  if (!a || !b) throw new RangeError(`A face mesh has 468 points, not ${mesh.length}.`);
  return [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
}

function turnBack([x, y, z]: Point3, angle: number): Point3 {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return [x * cos + y * sin, y * cos - x * sin, z];
}
