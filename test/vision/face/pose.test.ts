import { describe, expect, test } from 'vitest';
import type { Point3 } from '../../../src/vision/face/geometry.ts';
import { measurePose } from '../../../src/vision/face/pose.ts';

/**
 * Returns the mesh of a rotated head, 160 wide and 200 high, in which only the six points that
 * determine the pose are set.
 */
function makeTurnedHead({ yaw = 0, pitch = 0, roll = 0 }): Point3[] {
  const mesh = Array.from({ length: 468 }, (): Point3 => [0, 0, 0]);
  mesh[234] = [-80, 0, 0];
  mesh[454] = [80, 0, 0];
  mesh[10] = [0, -100, 0];
  mesh[152] = [0, 100, 0];
  mesh[33] = [-45, -30, 0];
  mesh[263] = [45, -30, 0];
  return mesh.map(([x, y, z]) => {
    const [x1, z1] = turn(x, z, yaw);
    const [y1, z2] = turn(y, z1, pitch);
    const [x2, y2] = turn(x1, y1, roll);
    return [x2 + 320, y2 + 240, z2];
  });
}

function turn(a: number, b: number, degrees: number): [number, number] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [a * cos - b * sin, a * sin + b * cos];
}

describe('the pose of a mesh', () => {
  test('is zero for a level face that looks at the camera', () => {
    const pose = measurePose(makeTurnedHead({}));
    expect(pose.yaw).toBeCloseTo(0);
    expect(pose.pitch).toBeCloseTo(0);
    expect(pose.roll).toBeCloseTo(0);
  });

  test.each([
    ['yaw', 25],
    ['yaw', -40],
    ['pitch', 20],
    ['pitch', -30],
    ['roll', 35],
    ['roll', -50],
  ] as const)('has the angle and sign of a %s of %i degrees', (axis, degrees) => {
    expect(measurePose(makeTurnedHead({ [axis]: degrees }))[axis]).toBeCloseTo(degrees, 5);
  });

  test('keeps yaw and pitch apart when the head also leans', () => {
    const leaning = measurePose(makeTurnedHead({ yaw: 25, roll: 40 }));
    expect(leaning.yaw).toBeCloseTo(25, 5);
    expect(leaning.pitch).toBeCloseTo(0, 5);
    expect(measurePose(makeTurnedHead({ pitch: -20, roll: 40 })).yaw).toBeCloseTo(0, 5);
  });

  test('needs the whole mesh', () => {
    expect(() => measurePose(makeTurnedHead({}).slice(0, 300))).toThrow(/468 points/);
  });
});
