// Measures how reliably a face reveals the order of the colours that the screen shows (D-86).
// Puppets made from the demo photographs of installed packages are lit by colours in a randomly
// drawn order, in addition to room light. For each colour, the face Worker measures one picture as
// the hosted page would send it, and the session's rule judges this clip. The light of the room and
// the camera's behaviour are assumptions.
import type { FaceMeasurer } from '../../src/vision/face/face-wire.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import {
  linearOf,
  RETURNING_LIGHT_STEPS,
  SCREEN_COLOURS,
  type ScreenColour,
} from '../../src/vision/face/screen-colours.ts';
import {
  judgeLight,
  type LightVerdict,
  type LitFace,
} from '../../src/domain/verification/rules/evidence/judge-light.ts';
import { drawLightOrder } from '../../src/domain/verification/rules/evidence/light-order.ts';
import { revealed } from '../../test/support/installation/face-host.ts';
import { turnHead } from '../../test/support/puppet/puppet.ts';
import type { Still } from '../../test/support/puppet/stills.ts';
import { printTitle } from '../report.ts';
import { loadPeople } from '../../test/support/puppet/people.ts';
import { asKept } from './pictures.ts';

/**
 * The screen's light on a face relative to the room's light: by a window, in a bright office, in an
 * office, in the evening, in a dim room.
 */
const SHARES = [0.02, 0.05, 0.1, 0.2, 0.5] as const;
/**
 * The standard deviation of the colour changes that small movements cause on the face: first where
 * the light is uniform, then in mixed light.
 */
const SWAYS = [0.005, 0.015] as const;
const WALL_PART = 1 / 9;
/** The number of other randomly drawn colour orders against which each clip is judged. */
const OTHERS = 25;
const SWAY_DEGREES = 2.5;
const NOISE = 2.5;
/** How much a camera's white balance drifts between two pictures. */
const WHITE_BALANCE = 0.02;
/** The size of the head with its hair, relative to the box of the mesh. */
const HEAD = 1.35;

type Triple = readonly [red: number, green: number, blue: number];

const COLOURS = new Map(
  Object.entries(SCREEN_COLOURS).map(([name, rgb]) => [name, rgb.map(linearOf)]),
);

/** @param seed the seed for the orders, rooms and noise */
export async function benchLight(host: FaceMeasurer, seed: number): Promise<void> {
  const people = await loadPeople();
  const random = randomNumbers(seed);
  const below = (n: number): number => Math.floor(random() * n);
  printTitle(`Light of the screen, ${people.length} people, each clip by ${OTHERS} other orders`);
  console.log('  share sway  | own order: answers, contradicts | another: answers, contradicts');
  const few: string[] = [];
  for (const share of SHARES)
    for (const sway of SWAYS) {
      const all = { own: [] as LightVerdict[], other: [] as LightVerdict[] };
      const first = { own: [] as LightVerdict[], other: [] as LightVerdict[] };
      for (const still of people) {
        const order = drawLightOrder(below);
        const faces = await film(host, still, order, { share, sway, random });
        compare(all, order, faces, below);
        // A returning visitor is shown only the colours before the first movement, so the clip is
        // also judged by those colours alone.
        const steps = RETURNING_LIGHT_STEPS;
        const seen = faces.filter(({ step }) => step < steps);
        compare(first, order.slice(0, steps), seen, below);
      }
      const line = ({ own, other }: typeof all): string =>
        `  ${share.toFixed(2)}  ${sway.toFixed(3)} | ${inShares(own)} | ${inShares(other)}`;
      console.log(line(all));
      few.push(line(first));
    }
  printTitle(`The same with ${RETURNING_LIGHT_STEPS} colours`);
  for (const line of few) console.log(line);
}

function compare(
  { own, other }: { own: LightVerdict[]; other: LightVerdict[] },
  order: readonly ScreenColour[],
  faces: readonly LitFace[],
  below: (n: number) => number,
): void {
  own.push(judgeLight(order, faces));
  for (let i = 0; i < OTHERS; i += 1) {
    const asked = drawLightOrder(below, order.length);
    if (String(asked) !== String(order)) other.push(judgeLight(asked, faces));
  }
}

const inShares = (verdicts: readonly LightVerdict[]): string =>
  (['answers', 'contradicts'] as const)
    .map((name) => verdicts.filter((verdict) => verdict === name).length / verdicts.length)
    .map((share) => `${(100 * share).toFixed(1)} %`.padStart(8))
    .join(' ')
    .concat(` (${verdicts.length})`);

interface Room {
  share: number;
  sway: number;
  random: () => number;
}

/**
 * Takes one picture in each colour of the order.
 * @returns the pictures in which a face and its light could be measured
 */
async function film(
  host: FaceMeasurer,
  still: Still,
  order: readonly ScreenColour[],
  { share, sway, random }: Room,
): Promise<LitFace[]> {
  const ambient: Triple = [0.85 + 0.4 * random(), 1, 0.65 + 0.45 * random()];
  const jpegs = order.map((name) => {
    const turn = (): number => SWAY_DEGREES * (2 * random() - 1);
    const picture = turnHead(still, { yaw: turn(), pitch: turn() });
    const [red = 0, green = 0, blue = 0] = COLOURS.get(name) ?? [];
    const screen: Triple = [red, green, blue];
    const wandering = [0, 1, 2].map(() => 1 + sway * gauss(random));
    const gains = [0, 1, 2].map(() => 1 + WHITE_BALANCE * gauss(random));
    // The picture stays as bright as it would be without the screen, because a camera adjusts its
    // exposure.
    const factor = (part: number, swaying: boolean) => (channel: number) => {
      const room = ambient[channel] ?? 1;
      const light =
        room * (swaying ? (wandering[channel] ?? 1) : 1) + part * (screen[channel] ?? 0);
      return ((gains[channel] ?? 1) * light) / (room * (1 + share));
    };
    relight(picture, still, factor(share, true), factor(share * WALL_PART, false), random);
    return asKept(picture);
  });
  const pictures = await revealed('light', jpegs);
  const { pictures: measured } = await host.measure({ step: 'liveness', nonce: 'light', pictures });
  return measured.flatMap((picture, step): LitFace[] =>
    picture.ok && picture.face.light ? [{ step, light: picture.face.light }] : [],
  );
}

type Factor = (channel: number) => number;

/** Changes the lighting of a picture, calculating in linear light, and adds a sensor's noise. */
function relight(
  { data, width, height }: Picture,
  { mesh }: Still,
  onHead: Factor,
  onWall: Factor,
  random: () => number,
): void {
  const [xs, ys] = [mesh.map(([x]) => x), mesh.map(([, y]) => y)];
  const [left, right, top, bottom] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(...ys),
    Math.max(...ys),
  ];
  const [cx, cy] = [(left + right) / 2, (top + bottom) / 2];
  const [rx, ry] = [(HEAD * (right - left)) / 2, (HEAD * (bottom - top)) / 2];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const factor = ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1 ? onHead : onWall;
      for (let channel = 0; channel < 3; channel += 1) {
        const at = 4 * (y * width + x) + channel;
        const noise = NOISE * (random() + random() + random() - 1.5) * 2;
        data[at] = 255 * encode(linearOf(data[at] ?? 0) * factor(channel)) + noise;
      }
    }
}

/** Encodes linear light as sRGB: the inverse of `linearOf`. */
const encode = (light: number): number =>
  light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;

const gauss = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());

/** @returns a generator of numbers from 0 to 1, which yields the same sequence for the same seed */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
