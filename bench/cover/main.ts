// `node bench/cover/main.ts`: whether the engine can tell that something covers a mouth or the eyes. Puppets of the
// photographs' faces, turned a little, with synthetic covers; prints what each signal finds when it errs on 2 % of faces
// that are not covered (docs/verification.md).
import type { TrackedFace } from '../../src/vision/face/face-engine.ts';
import type { Point3 } from '../../src/vision/face/geometry.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import { loadEngine } from '../../test/support/puppet/engine-for-node.ts';
import { OUTLINE } from '../../test/support/puppet/face-topology.ts';
import { turnHead } from '../../test/support/puppet/puppet.ts';
import { asTaken, darken } from '../../test/support/puppet/scenes.ts';
import { loadPeople } from '../../test/support/puppet/people.ts';

type Rgb = readonly [number, number, number];

const POSES = [
  { yaw: 0, pitch: 0 },
  { yaw: 8, pitch: 6 },
];
const LIGHTS = [1];
const FALSE_ALARMS = 0.02;

/** What lies over a point of a face, there where the face is. */
interface Cover {
  name: string;
  over: 'mouth' | 'eyes' | 'neither';
  /** @returns a colour where the cover is */
  paint: (at: At) => Rgb | undefined;
}

interface At {
  /** Along the face: -1 to 1 between its edges, -1 forehead to 1 chin; nose tip at about 0.1. */
  u: number;
  v: number;
  /** Distances to the eyes, in face heights. */
  eye: number;
  x: number;
  y: number;
  skin: Rgb;
  noise: number;
}

const shade = ([r, g, b]: Rgb, by: number): Rgb => [r * by, g * by, b * by];
const MOUTH_FROM = 0.05;

const COVERS: Cover[] = [
  { name: 'nothing', over: 'neither', paint: () => undefined },
  {
    name: 'frames of glasses',
    over: 'neither',
    paint: ({ eye, noise }) =>
      eye > 0.13 && eye < 0.16 ? shade([40, 35, 35], 1 + noise) : undefined,
  },
  {
    name: 'blue mask',
    over: 'mouth',
    paint: ({ u, v, noise }) =>
      v > MOUTH_FROM && Math.abs(u) < 0.95
        ? shade([150, 185, 205], 1 - 0.25 * u * u + 0.03 * Math.sin(v * 40) + noise / 2)
        : undefined,
  },
  {
    name: 'black mask',
    over: 'mouth',
    paint: ({ u, v, noise }) =>
      v > MOUTH_FROM && Math.abs(u) < 0.95
        ? shade([45, 45, 50], 1 - 0.3 * u * u + noise)
        : undefined,
  },
  {
    name: 'hand over the mouth',
    over: 'mouth',
    paint: ({ u, v, skin, noise }) =>
      v > 0.25 && v < 0.8 && Math.abs(u) < 0.75
        ? shade(skin, 0.95 - 0.12 * Math.abs(Math.sin(v * 14)) + noise)
        : undefined,
  },
  {
    name: 'checked scarf',
    over: 'mouth',
    paint: ({ v, x, y, noise }) =>
      v > MOUTH_FROM
        ? shade(
            (Math.floor(x / 9) + Math.floor(y / 9)) % 2 ? [170, 40, 45] : [40, 40, 60],
            1 + noise,
          )
        : undefined,
  },
  {
    name: 'sunglasses',
    over: 'eyes',
    paint: ({ eye, v, noise }) =>
      eye < 0.17 ? shade([28, 28, 32], 1 + noise + (v < -0.4 ? 0.6 : 0)) : undefined,
  },
  {
    name: 'hand over the eyes',
    over: 'eyes',
    paint: ({ u, v, skin, noise }) =>
      v > -0.55 && v < -0.05 && Math.abs(u) < 1
        ? shade(skin, 0.95 - 0.12 * Math.abs(Math.sin(v * 14)) + noise)
        : undefined,
  },
  {
    name: 'cap down to the eyes',
    over: 'eyes',
    paint: ({ v, noise }) => (v < -0.18 ? shade([50, 55, 80], 1 + noise) : undefined),
  },
];

