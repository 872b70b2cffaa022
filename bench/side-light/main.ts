// `npm run bench -- side-light FOLDER`: measures whether light from one side of the screen
// distinguishes a head from an evenly tinted photograph. Light from a screen, computed from the
// surface normals of a head (screens.ts, shading.ts), is added to films of real people who keep
// still, and the result is judged the way the service judges the order of colours. Needs ffmpeg.
// The simulation assumes even room light, matt skin, and a camera that does not adjust its exposure
// to parts of the picture, so the results are better than in reality.
import { parseArgs } from 'node:util';
import {
  LIGHT_SETTLING_MS,
  LIGHT_STEP_MS,
  LIGHT_STEPS,
} from '../../src/vision/face/screen-colours.ts';
import { clipNets } from '../../test/support/clips/nets.ts';
import { type Random, seeded } from '../../test/support/clips/random.ts';
import { cutStill } from '../films/cuts.ts';
import { assertFfmpeg, findFilms, probe } from '../films/decode.ts';
import { follow, type Seen, type Stretch } from '../films/follow.ts';
import { printFigure, printMarkdown, printStolenTime, printTitle } from '../report.ts';
import { answers, ORDERS, SIDES } from './orders.ts';
import { lightAt, type Screen, SCREENS, type Side } from './screens.ts';
import { type AddedLight, type Shading, shadingOf } from './shading.ts';

const { positionals } = parseArgs({ allowPositionals: true });

/** The light of a white screen on the middle of the face, as a share of the room light there. */
const SHARES = [0.05, 0.1, 0.2, 0.5];
const ORDERS_PER_FILM = 6;
const FOLLOW = { rate: 15, seconds: 30 };
const MS = LIGHT_STEPS * LIGHT_STEP_MS;

type Maker = (screen: Screen, side: Side) => AddedLight;

/** The kinds of pictures: a head that is lit, and a photograph that is tinted evenly. */
const LIT: Readonly<Record<string, Maker>> = {
  'a head': (screen, side) => (u, v) => lightAt(screen, side, u, v),
  'a tint of the whole': (screen, side) => {
    const even = lightAt(screen, side, 0, 0);
    return () => even;
  },
};

async function findStills(folder: string): Promise<Stretch[]> {
  const { engine } = await clipNets();
  const stills: Stretch[] = [];
  for (const film of await findFilms(folder)) {
    const stretches = await follow(engine, film, await probe(film), FOLLOW);
    const still = stretches.map((stretch) => cutStill(stretch, MS)).find((part) => part.length > 0);
    if (still) stills.push(still);
  }
  return stills;
}

/** Picks one picture for each step, after the light has settled. */
const picturesOf = (still: Stretch): Seen[] =>
  Array.from({ length: LIGHT_STEPS }, (_, step) => {
    const fromMs = (still[0]?.ms ?? 0) + step * LIGHT_STEP_MS + LIGHT_SETTLING_MS;
    return still.find(({ ms }) => ms >= fromMs) ?? still.at(-1);
  }).filter((seen) => seen !== undefined);

/** Precomputes the added light for a grid of points on the face. */
function gridOf(light: AddedLight): AddedLight {
  const cells = 21;
  const at = (index: number): number => (2 * index) / (cells - 1) - 1;
  const grid = Array.from({ length: cells * cells }, (_, index) =>
    light(at(index % cells), at(Math.floor(index / cells))),
  );
  const cell = (value: number): number => Math.round(((value + 1) / 2) * (cells - 1));
  return (u, v) => grid[cell(v) * cells + cell(u)] ?? 0;
}

/**
 * Computes the shading that lighting each side of the screen would cause on a head of uniform
 * brightness.
 */
function expectedOf(screen: Screen, share: number): Record<Side, Shading> {
  const changeOf = (side: Side): Shading => {
    const light = gridOf((u, v) => 1 + share * lightAt(screen, side, u, v));
    const sums = [0, 0, 0, 0];
    for (let u = -0.75; u <= 0.75; u += 0.05)
      for (let v = -0.75; v <= 0.75; v += 0.05) {
        if (Math.hypot(u, v) > 0.8) continue;
        sums[u < 0 ? 0 : 1] = (sums[u < 0 ? 0 : 1] ?? 0) + light(u, v);
        sums[v < 0 ? 2 : 3] = (sums[v < 0 ? 2 : 3] ?? 0) + light(u, v);
      }
    const [left = 1, right = 1, upper = 1, lower = 1] = sums;
    return [Math.log(left / right), Math.log(upper / lower)];
  };
  return { left: changeOf('left'), right: changeOf('right'), above: changeOf('above') };
}

/**
 * @returns the number of sessions in which the light on the face followed the requested order of
 *   the sides
 */
function judge(stills: readonly Seen[][], screen: Screen, share: number, make: Maker): number {
  const random: Random = seeded(7);
  const expected = expectedOf(screen, share);
  const lights = new Map(SIDES.map((side) => [side, gridOf(make(screen, side))]));
  let answered = 0;
  for (const pictures of stills)
    for (let turn = 0; turn < ORDERS_PER_FILM; turn += 1) {
      const asked = ORDERS[Math.floor(random() * ORDERS.length)] ?? [];
      const seen = pictures.flatMap((picture, step): Shading[] => {
        const light = lights.get(asked[step] ?? 'left');
        const shading = shadingOf(picture, (u, v) => share * (light?.(u, v) ?? 0));
        return shading ? [shading] : [];
      });
      if (seen.length === LIGHT_STEPS && answers(asked, seen, expected)) answered += 1;
    }
  return answered;
}

function printSwing(): void {
  printTitle('What a side of the screen changes on a head, by its share of the light');
  printMarkdown(
    ['Screen', ...SHARES.map(String)],
    SCREENS.map((screen) => [
      screen.name,
      ...SHARES.map((share) => {
        const { left, right } = expectedOf(screen, share);
        return `${(100 * Math.abs(left[0] - right[0])).toFixed(2)} %`;
      }),
    ]),
  );
}

/** Prints how much the shading changes in half a second when the light stays the same. */
function printSway(stills: readonly Seen[][]): void {
  const changes = stills.flatMap((pictures) => {
    const shadings = pictures.flatMap((picture) => shadingOf(picture, () => 0) ?? []);
    return shadings.slice(2).flatMap((value, index) => Math.abs(value - (shadings[index] ?? 0)));
  });
  const sorted = changes.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    `${(100 * (sorted[Math.floor(share * sorted.length)] ?? 0)).toFixed(2)} %`;
  printTitle('What it changes by itself in half a second');
  printFigure('median', at(0.5));
  printFigure('of 95 in 100 at most', at(0.95));
}

const [folder] = positionals;
if (folder === undefined) throw new Error('Which folder? npm run bench -- side-light FOLDER');
assertFfmpeg();
const stills = (await findStills(folder)).map(picturesOf);
printTitle('Films');
printFigure('that keep still for three seconds', `${stills.length}`);
printSwing();
printSway(stills);
for (const [who, make] of Object.entries(LIT)) {
  printTitle(`The order was answered by ${who}, of ${stills.length * ORDERS_PER_FILM}`);
  printMarkdown(
    ['Screen', ...SHARES.map(String)],
    SCREENS.map((screen) => [
      screen.name,
      ...SHARES.map((share) => String(judge(stills, screen, share, make))),
    ]),
  );
}
printStolenTime();
