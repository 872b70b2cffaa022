// A person in front of a camera, with the given light and framing, with or without glasses. The
// longer edge of the camera's picture is as long as in the pictures that the page keeps.
import { KEPT_WIDTH } from '../../../src/vision/face/face-wire.ts';
import { boundingBox, type Box, type Point3 } from '../../../src/vision/face/geometry.ts';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { sampleBand } from '../../../src/vision/face/sampler.ts';
import { blankPicture } from '../puppet/raster.ts';
import type { Still } from '../puppet/stills.ts';
import { seeded } from './random.ts';

export interface Setting {
  /**
   * `side`: one cheek receives a third of the light that the other receives; `back`: a window
   * behind a dark face.
   */
  light?: 'even' | 'side' | 'back';
  /** 4:3, or 3:4 as on a phone. */
  frame?: 'landscape' | 'portrait';
  /** Painted onto the face: a dark rim, and a reflection on each lens. */
  glasses?: boolean;
}

/** The still as the camera in this setting sees it. The head can be turned afterwards. */
export function sit(still: Still, { frame = 'landscape', light, glasses }: Setting = {}): Still {
  const framed = frame === 'portrait' ? inPortrait(still) : inLandscape(still);
  if (glasses === true) paintGlasses(framed);
  if (light === 'back') shineBehind(framed);
  return framed;
}

function inLandscape({ picture, mesh, pose }: Still): Still {
  const scale = KEPT_WIDTH / picture.width;
  const height = Math.round(picture.height * scale);
  const crop = { cx: picture.width / 2, cy: picture.height / 2, side: picture.width, angle: 0 };
  const rgb = sampleBand(
    picture,
    crop,
    { width: KEPT_WIDTH, height },
    { scale: 1, offset: [0, 0, 0] },
  );
  const scaled = blankPicture(KEPT_WIDTH, height);
  for (let pixel = 0; pixel < KEPT_WIDTH * height; pixel++)
    scaled.data.set(rgb.subarray(3 * pixel, 3 * pixel + 3), 4 * pixel);
  const points = mesh.map(([x, y, z]): Point3 => [x * scale, y * scale, z * scale]);
  return { picture: scaled, mesh: points, pose };
}

/**
 * Crops the picture to its middle, in the ratio 3:4. Its height already equals the longer edge of
 * the pictures that the page keeps.
 */
function inPortrait({ picture, mesh, pose }: Still): Still {
  const width = Math.round((picture.height * 3) / 4);
  const left = Math.round((picture.width - width) / 2);
  const cut = blankPicture(width, picture.height);
  for (let y = 0; y < picture.height; y++) {
    const from = 4 * (y * picture.width + left);
    cut.data.set(picture.data.subarray(from, from + 4 * width), 4 * y * width);
  }
  return { picture: cut, mesh: mesh.map(([x, y, z]): Point3 => [x - left, y, z]), pose };
}

/**
 * Lights the picture from one side of the room, so that the light stays in place when the head
 * turns.
 */
export function lightFromSide(picture: Picture): void {
  const { width, height } = picture;
  for (let x = 0; x < width; x++) {
    const share = 1.1 - 0.75 * Math.min(1, Math.max(0, (x / width - 0.3) / 0.4));
    for (let y = 0; y < height; y++) scalePixel(picture.data, 4 * (y * width + x), share, 0);
  }
}

/**
 * Distances from the face's centre, where 1 is the edge of the face's box: pixels beyond `to` are
 * background, pixels below `from` are face, and pixels in between are blended.
 */
const FACE_ENDS = { from: 1.3, to: 1.8 };