const at = (mesh: readonly Point3[], index: number): Point3 => mesh[index] ?? [0, 0, 0];

/** @param mesh of the uncovered face */
function cover(picture: Picture, mesh: readonly Point3[], { paint }: Cover): Picture {
  const result = { ...picture, data: picture.data.slice() };
  const [top, chin] = [at(mesh, 10), at(mesh, 152)];
  const height = Math.hypot(chin[0] - top[0], chin[1] - top[1]);
  const eyes = [at(mesh, 159), at(mesh, 386)];
  const skin = colourAt(picture, at(mesh, 50), 5);
  const edge = OUTLINE.map((index) => at(mesh, index));
  const [x0, x1] = [Math.min(...edge.map(([x]) => x)), Math.max(...edge.map(([x]) => x))];
  for (let y = Math.max(0, Math.floor(top[1])); y < Math.min(picture.height, chin[1]); y += 1)
    for (let x = Math.max(0, Math.floor(x0)); x < Math.min(picture.width, x1); x += 1) {
      if (!isInside(edge, x, y)) continue;
      const noise = (((x * 7919 + y * 104_729) % 97) / 97 - 0.5) * 0.08;
      const colour = paint({
        u: (2 * (x - x0)) / (x1 - x0) - 1,
        v: (2 * (y - top[1])) / (chin[1] - top[1]) - 1,
        eye: Math.min(...eyes.map(([ex, ey]) => Math.hypot(x - ex, y - ey))) / height,
        x,
        y,
        skin,
        noise,
      });
      if (colour) result.data.set(colour.map(Math.round), (y * picture.width + x) * 4);
    }
  return result;
}

function isInside(edge: readonly Point3[], x: number, y: number): boolean {
  let inside = false;
  for (const [index, [ax, ay]] of edge.entries()) {
    const [bx, by] = edge.at(index - 1) ?? [0, 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

function colourAt({ data, width }: Picture, [x, y]: Point3, radius: number): Rgb {
  const sums = [0, 0, 0];
  let count = 0;
  for (let dy = -radius; dy <= radius; dy += 1)
    for (let dx = -radius; dx <= radius; dx += 1, count += 1)
      for (const channel of [0, 1, 2])
        sums[channel] =
          (sums[channel] ?? 0) +
          (data[((Math.round(y) + dy) * width + Math.round(x) + dx) * 4 + channel] ?? 0);
  return sums.map((sum) => sum / count) as unknown as Rgb;
}

const luma = ([r, g, b]: Rgb): number => 0.299 * r + 0.587 * g + 0.114 * b;
const redness = ([r, g, b]: Rgb): number => Math.log((r + 1) / Math.sqrt((g + 1) * (b + 1)));
const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const spread = (values: readonly number[]): number => {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2))) / (mean + 8);
};

const LIPS = [61, 40, 37, 0, 267, 270, 291, 321, 314, 17, 84, 91, 13, 14, 82, 312, 87, 317];
const AROUND_MOUTH = [164, 167, 393, 165, 391, 18, 83, 313, 182, 406, 200, 194, 418];
const IRISES = [159, 145, 386, 374, 160, 158, 385, 387, 153, 144, 380, 373];
const CHEEKS = [50, 280, 101, 330, 205, 425];
const BROWS = [70, 63, 105, 66, 107, 336, 296, 334, 293, 300];
const UNDER_EYES = [230, 450, 229, 449, 118, 347];

