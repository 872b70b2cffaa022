// The documents Worker's comparison of the small pictures of a take (D-137) with the pictures of a
// card's sides and with each other. The simulated camera photographs specimens.
import { expect, it } from 'vitest';
import { lookAtTake } from '../../../src/workers/documents/look-at-take.ts';
import { photographAsJpeg, type View } from '../../support/documents/camera.ts';
import { drawSpecimen } from '../../support/documents/specimens.ts';

const LARGE = { width: 640, height: 480, quality: 85, noise: 3, blur: 0.6, share: 0.75 };
const SMALL = { ...LARGE, width: 320, height: 240, quality: 80 };
const back = drawSpecimen('td1', 3).page;
const front = drawSpecimen('td2', 3, {}, { pastedAbove: 60 }).page;
const shot = (side: typeof back, view: View, seed = 3) => photographAsJpeg(side, view, seed);

const sides = () => ({ page: shot(back, LARGE), front: shot(front, { ...LARGE, roll: 2 }) });
const MOVED = { ...SMALL, roll: 1.5, pitch: 2, at: [0.52, 0.49] } as const;

it('finds the side that a small picture matches, even after a slight movement of the hand', () => {
  const pictures = [
    { t: 1, jpeg: shot(back, MOVED) },
    { t: 2, jpeg: shot(front, { ...SMALL, yaw: 55 }) },
    { t: 3, jpeg: shot(front, MOVED) },
  ];
  const seen = lookAtTake({ ...sides(), pictures });
  if (!seen.ok) throw new Error(seen.fault);
  const [ofBack, turned, ofFront] = seen.pictures;
  expect(Math.min(ofBack?.page ?? 0, ofFront?.front ?? 0)).toBeGreaterThan(0.65);
  expect(Math.max(ofBack?.front ?? 1, ofFront?.page ?? 1)).toBeLessThan(0.5);
  expect(Math.max(turned?.page ?? 1, turned?.front ?? 1)).toBeLessThan(0.4);
  expect(seen.leastApart).toBeGreaterThan(1);
});

it('reports the same picture at two times, and not two pictures of a still scene', () => {
  const { page } = sides();
  const still = (seed: number) => ({ t: seed, jpeg: shot(back, { ...SMALL, noise: seed }) });
  const again = lookAtTake({ page, pictures: [still(1), { ...still(1), t: 2 }] });
  expect(again).toMatchObject({ ok: true, leastApart: 0 });
  const other = lookAtTake({ page, pictures: [still(1), still(2)] });
  expect(other.ok && other.leastApart).toBeGreaterThan(0.1);
});

it.each([
  ['no JPEG', () => new Uint8Array([0xff, 0xd8, 0xff, 1]), 'unreadable'],
  ['larger than a small one', () => shot(back, LARGE), 'too_large'],
] as const)('refuses a small picture that is %s', (_, jpeg, fault) => {
  const { page } = sides();
  expect(lookAtTake({ page, pictures: [{ t: 1, jpeg: jpeg() }] })).toEqual({ ok: false, fault });
});
