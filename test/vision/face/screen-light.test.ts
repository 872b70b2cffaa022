// The classification of pixels as skin or wall, on a drawn face: an ellipse with a mesh of 468
// points.
import { expect, test } from 'vitest';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { measureLight } from '../../../src/vision/face/screen-light.ts';

type Colour = [red: number, green: number, blue: number];

const [WIDTH, HEIGHT] = [320, 240];
const FACE = { cx: 160, cy: 100, rx: 40, ry: 55 };
const SKIN: Colour = [200, 140, 120];
const WALL: Colour = [120, 130, 160];
const HAIR: Colour = [20, 250, 20];

/**
 * Returns a mesh whose outline points are spaced around the ellipse, which `share` scales; all
 * remaining points lie at the top of the ellipse.
 */
const mesh = (share = 1) =>
  Array.from({ length: 468 }, (_, i): [number, number, number] => {
    const at = OUTLINE.indexOf(i);
    const angle = (2 * Math.PI * Math.max(0, at)) / OUTLINE.length - Math.PI / 2;
    return [
      FACE.cx + share * FACE.rx * Math.cos(angle),
      FACE.cy + share * FACE.ry * Math.sin(angle),
      0,
    ];
  });

/** The mesh indices of the outline's points, clockwise from the forehead. */
const OUTLINE: readonly number[] = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148,
  176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];

/**
 * Draws skin inside the ellipse, green hair around it, green clothes below the chin, and the wall
 * everywhere else.
 */
function draw(light = 1): Picture {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const distance = Math.hypot((x - FACE.cx) / FACE.rx, (y - FACE.cy) / FACE.ry);
      const isHair = distance > 0.9 && (distance < 1.85 || y > FACE.cy + FACE.ry);
      const colour = distance <= 0.9 ? SKIN : isHair ? HAIR : WALL;
      data.set([...colour.map((value) => value * light), 255], (y * WIDTH + x) * 4);
    }
  return { data, width: WIDTH, height: HEIGHT };
}

const linear = (value: number) => ((value / 255 + 0.055) / 1.055) ** 2.4;
const ratios = ([red, green, blue]: Colour) => [
  Math.log(linear(red) / linear(green)),
  Math.log(linear(blue) / linear(green)),
];

test('skin is inside the outline, and the wall is beyond the hair and above the clothes', () => {
  const { skin, wall } = measureLight(draw(), mesh()) ?? {};
  expect(skin?.map((value) => value.toFixed(3))).toEqual(ratios(SKIN).map((v) => v.toFixed(3)));
  expect(wall?.map((value) => value.toFixed(3))).toEqual(ratios(WALL).map((v) => v.toFixed(3)));
});

test('a face that fills the picture has no wall, and a face of a few pixels has no skin', () => {
  expect(measureLight(draw(), mesh(5))?.wall).toBeUndefined();
  expect(measureLight(draw(), mesh(0.2))).toBeUndefined();
});

test('nearly black pixels have no colour', () => {
  expect(measureLight(draw(0.02), mesh())).toBeUndefined();
});

test('a face at the edge is measured as far as it is in the picture', () => {
  const beyond = mesh().map(([x, y, z]): [number, number, number] => [x - 150, y, z]);
  expect(measureLight(draw(), beyond)?.skin.every(Number.isFinite)).toBe(true);
});
