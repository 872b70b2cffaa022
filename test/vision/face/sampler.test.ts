import { describe, expect, test } from 'vitest';
import { measureBrightness } from '../../../src/vision/face/brightness.ts';
import { assertPicture, type Picture } from '../../../src/vision/face/picture.ts';
import { type Normalisation, sampleBand } from '../../../src/vision/face/sampler.ts';
import type { Crop } from '../../../src/vision/face/geometry.ts';

const sampleSquare = (picture: Picture, crop: Crop, edge: number, normalisation: Normalisation) =>
  sampleBand(picture, crop, { width: edge, height: edge }, normalisation);

const PLAIN = { scale: 1, offset: [0, 0, 0] } as const;

function paint(
  width: number,
  height: number,
  colour: (x: number, y: number) => [number, number, number],
): Picture {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    data.set(colour(pixel % width, Math.floor(pixel / width)), pixel * 4);
  }
  return { data, width, height };
}

function pixelOf(rgb: Float32Array, size: number, column: number, row: number): number[] {
  return [...rgb.subarray((row * size + column) * 3, (row * size + column) * 3 + 3)];
}

const ramp = paint(64, 64, (x, y) => [x * 2, y * 2, 10]);

describe('a sampled square', () => {
  test('keeps the pixels where nothing is scaled or turned', () => {
    const rgb = sampleSquare(ramp, { cx: 32, cy: 32, side: 64, angle: 0 }, 64, PLAIN);
    expect(pixelOf(rgb, 64, 20, 40)).toEqual([40, 80, 10]);
  });

  test('averages the pixels when it shrinks', () => {
    const stripes = paint(64, 64, (x) => (x % 4 < 2 ? [200, 0, 0] : [0, 0, 100]));
    const rgb = sampleSquare(stripes, { cx: 32, cy: 32, side: 64, angle: 0 }, 16, PLAIN);
    expect(pixelOf(rgb, 16, 8, 8)).toEqual([100, 0, 50]);
  });

  test('rotates clockwise on screen: its top edge points in the direction of the angle', () => {
    const crop = { cx: 32, cy: 32, side: 40, angle: Math.PI / 2 };
    const rgb = sampleSquare(ramp, crop, 40, PLAIN);
    const [red = 0, green = 0] = pixelOf(rgb, 40, 39, 0);
    expect(red).toBeCloseTo(2 * 51, 3);
    expect(green).toBeCloseTo(2 * 51, 3);
  });

  test.each([
    ['as it is', 48, 0],
    ['turned', 48, 0.3],
    ['enlarged', 20, -0.2],
    ['shrunk, with several samples for each pixel', 60, 0.1],
  ])('is mirrored on request: %s', (_, side, angle) => {
    const crop = { cx: 31, cy: 33, side, angle };
    const size = side === 60 ? 12 : 40;
    const plain = sampleSquare(ramp, crop, size, PLAIN);
    const mirrored = sampleSquare(ramp, { ...crop, isMirrored: true }, size, PLAIN);
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++)
        for (const [at, value] of pixelOf(mirrored, size, column, row).entries())
          expect(value).toBeCloseTo(pixelOf(plain, size, size - 1 - column, row)[at] ?? NaN, 3);
  });

  test('is black outside the picture, before normalisation', () => {
    const crop = { cx: 0, cy: 0, side: 32, angle: 0 };
    const rgb = sampleSquare(ramp, crop, 32, { scale: 1 / 127.5, offset: [-1, -1, -1] });
    expect(pixelOf(rgb, 32, 0, 0)).toEqual([-1, -1, -1]);
  });

  test('orders its channels as the network was trained', () => {
    const rgb = sampleSquare(ramp, { cx: 32, cy: 32, side: 64, angle: 0 }, 64, {
      scale: 1,
      offset: [1, 2, 3],
      order: 'bgr',
    });
    expect(pixelOf(rgb, 64, 20, 40)).toEqual([13, 82, 41]);
  });

  test('is normalised channel by channel', () => {
    const grey = paint(64, 64, () => [51, 51, 51]);
    const normalisation = { scale: 1 / 255, offset: [0, -0.1, 0.5] } as const;
    const rgb = sampleSquare(grey, { cx: 32, cy: 32, side: 32, angle: 0 }, 8, normalisation);
    const [red, green, blue] = pixelOf(rgb, 8, 4, 4);
    expect(red).toBeCloseTo(0.2);
    expect(green).toBeCloseTo(0.1);
    expect(blue).toBeCloseTo(0.7);
  });
});

describe('brightness', () => {
  test('is the mean luma of the box, not of the picture', () => {
    const half = paint(64, 64, (x) => (x < 32 ? [0, 0, 0] : [200, 200, 200]));
    expect(measureBrightness(half, [32, 0, 64, 64])).toBeCloseTo(200);
    expect(measureBrightness(half, [0, 0, 32, 64])).toBe(0);
    expect(measureBrightness(half, [0, 0, 64, 64])).toBeCloseTo(100);
  });

  test('weighs green most and blue least (BT.601)', () => {
    expect(
      measureBrightness(
        paint(32, 32, () => [0, 100, 0]),
        [0, 0, 32, 32],
      ),
    ).toBeCloseTo(58.7);
    expect(
      measureBrightness(
        paint(32, 32, () => [0, 0, 100]),
        [0, 0, 32, 32],
      ),
    ).toBeCloseTo(11.4);
  });

  test('counts only what lies inside the picture', () => {
    const white = paint(32, 32, () => [255, 255, 255]);
    expect(measureBrightness(white, [-32, -32, 32, 32])).toBeCloseTo(255);
    expect(measureBrightness(white, [100, 100, 120, 120])).toBe(0);
  });
});

describe('a picture', () => {
  test.each([
    ['is empty', { data: new Uint8ClampedArray(0), width: 0, height: 0 }, /at least 32/],
    ['is too small', { data: new Uint8ClampedArray(8 * 8 * 4), width: 8, height: 8 }, /at least/],
    ['lacks rows', { data: new Uint8ClampedArray(64 * 63 * 4), width: 64, height: 64 }, /16384/],
    ['is RGB', { data: new Uint8ClampedArray(64 * 64 * 3), width: 64, height: 64 }, /RGBA/],
    [
      'has half pixels',
      { data: new Uint8ClampedArray(0), width: 64.5, height: 64 },
      /whole pixels/,
    ],
    ['has no size', { data: new Uint8ClampedArray(0), width: NaN, height: NaN }, /whole pixels/],
  ])('is refused when it %s', (_, picture, message) => {
    expect(() => assertPicture(picture)).toThrow(RangeError);
    expect(() => assertPicture(picture)).toThrow(message);
  });
});
