// Makes samples from films of real people: the heads that turn in them, and heads that the forgers'
// warps turn, from the most frontal picture of the film. The classifier never learns from films.
import { isOnePerson } from '../../src/domain/verification/rules/evidence/same-person.ts';
import { ACTIONS, type Action, angleOf, degreesTowards } from '../../src/vision/face/challenge.ts';
import { clipNets } from '../../test/support/clips/nets.ts';
import type { Random } from '../../test/support/clips/random.ts';
import { decodeJpeg, shotOf, type Shot } from '../evidence/shot.ts';
import { mostFrontal } from '../evidence/takes.ts';
import { type Film, probe } from '../films/decode.ts';
import { follow, type Seen, type Stretch, toJpeg } from '../films/follow.ts';
import { developBy } from '../forge/develop.ts';
import { bendBy } from './bend.ts';
import { sampleOf, track, WARPS, type Sample, type Warp } from './samples.ts';

/** What one person, or one forger in the person's place, shows. */
export interface Showing {
  /** `real`, or the warp that bent the picture at rest. */
  by: 'real' | Warp;
  rests: readonly Sample[];
  turned: readonly Sample[];
}

interface FilmSamples {
  /** The number of the person, who may be in several films. */
  person: number;
  showings: readonly Showing[];
}

/** The page keeps ten pictures a second. */
const RATE = 10;
const SECONDS = 18;
/** The angles from the resting pose within which a head rests, and beyond which it is turned. */
const RESTING_DEGREES = 8;
const TURNED_DEGREES = 13;
const BENT_DEGREES = 15;
/** At least this long lies between two pictures of one turn. */
const APART_MS = 400;
const RESTS = 5;
const STRENGTHS = [0.5, 0.65, 0.8, 1];

const people: Shot[] = [];

/** @returns undefined when nobody is visible long enough */
export async function filmSamples(film: Film, random: Random): Promise<FilmSamples | undefined> {
  const { engine } = await clipNets();
  const stretches = await follow(engine, film, await probe(film), { rate: RATE, seconds: SECONDS });
  const longest = stretches.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const resting = mostFrontal(longest);
  const shot = resting && (await shotOf(resting.ms, toJpeg(resting.picture)));
  if (!resting || !shot) return undefined;
  const bent = await Promise.all(WARPS.map((warp) => bentShowing(resting, warp, random)));
  return { person: numberOf(shot), showings: [await realShowing(longest, resting), ...bent] };
}

/** Returns the number of a person, who is recognised by the service's descriptors. */
function numberOf(shot: Shot): number {
  const faceOf = ({ face: { pose, descriptor } }: Shot) => ({
    ...pose,
    descriptor: Float32Array.from(descriptor),
  });
  const at = people.findIndex((one) => isOnePerson([faceOf(one), faceOf(shot)]));
  return at >= 0 ? at : people.push(shot) - 1;
}

async function realShowing(stretch: Stretch, resting: Seen): Promise<Showing> {
  const from = resting.face.pose;
  const still = stretch.filter(
    ({ face: { pose } }) =>
      angleOf({ yaw: pose.yaw - from.yaw, pitch: pose.pitch - from.pitch }) <= RESTING_DEGREES,
  );
  const every = Math.max(1, Math.floor(still.length / RESTS));
  const rests = still.filter((_, at) => at % every === 0).slice(0, RESTS);
  const turned = ACTIONS.flatMap((action) => turnsOf(stretch, action, resting));
  return {
    by: 'real',
    rests: await samplesOf('rest', rests),
    turned: await samplesOf('turned', turned),
  };
}

function turnsOf(stretch: Stretch, action: Action, resting: Seen): Seen[] {
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

/** Each picture has its own noise and is moved a little, as the forgers that know the rules do. */
const develop = developBy({ tint: 'none', hasNoise: true, isShaken: true });
const RESTS_OF_FORGER = 3;

async function bentShowing(resting: Seen, warp: Warp, random: Random): Promise<Showing> {
  const picture = decodeJpeg(toJpeg(resting.picture));
  const face = await track(picture);
  const [rests, turned]: Sample[][] = [[], []];
  if (face === undefined) return { by: warp, rests: [], turned: [] };
  const view = { picture, pose: face.pose, box: face.box };
  const shoot = (made: typeof picture): Promise<Sample | undefined> =>
    sampleOf(warp, decodeJpeg(develop({ ...view, picture: made }, undefined, random)));
  for (let count = 0; count < RESTS_OF_FORGER; count++) {
    const rest = await shoot(picture);
    if (rest) rests?.push(rest);
  }
  for (const action of ACTIONS)
    for (const strength of STRENGTHS) {
      const made = await shoot(bendBy({ picture, face }, { warp, action }, strength));
      if (!made || degreesTowards(action, made.pose, face.pose) < BENT_DEGREES) continue;
      turned?.push(made);
      break;
    }
  return { by: warp, rests: rests ?? [], turned: turned ?? [] };
}
