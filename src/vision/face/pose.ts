// Computes the head pose from the face mesh. Pure: used by the page, by tests, and by the server,
// which measures the pose again.

import type { Pose } from './challenge.ts';
import type { Point3 } from './geometry.ts';

/**
 * Mesh points (MediaPipe's canonical face): outer eye corners, both sides of the face, forehead and
 * chin.
 */
const RIGHT_EYE = 33;
const LEFT_EYE = 263;
const RIGHT_SIDE = 234;
const LEFT_SIDE = 454;
const FOREHEAD = 10;
const CHIN = 152;

const DEGREES = 180 / Math.PI;

/**
 * @param mesh at least 468 points, unmirrored
 * @returns degrees; signs as documented at {@link Pose}. `roll` > 0: the head is tilted clockwise
 *   in the picture. Yaw and pitch are measured after removing roll, because the tilt of the head
 *   would otherwise mix the two.
 * @throws RangeError when the mesh is incomplete
 */
export function measurePose(mesh: readonly Point3[]): Pose {
  const roll = rollRadians(mesh);
  const across = rotateBack(vector(mesh, RIGHT_SIDE, LEFT_SIDE), roll);
  const down = rotateBack(vector(mesh, FOREHEAD, CHIN), roll);
  return {
    yaw: Math.atan2(across[2], across[0]) * DEGREES,
    pitch: Math.atan2(down[2], down[1]) * DEGREES,
    roll: roll * DEGREES,
  };
}

/**
 * Computes the head's rotation in the picture plane, in radians, from the line through the outer
 * eye corners.
 */
export function rollRadians(mesh: readonly Point3[]): number {
  const [x, y] = vector(mesh, RIGHT_EYE, LEFT_EYE);
  return Math.atan2(y, x);
}

function vector(mesh: readonly Point3[], from: number, to: number): Point3 {
  const a = mesh[from];
  const b = mesh[to];
  if (!a || !b) throw new RangeError(`A face mesh has 468 points, not ${mesh.length}.`);
  return [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
}

function rotateBack([x, y, z]: Point3, angle: number): Point3 {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return [x * cos + y * sin, y * cos - x * sin, z];
}
