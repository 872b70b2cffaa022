// Makes samples from films of real people: pictures in which the people turn their heads, and
// pictures in which the forgers' warps turn the head of the film's most frontal picture. The
// classifier is never trained on films.
import {
  ACTIONS,
  type Action,
  degreesTowards,
  REACH_DEGREES,
} from '../../src/vision/face/challenge.ts';
import { TURNED_DEGREES } from '../../src/domain/verification/rules/evidence/bent-pictures.ts';
import { clipNets } from '../../test/support/clips/nets.ts';
import { between, type Random } from '../../test/support/clips/random.ts';
import { decodeJpeg, type Shot, shotOf } from '../evidence/shot.ts';
import { degreesBetween, mostFrontal, RESTING_DEGREES } from '../evidence/takes.ts';
import { type Film, probe } from '../films/decode.ts';
import { follow, type Seen, type Stretch, toJpeg } from '../films/follow.ts';
import { developBy } from '../forge/develop.ts';
import { bendBy } from './bend.ts';
import { sampleOf, track, WARPS, type Sample, type Warp } from './samples.ts';

/** The samples of one person, or of one forger who impersonates that person. */
export interface Showing {
  /** The origin of the turned pictures: `real`, or the warp that bent the picture at rest. */
  by: 'real' | Warp;
  /**
   * Whether the forger also bends the pictures at rest, so that the turned pictures differ less
   * from them.
   */
  sways: boolean;
  rests: readonly Sample[];
  turned: readonly Sample[];
}

interface FilmSamples {
  /** The resting picture, by which a person who appears in several films is recognised. */
  shot: Shot;
  showings: readonly Showing[];
}

/** The number of pictures per second, the same as the page keeps. */
const RATE = 10;
const SECONDS = 18;
/** The minimum turn of a forged picture, in degrees: the smallest turn that the service accepts. */
const BENT_DEGREES = REACH_DEGREES;
/** The minimum time between two pictures of one turn. */
const APART_MS = 400;
const RESTS = 5;
const STRENGTHS = [0.5, 0.65, 0.8, 1];
/** The strength of a warp that turns a head by about 5°, which still counts as rest. */
const SWAY = 0.2;

/** The longest stretch of a film, and the picture in it that is the most frontal. */
interface Longest {
  stretch: Stretch;
  resting: Seen;
}

/** @returns undefined when nobody is visible */
export async function longestOf(film: Film): Promise<Longest | undefined> {
  const { engine } = await clipNets();
  const stretches = await follow(engine, film, await probe(film), { rate: RATE, seconds: SECONDS });
  const stretch = stretches.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const resting = mostFrontal(stretch);
  return resting && { stretch, resting };
}

/** @returns undefined when nobody is visible long enough */
export async function filmSamples(film: Film, random: Random): Promise<FilmSamples | undefined> {
  const longest = await longestOf(film);
  if (!longest) return undefined;
  const { resting } = longest;
  const shot = await shotOf(resting.ms, toJpeg(resting.picture));
  if (!shot) return undefined;
  const showings = [await realShowing(longest)];
  for (const warp of WARPS)
    for (const sways of [false, true])
      showings.push(await bentShowing(resting, { warp, sways }, random));
  return { shot, showings };
}

async function realShowing(longest: Longest): Promise<Showing> {
  const turned = ACTIONS.flatMap((action) => turnsOf(longest, action));
  return {
    by: 'real',
    sways: false,
    rests: await restsOf(longest),
    turned: await samplesOf('turned', turned),
  };
}

/** @returns samples of pictures at rest, spread over the stretch */
export function restsOf({ stretch, resting }: Longest): Promise<Sample[]> {
  const still = stretch.filter((seen) => degreesBetween(seen, resting) <= RESTING_DEGREES);
  const every = Math.max(1, Math.floor(still.length / RESTS));
  return samplesOf('rest', still.filter((_, at) => at % every === 0).slice(0, RESTS));
}

/** @returns pictures in which the head is turned in the direction of the action */
export function turnsOf({ stretch, resting }: Longest, action: Action): Seen[] {
  const turns: Seen[] = [];
  for (const seen of stretch) {
    const degrees = degreesTowards(action, seen.face.pose, resting.face.pose);
    if (degrees < TURNED_DEGREES || seen.ms - (turns.at(-1)?.ms ?? -Infinity) < APART_MS) continue;
    turns.push(seen);
  }
  return turns;
}

async function samplesOf(kind: 'rest' | 'turned', seen: readonly Seen[]): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const { picture } of seen) {
    const sample = await sampleOf(kind, decodeJpeg(toJpeg(picture)));
    if (sample) samples.push(sample);
  }
  return samples;
}

/**
 * Creates pictures with their own noise and a small shift, as the forgers that know the rules do.
 */
export const develop = developBy({ tint: 'none', hasNoise: true, isShaken: true });
const RESTS_OF_FORGER = 3;

async function bentShowing(
  resting: Seen,
  { warp, sways }: { warp: Warp; sways: boolean },
  random: Random,
): Promise<Showing> {
  const picture = decodeJpeg(toJpeg(resting.picture));
  const face = await track(picture);
  const rests: Sample[] = [];
  const turned: Sample[] = [];
  if (face === undefined) return { by: warp, sways, rests, turned };
  const view = { picture, pose: face.pose, box: face.box };
  const shoot = (made: typeof picture): Promise<Sample | undefined> =>
    sampleOf(warp, decodeJpeg(develop({ ...view, picture: made }, undefined, random)));
  for (let count = 0; count < RESTS_OF_FORGER; count++) {
    const action = ACTIONS[Math.floor(random() * ACTIONS.length)] ?? 'turn_left';
    const strength = SWAY * between(random, 0.5, 1);
    const swayed = sways && bendBy({ picture, face }, { warp, action }, strength);
    const rest = await shoot(swayed || picture);
    if (rest) rests.push(rest);
  }
  for (const action of ACTIONS)
    for (const strength of STRENGTHS) {
      const made = await shoot(bendBy({ picture, face }, { warp, action }, strength));
      if (!made || degreesTowards(action, made.pose, face.pose) < BENT_DEGREES) continue;
      turned.push(made);
      break;
    }
  return { by: warp, sways, rests, turned };
}
