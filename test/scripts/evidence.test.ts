// The measurements of `npm run bench -- evidence` on drawn pictures: a pattern of blotches instead
// of a face, with a mesh of points over it.
import { expect, test } from 'vitest';
import { textureOf } from '../../bench/evidence/face-texture.ts';
import { eyeParts, faceParts, likenessOf, structureLeft } from '../../bench/evidence/likeness.ts';
import { eyeOpening, shapeChange } from '../../bench/evidence/mesh-change.ts';
import { shareThatStays } from '../../bench/evidence/surroundings.ts';
import type { Point2 } from '../../src/vision/face/geometry.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import { seeded } from '../support/clips/random.ts';

const WIDTH = 240;
const HEIGHT = 200;
const POINTS = 468;

/** The brightness at a position, from 0 to 255. */
type Light = (x: number, y: number) => number;

function draw(light: Light): Picture {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(255);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++)
    data.fill(light(pixel % WIDTH, Math.floor(pixel / WIDTH)), 4 * pixel, 4 * pixel + 3);
  return { data, width: WIDTH, height: HEIGHT };
}

/** The sum of waves in random directions, with wavelengths of 7 to 19 pixels. */
function blotches(seed: number): Light {
  const random = seeded(seed);
  const waves = Array.from({ length: 24 }, () => {
    const [angle, length] = [6.28 * random(), 7 + 12 * random()];
    const [x, y] = [(6.28 * Math.cos(angle)) / length, (6.28 * Math.sin(angle)) / length];
    return { x, y, phase: 6.28 * random() };
  });
  return (x, y) =>
    128 + waves.reduce((sum, wave) => sum + 6 * Math.sin(wave.x * x + wave.y * y + wave.phase), 0);
}

/** Points spread over an ellipse, with the nose point in the centre. */
const MESH = Array.from({ length: POINTS }, (_, index): Point2 => {
  const radius = index === 1 ? 0 : Math.sqrt((index + 0.5) / POINTS);
  return [120 + 50 * radius * Math.cos(2.4 * index), 100 + 60 * radius * Math.sin(2.4 * index)];
});

const moved = (dx: number, dy: number): Point2[] => MESH.map(([x, y]) => [x + dx, y + dy]);
const flat = (points: readonly Point2[]): number[] => points.flat();

const skin = blotches(1);
const rest = textureOf(draw(skin), MESH);

test('a face has the highest similarity to itself, even when it is shifted', () => {
  const aside = textureOf(
    draw((x, y) => skin(x - 9, y - 4)),
    moved(9, 4),
  );
  expect(likenessOf(faceParts(rest, rest))).toBeCloseTo(1, 4);
  expect(likenessOf(eyeParts(rest, rest))).toBeCloseTo(1, 4);
  expect(likenessOf(faceParts(rest, aside))).toBeGreaterThan(0.99);
});

test('a face stays similar with noise, and with a mesh that is two pixels off', () => {
  const random = seeded(2);
  const noisy = textureOf(
    draw((x, y) => skin(x, y) + 20 * (random() - 0.5)),
    MESH,
  );
  const beside = textureOf(draw(skin), moved(2, -2));
  expect(likenessOf(faceParts(rest, noisy))).toBeGreaterThan(0.95);
  expect(likenessOf(faceParts(rest, beside))).toBeGreaterThan(0.97);
});

test('another texture is dissimilar, and a blend of both is in between', () => {
  const other = blotches(3);
  const strange = textureOf(draw(other), MESH);
  const mixed = textureOf(
    draw((x, y) => (skin(x, y) + other(x, y)) / 2),
    MESH,
  );
  expect(likenessOf(faceParts(rest, strange))).toBeLessThan(0.6);
  const between = likenessOf(faceParts(rest, mixed)) ?? 0;
  expect(between).toBeGreaterThan(0.6);
  expect(between).toBeLessThan(0.95);
});

test('no similarity is given for a plain face, or for one seen from another angle', () => {
  const plain = textureOf(
    draw(() => 128),
    MESH,
  );
  const narrow = MESH.map(([x, y]): Point2 => [120 + (x - 120) * 0.3, y]);
  expect(likenessOf(faceParts(plain, plain))).toBeUndefined();
  const turned = textureOf(draw(skin), narrow);
  const parts = faceParts(rest, { ...turned, points: turned.points.map(([x, y]) => [x, y / 2]) });
  expect(likenessOf(parts)).toBeUndefined();
});

test('a stretched face keeps its structure when new detail appears, and loses it otherwise', () => {
  const wide = MESH.map(([x, y]): Point2 => [120 + (x - 120) * 1.8, y]);
  const left = (light: Light): number =>
    structureLeft(faceParts(rest, { ...textureOf(draw(light), wide) })) ?? 0;
  expect(left(skin)).toBeGreaterThan(left((x, y) => 128 + (skin(x, y) - 128) / 3));
  expect(structureLeft(faceParts(rest, rest))).toBeUndefined();
});

const BOX: [number, number, number, number] = [90, 60, 150, 140];

test('surroundings count as fixed when the whole picture moves, and not when they move with the face', () => {
  const seen = { picture: draw(skin), box: BOX };
  const carried = draw((x, y) => {
    const away = Math.hypot((x - 120) / 30, (y - 100) / 40);
    return away < 1.6 ? skin(x - 7, y) : skin(x, y);
  });
  const shaken = draw((x, y) => skin(x - 4, y + 2));
  const ring = [1.1, 1.6] as const;
  expect(shareThatStays(seen, seen, ring)).toBe(1);
  expect(shareThatStays(seen, { picture: shaken, box: BOX }, ring)).toBeGreaterThan(0.9);
  expect(shareThatStays(seen, { picture: carried, box: BOX }, ring)).toBeLessThan(0.5);
  const plain = { picture: draw(() => 90), box: BOX };
  expect(shareThatStays(plain, plain, ring)).toBeUndefined();
});

test('a mesh changes its shape when a part of it moves, not when it moves, grows or rolls as a whole', () => {
  const rolled = MESH.map(([x, y]): Point2 => [3 + 1.2 * x - 0.3 * y, 1.2 * y + 0.3 * x]);
  const smiling = MESH.map(([x, y]): Point2 => [x, y > 130 ? y - 5 : y]);
  expect(shapeChange(flat(MESH), flat(rolled))).toBeCloseTo(0, 4);
  expect(shapeChange(flat(MESH), flat(smiling))).toBeGreaterThan(0.5);
});

test('eye opening is the distance of the lids', () => {
  const mesh = Array.from({ length: 2 * POINTS }, () => 0);
  const put = (index: number, [x, y]: Point2) => mesh.splice(2 * index, 2, x, y);
  for (const [outer, inner, upper, lower] of [
    [33, 133, 159, 145],
    [263, 362, 386, 374],
  ] as const) {
    put(outer, [0, 0]);
    put(inner, [20, 0]);
    put(upper, [10, -3]);
    put(lower, [10, 2]);
  }
  expect(eyeOpening(mesh)).toBeCloseTo(0.25);
});
