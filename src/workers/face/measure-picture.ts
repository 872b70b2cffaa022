// Measures one picture, synchronously, so that only one picture's pixels exist at a time.
import type { Pose } from '../../vision/face/challenge.ts';
import type { MeasuredFace } from '../../vision/face/face-wire.ts';
import { area, boundingBox, type Point3 } from '../../vision/face/geometry.ts';
import { cropAroundDetection, type FaceMesh } from '../../vision/face/mesh.ts';
import { measureGrey } from '../../vision/face/grey-grid.ts';
import { measureMouth } from '../../vision/face/mouth.ts';
import { assertPicture, type Picture } from '../../vision/face/picture.ts';
import { measurePose } from '../../vision/face/pose.ts';
import { measureLight } from '../../vision/face/screen-light.ts';
import { scoreAge } from './age-head.ts';
import { scoreBent } from './bent-head.ts';
import type { Nets } from './nets.ts';
import { textureOf } from './texture.ts';

/** The measurement to make; each one costs more than the previous one and includes it. */
export type Wanted = 'pose' | 'descriptor' | 'age';

interface Wishes {
  /** Chooses the measurement by the face's pose. */
  wants: (pose: Pose) => Wanted;
  /** Whether to score how bent the picture looks. */
  isBentScored: boolean;
}

/**
 * Measures the largest face.
 * @returns undefined when there is no face
 * @throws RangeError for a picture that is too small
 */
export function measurePicture(
  nets: Nets,
  picture: Picture,
  { wants, isBentScored }: Wishes,
): MeasuredFace | undefined {
  assertPicture(picture);
  const found = findFace(nets, picture);
  if (!found) return undefined;
  const { points, score } = found.mesh;
  const pose = measurePose(points);
  const [x0, y0, x1, y1] = boundingBox(points);
  const { descriptor, ages } = describe(nets, picture, points, wants(pose));
  const light = measureLight(picture, points);
  return {
    faces: found.faces,
    pose,
    score,
    x: (x0 + x1) / 2 / picture.width,
    y: (y0 + y1) / 2 / picture.height,
    width: (x1 - x0) / picture.width,
    mouth: measureMouth(picture, points),
    descriptor,
    mesh: flatten(points),
    grey: measureGrey(picture, [x0, y0, x1, y1]),
    ...(light && { light }),
    ...(ages && { ages }),
    ...(isBentScored && {
      bent: scoreBent(textureOf(nets.faceres, picture, { points, yaw: pose.yaw })),
    }),
  };
}

/** @returns the coordinates of the points, alternating x and y */
function flatten(points: readonly Point3[]): number[] {
  const flat: number[] = [];
  for (let index = 0; index < points.length; index++) {
    const [x, y] = points[index] ?? [0, 0];
    flat.push(x, y);
  }
  return flat;
}

function describe(
  { faceres, age: ageNet }: Nets,
  picture: Picture,
  points: readonly Point3[],
  wants: Wanted,
): Pick<MeasuredFace, 'descriptor' | 'ages'> {
  if (wants === 'pose') return { descriptor: [] };
  if (wants === 'descriptor') return { descriptor: faceres.describe(picture, points) };
  const { descriptor, features, age } = faceres.describeWithAge(picture, points);
  const ages = { ageNet: ageNet.estimateMiddle(picture, points), faceres: age };
  return { descriptor, ages: { ...ages, head: scoreAge(features, ages) } };
}

/**
 * Tries the quick search first, then the thorough one, because the quick one misses some faces in
 * the dark and some that fill the picture.
 */
function findFace(
  { detector, mesh }: Nets,
  picture: Picture,
): { faces: number; mesh: FaceMesh } | undefined {
  for (const search of ['quick', 'thorough'] as const) {
    const found = detector.detect(picture, search);
    const [largest] = found.toSorted((a, b) => area(b.box) - area(a.box));
    const fitted = largest && mesh.settle(picture, cropAroundDetection(largest));
    if (fitted) return { faces: found.length, mesh: fitted };
  }
  return undefined;
}