function shineBehind({ picture, mesh }: Still): void {
  const [x0, y0, x1, y1] = boundingBox(mesh);
  const { width, height } = picture;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot((2 * x - x0 - x1) / (x1 - x0), (2 * y - y0 - y1) / (y1 - y0));
      const { from, to } = FACE_ENDS;
      const behind = Math.min(1, Math.max(0, (distance - from) / (to - from)));
      // Veiling glare: with a light behind the face, a lens adds some of that light everywhere.
      scalePixel(picture.data, 4 * (y * width + x), 0.4 + 1.3 * behind, 22);
    }
}

/** Standard deviation of a webcam's noise indoors, on a scale of 0 to 255. */
const NOISE = 2.5;
const NOISE_VALUES = makeNoise(1 << 16);

/** Adds a sensor's noise. A different seed produces different noise. */
export function addNoise({ data }: Picture, seed: number): void {
  let at = Math.floor(seeded(seed)() * NOISE_VALUES.length);
  for (let pixel = 0; pixel < data.length; pixel += 4) {
    // A prime stride decorrelates the rows' noise.
    at = (at + 7919) % NOISE_VALUES.length;
    const noise = NOISE_VALUES[at] ?? 0;
    for (let channel = pixel; channel < pixel + 3; channel++)
      data[channel] = (data[channel] ?? 0) + noise;
  }
}

function makeNoise(count: number): Float32Array {
  const random = seeded(1);
  return Float32Array.from({ length: count }, () => {
    const sum = random() + random() + random() + random() - 2;
    return sum * Math.sqrt(3) * NOISE;
  });
}

function scalePixel(data: Picture['data'], at: number, share: number, glare: number): void {
  for (let channel = at; channel < at + 3; channel++)
    data[channel] = Math.min(255, (data[channel] ?? 0) * share + glare);
}

/** The mesh points at the outer and inner corner of each eye. */
const EYE_CORNERS = [
  [33, 133],
  [263, 362],
] as const;

const ORIGIN: Point3 = [0, 0, 0];

function paintGlasses({ picture, mesh }: Still): void {
  const glasses = EYE_CORNERS.map(([outer, inner]): Glass => {
    const [from, to] = [mesh[outer] ?? ORIGIN, mesh[inner] ?? ORIGIN];
    const [cx, cy] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    return { cx, cy, eye: Math.hypot(from[0] - to[0], from[1] - to[1]) };
  });
  for (const glass of glasses) paintGlass(picture, glass);
  const [right, left] = glasses;
  if (right && left) paintBridge(picture, right, left);
}

interface Glass {
  cx: number;
  cy: number;
  /** The eye's width. */
  eye: number;
}

function paintGlass(picture: Picture, { cx, cy, eye }: Glass): void {
  const [rx, ry] = [0.82 * eye, 0.62 * eye];
  const box: Box = [cx - 1.2 * rx, cy - 1.3 * ry, cx + 1.2 * rx, cy + 1.3 * ry];
  eachPixel(picture, box, (at, x, y) => {
    const distance = Math.hypot((x - cx) / rx, (y - cy) / ry);
    if (distance > 0.92 && distance < 1.08) scalePixel(picture.data, at, 0.15, 8);
    else if (distance < 0.92 && Math.hypot(x - cx - rx / 3, y - cy + ry / 3) < ry / 4)
      scalePixel(picture.data, at, 0.6, 110);
  });
}

function paintBridge(picture: Picture, right: Glass, left: Glass): void {
  const from = right.cx + 0.82 * right.eye;
  const to = left.cx - 0.82 * left.eye;
  const y = (right.cy + left.cy) / 2;
  eachPixel(picture, [from, y - 1.5, to, y + 1.5], (at) => scalePixel(picture.data, at, 0.15, 8));
}

function eachPixel(
  { width, height }: Picture,
  [x0, y0, x1, y1]: Box,
  paint: (at: number, x: number, y: number) => void,
): void {
  for (let y = Math.max(0, Math.floor(y0)); y < Math.min(height, y1); y++)
    for (let x = Math.max(0, Math.floor(x0)); x < Math.min(width, x1); x++)
      paint(4 * (y * width + x), x, y);
}
