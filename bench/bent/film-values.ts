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
    const value = valueOf(still, moved);
    return value === undefined ? [] : [{ person, by, sways, value, drawn: draw(still, moved) }];
  });
}

const valueOf = (rests: readonly Scored[], turned: readonly Scored[]): number | undefined =>
  bentValue(
    rests.map(({ score }) => score),
    turned.map(({ score }) => score),
  );

function draw(rests: readonly Scored[], turned: readonly Scored[]): number[] {
  const resting: Angles = {
    yaw: median(rests.map(({ pose }) => pose.yaw)),
    pitch: median(rests.map(({ pose }) => pose.pitch)),
  };
  const turns = Map.groupBy(turned, ({ pose }) => directionOf(pose, resting));
  if (turns.size < MIN_TURNS) return [];
  const random = seeded(turned.length);
  return Array.from({ length: SESSIONS }, () => {
    const asked = shuffled([...turns.values()], random).slice(0, MAX_TURNS);
    return valueOf(
      rests,
      [...asked, turned].flatMap((pictures) => pick(pictures, random)),
    );
  }).filter((value) => value !== undefined);
}

/** @returns the action in whose direction the head is turned furthest */
const directionOf = (pose: Angles, resting: Angles): Action =>
  ACTIONS.reduce((best, action) =>
    degreesTowards(action, pose, resting) > degreesTowards(best, pose, resting) ? action : best,
  );

/** @returns one of the pictures */
const pick = <One>(pictures: readonly One[], random: Random): One[] =>
  shuffled(pictures, random).slice(0, 1);

const shuffled = <One>(all: readonly One[], random: Random): One[] =>
  all
    .map((one) => ({ one, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ one }) => one);
