// Turns the head of a person in a still: rotates the face mesh in space and redraws the face. The
// neck and the hair turn only part of the way. The result is good enough for the face networks to
// measure the requested angle to within a few degrees.

import type { Pose } from '../../../src/vision/face/challenge.ts';
import type { Point3 } from '../../../src/vision/face/geometry.ts';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { EYES, OUTLINE, TRIANGLES } from './face-topology.ts';
import { openJaw, paintInside } from './mouth.ts';
import { drawTriangle, type Vertex } from './raster.ts';
import type { Still } from './stills.ts';

/**
 * Angles are in degrees as the engine measures them, regardless of the pose in the still; `blink`
 * ranges from 0 (eyes open) to 1 (closed).
 */
export interface HeadPose {
  yaw?: number;
  pitch?: number;
  roll?: number;
  blink?: number;
  /** Distance between the lips, as a share of the mouth's width. */
  open?: number;
  /**
   * Whether the mouth is opened by only stretching the picture, so that the inside of the mouth
   * does not show.
   */
  isStretched?: boolean;
  /** How many times wider the face appears because it came closer; 1 leaves it unchanged. */
  nearer?: number;
  /**
   * Whether `nearer` only enlarges the picture, without the change of perspective that a face
   * coming closer would cause.
   */
  isScaled?: boolean;
}

/** The depth gain compensates for the mesh net, which flattens faces a little. */
const HEAD_SHAPE: HeadShape = {
  depthGain: 1.3,
  hair: { size: 1.35, follow: 0.6 },
  wall: { size: 1.9, follow: 0 },
};
/** How far the rings of hair and wall lie behind the head's axis, in face heights. */
const RING_DEPTH = 0.1;

/** The distance from the camera to the middle of the head, in face heights: an arm's length. */
const DISTANCE = 3.2;

const EAR_RIGHT = 234;
const EAR_LEFT = 454;
const FOREHEAD = 10;
const CHIN = 152;

/** A ring of points around the face's outline. */
interface RingShape {
  /** Size relative to the face's outline. */
  size: number;
  /** The share of the head's rotation that the ring follows. */
  follow: number;
}

/** Properties that a photograph does not show, so that the puppet must assume them. */
export interface HeadShape {
  /** The factor by which the mesh's depth is multiplied. */
  depthGain: number;
  hair: RingShape;
  wall: RingShape;
}

/**
 * @param shape the assumed shape of the head; varied by benchmarks, whose results must not depend
 *   on a single shape
 * @returns a new picture with the size of the still
 */
export function turnHead(still: Still, wanted: HeadPose, shape: HeadShape = HEAD_SHAPE): Picture {
  const pose = {
    yaw: (wanted.yaw ?? 0) - still.pose.yaw,
    pitch: (wanted.pitch ?? 0) - still.pose.pitch,
    roll: (wanted.roll ?? 0) - still.pose.roll,
  };
  const face = still.mesh.map(([x, y, z]): Point3 => [x, y, z * shape.depthGain]);
  const axis = headAxis(face);
  const come = nearerBy(wanted, face, axis);
  const rings = [shape.wall, shape.hair].map(({ size, follow }) => {
    const from = ringAround(face, axis, size);
    return { from, to: from.map((point) => come(rotate(point, axis, pose, follow))) };
  });
  const { blink = 0, open = 0 } = wanted;
  const moved = openJaw(closeEyes(face, blink), open);
  const turned = moved.map((point) => come(rotate(point, axis, pose, 1)));
  const outline = {
    from: OUTLINE.map((index) => face[index]!),
    to: OUTLINE.map((index) => turned[index]!),
  };
  const picture = { ...still.picture, data: still.picture.data.slice() };
  drawStrip(picture, still.picture, rings[0]!, rings[1]!);
  drawStrip(picture, still.picture, rings[1]!, outline);
  const depth = (corners: number[]) => corners.reduce((sum, corner) => sum + turned[corner]![2], 0);
  for (const [a, b, c] of TRIANGLES.toSorted((one, other) => depth(other) - depth(one))) {
    drawTriangle(
      picture,
      still.picture,
      [turned[a]!, turned[b]!, turned[c]!],
      [face[a]!, face[b]!, face[c]!],
    );
  }
  if (open > 0 && wanted.isStretched !== true) paintInside(picture, turned);
  return picture;
}

/**
 * Returns a function that moves a point of the picture as if the face came closer, enlarging near
 * parts more than far ones unless `isScaled`.
 */
function nearerBy(
  { nearer = 1, isScaled = false }: HeadPose,
  face: readonly Point3[],
  [cx, cy, cz]: Point3,
): (point: Point3) => Point3 {
  if (nearer === 1) return (point) => point;
  const before = DISTANCE * (face[CHIN]![1] - face[FOREHEAD]![1]);
  return ([x, y, z]) => {
    const depth = isScaled ? 0 : z - cz;
    const scale = (before + depth) / (before / nearer + depth);
    return [cx + (x - cx) * scale, cy + (y - cy) * scale, z];
  };
}

/** The centre of the head's rotation: midway between the ears, at half height. */
function headAxis(face: Point3[]): Point3 {
  const [right, left, top, bottom] = [EAR_RIGHT, EAR_LEFT, FOREHEAD, CHIN].map((i) => face[i]!);
  return [(right![0] + left![0]) / 2, (top![1] + bottom![1]) / 2, (right![2] + left![2]) / 2];
}

function ringAround(face: Point3[], [cx, cy, cz]: Point3, size: number): Point3[] {
  const behind = (face[CHIN]![1] - face[FOREHEAD]![1]) * RING_DEPTH;
  return OUTLINE.map((index) => {
    const [x, y] = face[index]!;
    return [cx + (x - cx) * size, cy + (y - cy) * size, cz + behind];
  });
}

function closeEyes(face: Point3[], blink: number): Point3[] {
  const closed = face.slice();
  for (const { upperLid, crease, lowerLid } of EYES) {
    for (const [i, lower] of lowerLid.entries()) {
      closed[upperLid[i]!] = between(face[upperLid[i]!]!, face[lower]!, blink * 0.97);
      closed[crease[i]!] = between(face[crease[i]!]!, face[upperLid[i]!]!, blink * 0.45);
    }
  }
  return closed;
}

function between(a: Point3, b: Point3, share: number): Point3 {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

function rotate(point: Point3, axis: Point3, pose: Pose, share: number): Point3 {
  const [x, y, z] = [point[0] - axis[0], point[1] - axis[1], point[2] - axis[2]];
  const [x1, z1] = turn(x, z, pose.yaw * share);
  const [y1, z2] = turn(y, z1, pose.pitch * share);
  const [x2, y2] = turn(x1, y1, pose.roll * share);
  return [x2 + axis[0], y2 + axis[1], z2 + axis[2]];
}

function turn(a: number, b: number, degrees: number): [number, number] {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return [a * cos - b * sin, a * sin + b * cos];
}

interface Ring {
  from: Vertex[];
  to: Vertex[];
}

function drawStrip(picture: Picture, source: Picture, outer: Ring, inner: Ring): void {
  for (let i = 0; i < outer.to.length; i++) {
    const j = (i + 1) % outer.to.length;
    drawTriangle(
      picture,
      source,
      [outer.to[i]!, outer.to[j]!, inner.to[i]!],
      [outer.from[i]!, outer.from[j]!, inner.from[i]!],
    );
    drawTriangle(
      picture,
      source,
      [outer.to[j]!, inner.to[j]!, inner.to[i]!],
      [outer.from[j]!, inner.from[j]!, inner.from[i]!],
    );
  }
}
