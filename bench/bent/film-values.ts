// Computes how bent the heads in a film look, as bent-pictures.ts does: once over all turned
// pictures, and for sessions that are drawn from the film. A film may show many pictures of one
// turn, but a session requests one picture of each movement and one of a random time.
import {
  ACTIONS,
  type Action,
  type Angles,
  degreesTowards,
} from '../../src/vision/face/challenge.ts';
import { median } from '../../src/vision/face/median.ts';
import { bentValue } from '../../src/domain/verification/rules/evidence/bent-pictures.ts';
import { type Random, seeded } from '../../test/support/clips/random.ts';
import type { Showing } from './film-samples.ts';
import type { Sample } from './samples.ts';

export type Classify = (texture: Float32Array) => number;

export interface FilmValue extends Pick<Showing, 'by' | 'sways'> {
  /** The number of the person in the film. */
  person: number;
  /** The value over all turned pictures. */
  value: number;
  /** The values of drawn sessions; none if the head turns in fewer than MIN_TURNS directions. */
  drawn: readonly number[];
  turns: readonly Turn[];
  /** The turned pictures of the drawn sessions. */
  sessions: readonly (readonly Turn[])[];
}

/** A turned picture. */
export interface Turn {
  /** The direction in which the head is turned furthest, and how far it is from rest. */
  direction: Action;
  degrees: number;
  /** The score, less the mean score at rest. */
  beyond: number;
}

interface Scored extends Pick<Sample, 'pose'> {
  score: number;
}

const SESSIONS = 300;
const MIN_TURNS = 2;
const MAX_TURNS = 3;

/** @returns the values of one film; a showing with too few pictures has none */
export function valuesOf(
  showings: readonly Showing[],
  person: number,
  classify: Classify,
): FilmValue[] {
  const scoredOf = (samples: readonly Sample[]): Scored[] =>
    samples.map(({ pose, texture }) => ({ pose, score: classify(texture) }));
  return showings.flatMap(({ by, sways, rests, turned }) => {
    const [still, moved] = [scoredOf(rests), scoredOf(turned)];
    const turns = turnsOf(still, moved);
    const value = valueOf(turns);
    if (value === undefined) return [];
    const sessions = draw(turns);
    const drawn = sessions.map(valueOf).filter((one) => one !== undefined);
    return [{ person, by, sways, value, drawn, turns, sessions }];
  });
}

const valueOf = (turns: readonly Turn[]): number | undefined =>
  bentValue(
    [0],
    turns.map(({ beyond }) => beyond),
  );

function turnsOf(rests: readonly Scored[], turned: readonly Scored[]): Turn[] {
  if (rests.length === 0) return [];
  const resting: Angles = {
    yaw: median(rests.map(({ pose }) => pose.yaw)),
    pitch: median(rests.map(({ pose }) => pose.pitch)),
  };
  const atRest = rests.reduce((sum, { score }) => sum + score, 0) / rests.length;
  return turned.map(({ pose, score }) => {
    const direction = directionOf(pose, resting);
    const degrees = degreesTowards(direction, pose, resting);
    return { direction, degrees, beyond: score - atRest };
  });
}

function draw(turned: readonly Turn[]): Turn[][] {
  const turns = Map.groupBy(turned, ({ direction }) => direction);
  if (turns.size < MIN_TURNS) return [];
  const random = seeded(turned.length);
  return Array.from({ length: SESSIONS }, () => {
    const asked = shuffled([...turns.values()], random).slice(0, MAX_TURNS);
    return [...asked, turned].flatMap((pictures) => pick(pictures, random));
  });
}

/** @returns the action in whose direction the head is turned furthest */
const directionOf = (pose: Angles, resting: Angles): Action =>
  ACTIONS.reduce((best, action) =>
    degreesTowards(action, pose, resting) > degreesTowards(best, pose, resting) ? action : best,
  );

/** @returns one of the pictures */
const pick = <One>(pictures: readonly One[], random: Random): One[] =>
  shuffled(pictures, random).slice(0, 1);

export const shuffled = <One>(all: readonly One[], random: Random): One[] =>
  all
    .map((one) => ({ one, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ one }) => one);