/** Each: the higher, the more covered. */
function signalsOf(
  picture: Picture,
  face: TrackedFace,
  score: number,
  keypoints: [number, number][],
) {
  const { mesh } = face;
  const colours = (indices: readonly number[]) =>
    indices.map((index) => colourAt(picture, at(mesh, index), 1));
  const [lips, skin, eyes, cheeks, brows, under] = [
    LIPS,
    AROUND_MOUTH,
    IRISES,
    CHEEKS,
    BROWS,
    UNDER_EYES,
  ].map(colours) as [Rgb[], Rgb[], Rgb[], Rgb[], Rgb[], Rgb[]];
  const height = Math.hypot(at(mesh, 152)[0] - at(mesh, 10)[0], at(mesh, 152)[1] - at(mesh, 10)[1]);
  const apart = (index: number, [x, y]: readonly number[]) =>
    Math.hypot((keypoints[index]?.[0] ?? 0) - (x ?? 0), (keypoints[index]?.[1] ?? 0) - (y ?? 0)) /
    height;
  const mid = (a: Point3, b: Point3) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const lowerColour = meanOf(skin.map(redness)) - meanOf(cheeks.map(redness));
  return {
    'score of the mesh, low': -face.score,
    'score of the detector, low': -score,
    'mouth of detector and mesh apart': apart(3, mid(at(mesh, 13), at(mesh, 14))),
    'eyes of detector and mesh apart': Math.max(
      apart(0, mid(at(mesh, 33), at(mesh, 133))),
      apart(1, mid(at(mesh, 263), at(mesh, 362))),
    ),
    'lips no redder than the skin around': meanOf(skin.map(redness)) - meanOf(lips.map(redness)),
    'lips no darker than the skin around': -Math.log(
      (meanOf(skin.map(luma)) + 8) / (meanOf(lips.map(luma)) + 8),
    ),
    'skin around the mouth of another colour than the cheeks': Math.abs(lowerColour),
    'skin around the mouth of another brightness than the cheeks': Math.abs(
      Math.log((meanOf(skin.map(luma)) + 8) / (meanOf(cheeks.map(luma)) + 8)),
    ),
    'eyes without contrast': -spread(eyes.map(luma)),
    'eyes no darker than below them': -Math.log(
      (meanOf(under.map(luma)) + 8) / (meanOf(eyes.map(luma)) + 8),
    ),
    'below the eyes darker than the cheeks': Math.log(
      (meanOf(cheeks.map(luma)) + 8) / (meanOf(under.map(luma)) + 8),
    ),
    'brows no darker than the skin': -Math.log(
      (meanOf(under.map(luma)) + 8) / (meanOf(brows.map(luma)) + 8),
    ),
  };
}

type Signals = ReturnType<typeof signalsOf>;

const people = (await loadPeople()).slice(0, 16);

const engine = await loadEngine(['blazeface', 'facemesh']);
const found: { cover: Cover; person: number; signals: Signals | undefined }[] = [];
for (const [person, still] of people.entries())
  for (const [index, pose] of POSES.entries()) {
    const turned = turnHead(still, pose);
    engine.reset();
    const bare = engine.track(turned);
    if (bare === undefined) continue;
    for (const one of COVERS)
      for (const light of LIGHTS) {
        const picture = asTaken(darken(cover(turned, bare.mesh, one), light), 13 * person + index);
        engine.reset();
        const [detection] = engine.detect(picture);
        const face = engine.track(picture);
        const signals =
          face && detection
            ? signalsOf(picture, face, detection.score, detection.keypoints)
            : undefined;
        found.push({ cover: one, person, signals });
      }
  }
const bare = found
  .filter(({ cover: { over } }) => over === 'neither')
  .flatMap(({ signals }) => signals ?? []);
console.log(`${people.length} faces, ${bare.length} pictures without a cover`);
const names = Object.keys(bare[0] ?? {}) as (keyof Signals)[];
console.log(['signal', ...COVERS.map(({ name }) => name)].join(' | '));
for (const name of names) {
  const usual = bare.map((signals) => signals[name]).toSorted((a, b) => a - b);
  const limit = usual[Math.floor(usual.length * (1 - FALSE_ALARMS))] ?? 0;
  const shares = COVERS.map((one) => {
    const of = found.filter(({ cover: kind, signals }) => kind === one && signals);
    const caught = of.filter(({ signals }) => (signals?.[name] ?? -Infinity) > limit);
    return `${Math.round((100 * caught.length) / Math.max(1, of.length))} %`;
  });
  console.log([name, ...shares, limit.toFixed(3)].join(' | '));
}
console.log(
  [
    'no face at all',
    ...COVERS.map((one) => {
      const of = found.filter(({ cover: kind }) => kind === one);
      return `${Math.round((100 * of.filter(({ signals }) => !signals).length) / of.length)} %`;
    }),
  ].join(' | '),
);
