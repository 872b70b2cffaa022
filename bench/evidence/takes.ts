// Takes for the candidate measures: a few pictures of a head at rest, seconds apart, a few of one
// movement, or both. This file cuts them from films; forged-takes.ts generates them from a single
// picture.
import {
  ACTIONS,
  type Action,
  type Angles,
  degreesTowards,
  REACH_DEGREES,
} from '../../src/vision/face/challenge.ts';
import { type Seen, type Stretch, toJpeg } from '../films/follow.ts';
import { shotOf, type Shot } from './shot.ts';

export interface Take {
  /** The pictures at rest: at most three, at least a second apart. */
  rests: readonly Shot[];
  /** The first of the pictures at rest, with one taken about a tenth of a second later. */
  neighbours?: readonly [Shot, Shot];
  /**
   * A movement: the picture in which the head is turned furthest, a picture about halfway to that
   * turn, and the nearest picture at rest.
   */
  turn?: { rest: Shot; half: Shot; peak: Shot };
}

const RESTS = 3;
const RESTS_APART_MS = 1_000;
/**
 * The maximum angle from the resting pose at which a head still counts as resting. A session uses
 * the same angle (NEUTRAL_DEGREES in challenge.ts).
 */
export const RESTING_DEGREES = 8;
const NEIGHBOUR_MS = { least: 60, most: 170 };
const HALFWAY_DEGREES = 4;
/** How many stretches of one film are used, starting with the longest. */
const MAX_STRETCHES = 1;

/**
 * @returns takes from a film's longest stretches: for each stretch, one take with pictures at rest,
 *   and one take for each movement in it
 */
export async function cutTakes(stretches: readonly Stretch[]): Promise<Take[]> {
  const takes: Take[] = [];
  const longest = stretches.toSorted((a, b) => b.length - a.length).slice(0, MAX_STRETCHES);
  for (const stretch of longest) {
    const resting = mostFrontal(stretch);
    if (!resting) continue;
    takes.push(await cutRests(stretch, resting));
    for (const action of ACTIONS) {
      const turn = await cutTurn(stretch, action, resting);
      if (turn) takes.push({ rests: [], turn });
    }
  }
  return takes;
}

/** @returns the most frontal picture of a stretch, which the forgers start from */
export const mostFrontal = (stretch: Stretch): Seen | undefined =>
  stretch.toSorted((a, b) => turnOf(a) - turnOf(b))[0];

const turnOf = ({ face: { pose } }: Seen): number => Math.hypot(pose.yaw, pose.pitch);

async function cutRests(stretch: Stretch, resting: Seen): Promise<Take> {
  const still = stretch.filter((seen) => degreesBetween(seen, resting) <= RESTING_DEGREES);
  const chosen: Seen[] = [];
  for (const seen of still)
    if (seen.ms - (chosen.at(-1)?.ms ?? -Infinity) >= RESTS_APART_MS) chosen.push(seen);
  // Spreads the pictures over the stretch, because pictures taken close together look alike.
  const step = Math.max(1, (chosen.length - 1) / (RESTS - 1));
  const spread = chosen.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step));
  const rests = await shootAll(spread.slice(0, RESTS));
  const first = stretch.find(({ ms }) => ms === rests[0]?.ms);
  const next = first && stretch.find(({ ms }) => ms - first.ms >= NEIGHBOUR_MS.least);
  const isNear = first && next && next.ms - first.ms <= NEIGHBOUR_MS.most;
  const near = isNear ? await shoot(next) : undefined;
  return { rests, ...(rests[0] && near && { neighbours: [rests[0], near] }) };
}

async function cutTurn(
  stretch: Stretch,
  action: Action,
  resting: Seen,
): Promise<Take['turn'] | undefined> {
  const degrees = (seen: Seen): number => degreesTowards(action, seen.face.pose, resting.face.pose);
  const peak = stretch.toSorted((a, b) => degrees(b) - degrees(a))[0];
  if (!peak || degrees(peak) < REACH_DEGREES) return undefined;
  const nearest = (found: readonly Seen[]): Seen | undefined =>
    found.toSorted((a, b) => Math.abs(a.ms - peak.ms) - Math.abs(b.ms - peak.ms))[0];
  const halfway = degrees(peak) / 2;
  const half = nearest(
    stretch.filter((seen) => Math.abs(degrees(seen) - halfway) < HALFWAY_DEGREES),
  );
  const rest = nearest(
    stretch.filter((seen) => degreesBetween(seen, resting) <= RESTING_DEGREES && seen !== half),
  );
  const [atRest, between, turned] = await Promise.all([shoot(rest), shoot(half), shoot(peak)]);
  return atRest && between && turned && { rest: atRest, half: between, peak: turned };
}

export const degreesBetween = ({ face: { pose: a } }: Seen, { face: { pose: b } }: Seen): number =>
  turnBetween(a, b);

const turnBetween = (a: Angles, b: Angles): number => Math.hypot(a.yaw - b.yaw, a.pitch - b.pitch);

async function shootAll(seen: readonly Seen[]): Promise<Shot[]> {
  const shots = await Promise.all(seen.map(shoot));
  return shots.filter((shot) => shot !== undefined);
}

const shot = new WeakMap<Seen, Promise<Shot | undefined>>();

function shoot(seen: Seen | undefined): Promise<Shot | undefined> {
  if (!seen) return Promise.resolve(undefined);
  const made = shot.get(seen) ?? shotOf(seen.ms, toJpeg(seen.picture));
  shot.set(seen, made);
  return made;
}
