// Revealed pictures must show changes between rest and peak and from one picture to the next, and
// each must differ from all others.
import { describe, expect, it } from 'vitest';
import type { DrawnPicture } from '../../../../../src/domain/verification/rules/evidence/demand.ts';
import { judgePictures } from '../../../../../src/domain/verification/rules/evidence/judge-pictures.ts';
import type { GreyGrid, MeasuredFace } from '../../../../../src/vision/face/face-wire.ts';
import { makeRandom } from '../../../../support/clips/trajectories.ts';
import { seeFace } from '../../../../support/visitor/scripted-face.ts';

const LEFT = 'turn_left';
const at = (t: number, yaw: number, more: Partial<DrawnPicture>): DrawnPicture => ({
  t,
  hash: `hash-${t}`,
  yaw,
  pitch: 0,
  role: 'rest',
  ...more,
});
const DRAWN: readonly DrawnPicture[] = [
  at(0, 0, {}),
  at(400, 10, { role: 'halfway', action: LEFT }),
  at(800, 20, { role: 'peak', action: LEFT }),
  at(1_200, 14, { role: 'random' }),
  at(1_300, 9, { role: 'next' }),
  at(2_000, 0.5, {}),
];

/** @param change returns the members to replace in the Worker's measurement of a picture */
function judge(change: (picture: DrawnPicture) => Partial<MeasuredFace>) {
  const measured = DRAWN.map((picture) => {
    const face = { ...seeFace(picture), ...change(picture) };
    return { t: picture.t, ok: true, face } as const;
  });
  const judged = judgePictures(DRAWN, measured);
  return judged.ok ? judged.evidence.faces.length : judged.reason;
}
const turnedAt = (t: number, yaw: number) => (picture: DrawnPicture) =>
  picture.t === t ? { pose: { yaw, pitch: 0, roll: 0 } } : {};

it('pictures count as they are, and only those with a descriptor identify the person', () => {
  expect(judge(() => ({}))).toBe(4);
  const only = ({ role }: DrawnPicture) =>
    role === 'halfway' || role === 'next' ? { descriptor: [] } : {};
  expect(judge(only)).toBe(4);
});

describe('a picture half the way', () => {
  it.each([
    [14, 4],
    [5, 4],
    [1.5, 'other_pose'],
    [20, 'other_pose'],
  ])('a head that is seen turned by %d° of 20: %s', (yaw, verdict) => {
    expect(judge(turnedAt(400, yaw))).toBe(verdict);
  });
});

it('a picture half the way may resemble a rest picture of a head that was barely at rest', () => {
  const drawn = [
    at(0, 4, {}),
    at(400, 6, { role: 'halfway', action: LEFT }),
    at(800, 20, { role: 'peak', action: LEFT }),
    at(2_000, 5, {}),
  ];
  const measured = drawn.map((picture) => ({
    t: picture.t,
    ok: true as const,
    face: seeFace(picture),
  }));
  expect(judgePictures(drawn, measured)).toMatchObject({ ok: true });
});

describe('a pair', () => {
  it.each([
    [5, 4],
    [12, 4],
  ])('may be measured at %d° instead of 9', (yaw, verdict) => {
    expect(judge(turnedAt(1_300, yaw))).toBe(verdict);
  });

  it('is refused when its turn goes the other way, even if each picture is close enough', () => {
    const apart = (picture: DrawnPicture) => ({
      ...turnedAt(1_200, 10)(picture),
      ...turnedAt(1_300, 13.5)(picture),
    });
    expect(judge(apart)).toBe('other_pose');
  });

  it.each([
    ['elsewhere in the picture', { x: 0.7 }],
    ['of another size', { width: 0.4 }],
  ])('is refused when the face is %s a tenth of a second later', (_what, change) => {
    expect(judge(({ t }) => (t === 1_300 ? change : {}))).toBe('other_pose');
  });
});

describe('each picture', () => {
  const random = makeRandom(5);
  const grid = (): GreyGrid => ({
    left: 20,
    top: 12,
    columns: 20,
    values: Array.from({ length: 400 }, () => Math.floor(256 * random())),
  });
  const FIRST = grid();
  const noisy = (by: number): GreyGrid => ({
    ...FIRST,
    values: FIRST.values.map((value) => value + Math.round(2 * by * (random() - 0.5))),
  });
  const showing = (second: GreyGrid) =>
    judge(({ t }) => ({ grey: t === 0 ? FIRST : t === 2_000 ? second : grid() }));

  it('must have pixels of its own: repeated pixels at another time are refused', () => {
    expect(showing(FIRST)).toBe('equal_pictures');
  });

  it.each([1, 2, 5])('counts as another picture with sensor noise of %d', (by) => {
    expect(showing(noisy(by))).toBe(4);
  });

  it('counts as another picture with the same pixels elsewhere', () => {
    expect(showing({ ...FIRST, left: 23 })).toBe(4);
  });
});
