import { describe, expect, it } from 'vitest';
import { judgePictures } from '../../../../../src/domain/verification/rules/evidence/judge-pictures.ts';
import { residualPercent } from '../../../../../src/domain/verification/rules/evidence/planarity.ts';
import { isOnePerson } from '../../../../../src/domain/verification/rules/evidence/same-person.ts';
import type { DrawnPicture } from '../../../../../src/domain/verification/rules/evidence/demand.ts';
import type { MeasuredPicture } from '../../../../../src/vision/face/face-wire.ts';
import { blendFaces, distanceFor } from '../../../../support/visitor/scripted-descriptor.ts';
import { seeFace } from '../../../../support/visitor/scripted-face.ts';
import { makeRandom } from '../../../../support/clips/trajectories.ts';

/**
 * Returns a descriptor at the given distance from the reference, in a direction that depends on the
 * axis.
 */
const descriptor = (apart: number, axis: number): Float32Array =>
  Float32Array.from(blendFaces('Ada', `other ${axis}`, Math.max(0, distanceFor(apart))));

const face = (yaw: number, apart: number, axis = 1) => ({
  yaw,
  pitch: 0,
  descriptor: descriptor(apart, axis),
});

const reference = face(0, 0);

describe('one person', () => {
  it.each([
    ['frontal views at 0.6', [face(2, 0.6), face(3, 0.6, 4)], true],
    ['frontal views at 0.74', [face(2, 0.74), face(3, 0.74)], false],
    ['views of 10° at 0.74', [face(10, 0.74), face(11, 0.74)], true],
    ['views of 20° at 0.78', [face(20, 0.78)], true],
    ['views of 20° at 0.82', [face(20, 0.82), face(-21, 0.82)], false],
    ['one of three views of 20° at 0.86', [face(20, 0.86), face(-21, 0.5), face(22, 0.5)], true],
    ['a view of 27° at 0.82', [face(27, 0.82)], true],
    ['a view of 33° at 1.1 alone', [face(33, 1.1)], true],
    ['one frontal view of three at 1', [face(1, 0.2), face(2, 0.2), face(3, 1)], false],
    ['two frontal views that differ from each other', [face(1, 0.69, 1), face(2, 0.69, 2)], false],
    ['no other picture', [], true],
  ])('%s: %s', (_what, others, expected) => {
    expect(isOnePerson([reference, ...others])).toBe(expected);
  });
});

describe('planarity', () => {
  const random = makeRandom(5);
  const points = Array.from({ length: 468 }, () => [random() - 0.5, random() - 0.5] as const);
  const rest = points.flatMap(([x, y]) => [300 + 100 * x, 200 + 100 * y]);

  it('residuals of a plane that is turned, moved and scaled are 0', () => {
    const turned = points.flatMap(([x, y]) => {
      const depth = 1 + 0.3 * x - 0.1 * y;
      return [250 + (80 * x + 10 * y) / depth, 150 + (90 * y - 5 * x) / depth];
    });
    expect(residualPercent(rest, turned)).toBeLessThan(1e-6);
  });

  it('residuals of a bulging surface are not 0', () => {
    const turned = points.flatMap(([x, y]) => [300 + 90 * x + 30 * (x * x + y * y), 200 + 100 * y]);
    expect(residualPercent(rest, turned)).toBeGreaterThan(1);
  });

  it.each([
    ['nothing', []],
    ['all points at one place', points.flatMap(() => [1, 1])],
    ['no face of that size', rest.slice(2)],
  ])('residuals of %s are 0, so that it counts as flat', (_what, mesh) => {
    expect(residualPercent(mesh, rest)).toBe(0);
    expect(residualPercent(rest, mesh)).toBeLessThan(1.1);
  });
});

describe('revealed pictures', () => {
  const roles = ['rest', 'peak', 'rest', 'random', 'random', 'random'] as const;
  const drawn = roles.map((role, t): DrawnPicture => {
    const yaw = role === 'peak' ? 24 : t;
    return { t, hash: `hash-${t}`, yaw, pitch: 0, role };
  });
  const measure = (change: (picture: DrawnPicture) => { yaw: number } | undefined) =>
    drawn.map((picture): MeasuredPicture => {
      const seen = change(picture);
      return seen === undefined
        ? { t: picture.t, ok: false, fault: 'no_face' }
        : { t: picture.t, ok: true, face: seeFace({ pitch: 0, ...seen }) };
    });
  const judge = (change: (picture: DrawnPicture) => { yaw: number } | undefined) => {
    const judged = judgePictures(drawn, measure(change));
    return judged.ok ? 'counts' : judged.reason;
  };

  it.each([
    ['as claimed', (p: DrawnPicture) => p, 'counts'],
    ['5° off, one of six', (p: DrawnPicture) => ({ yaw: p.yaw + (p.t === 3 ? 5 : 0) }), 'counts'],
    [
      '7° off, one of six',
      (p: DrawnPicture) => ({ yaw: p.yaw + (p.t === 3 ? 7 : 0) }),
      'other_pose',
    ],
    ['5° off, all of them', ({ yaw }: DrawnPicture) => ({ yaw: yaw + 5 }), 'other_pose'],
    ['without a face once', (p: DrawnPicture) => (p.t === 0 ? undefined : p), 'no_face'],
  ] as const)('%s: %s', (_what, change, verdict) => {
    expect(judge(change)).toBe(verdict);
  });

  it.each([
    [14.5, 'counts'],
    [13.5, 'other_pose'],
  ])('with %d° of the 18° claimed: %s', (degrees, verdict) => {
    const claimed = drawn.map((picture) =>
      picture.role === 'peak' ? { ...picture, yaw: 18 } : { ...picture, yaw: 0 },
    );
    const measured = measure(({ role }) => ({ yaw: role === 'peak' ? degrees : 0 }));
    const judged = judgePictures(claimed, measured);
    expect(judged.ok ? 'counts' : judged.reason).toBe(verdict);
  });

  it.each([
    ['a rest', 0, 0, 'unusable_picture'],
    ['a rest turned beyond 30°', 0, 31, 'unusable_picture'],
    ['a peak', 1, 24, 'unusable_picture'],
    ['a peak turned beyond 30°', 1, 31, 'counts'],
    ['a picture at random', 3, 30, 'unusable_picture'],
    ['a picture at random turned beyond 30°', 3, -31, 'counts'],
  ])('without a descriptor for %s: %s %d° %s', (_what, index, yaw, verdict) => {
    const claimed = drawn.map((picture) => (picture.t === index ? { ...picture, yaw } : picture));
    const measured = claimed.map(({ t, ...posture }): MeasuredPicture => {
      const face = seeFace({ ...posture, pitch: 0 });
      return { t, ok: true, face: t === index ? { ...face, descriptor: [] } : face };
    });
    const judged = judgePictures(claimed, measured);
    expect(judged.ok ? 'counts' : judged.reason).toBe(verdict);
    const known = judged.ok ? judged.evidence.faces.map(({ descriptor }) => descriptor.length) : [];
    expect(known).not.toContain(0);
  });

  it('are refused as other pictures when the face Worker returns fewer than requested', () => {
    const measured = measure((picture) => picture).slice(1);
    expect(judgePictures(drawn, measured)).toEqual({ ok: false, reason: 'other_picture' });
  });
});
