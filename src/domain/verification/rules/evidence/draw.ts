// Which pictures a session wants to see (D-80), drawn after they were committed to and their samples were judged: the
// decisive ones always, others at random; each with the one that is asked for should no face be found in it (D-87). Pure;
// randomness comes in.
import {
  degreesTowards,
  type Action,
  type Angles,
  type PoseSample,
} from '../../../../vision/face/challenge.ts';
import { isFrontal, MIN_FACE_SCORE, type AgeSample } from '../../../../vision/face/age-evidence.ts';
import { MAX_COMMITMENTS, type Commitment } from '../../../../vision/face/face-wire.ts';
import { STEPS_PER_PAUSE } from '../../../../vision/face/screen-colours.ts';
import { isNeutral, type MovementPath } from '../liveness/movements.ts';
import { leastLitFaces } from './judge-light.ts';
import type { LitTime } from './light-order.ts';
import type { CommittedPicture, DrawnPicture } from './demand.ts';

type RandomBelow = (n: number) => number;

/**
 * The kept picture nearest to a movement's peak shows at least this much of it: every third picture is kept, so the
 * peak of a quick movement may lie between two.
 */
const MIN_PEAK_DEGREES = 12;
/** Beside peaks and rests; a short challenge shows more, so that both steps together show 9 to 12 pictures. */
const RANDOM_PICTURES = 2;
const MIN_LIVENESS_PICTURES = 6;
const AGE_PICTURES = 3;
/** Where colours were shown, with one at random at least, whose place nobody can guess. */
const LIT_LIVENESS_PICTURES = 9;

interface Offered {
  committed: readonly Commitment[];
  /** When pictures show each of the screen's colours; absent: none was shown. */
  lit?: readonly LitTime[] | undefined;
}

/**
 * @param path of the movements, from the same samples
 * @param randomBelow a uniformly random integer in [0, n)
 * @returns by time; undefined when the commitments are not valid, or miss a movement or a rest
 */
export function drawLiveness(
  samples: readonly PoseSample[],
  { resting, movements }: MovementPath,
  { committed: commitments, lit = [] }: Offered,
  randomBelow: RandomBelow,
): DrawnPicture[] | undefined {
  const poses = new Map(samples.map(([t, yaw, pitch]) => [t, { yaw, pitch }]));
  const committed = joinCommitments(poses, commitments);
  if (committed === undefined) return undefined;
  const turns = movements.map(({ action, fromMs, untilMs }) =>
    committed.filter(
      (picture) =>
        fromMs <= picture.t &&
        picture.t < untilMs &&
        degreesTowards(action, picture, resting) >= MIN_PEAK_DEGREES,
    ),
  );
  const peaks = movements.map(({ action }, index) => peakOf(turns[index] ?? [], action, resting));
  if (!areAllFound(peaks)) return undefined;
  // The furthest but one, and not what is nearest in time: a movement that is on its way back may show too little of itself.
  const nextPeaks = movements.map(({ action }, index) =>
    peakOf(
      (turns[index] ?? []).filter(({ t }) => t !== peaks[index]?.t),
      action,
      resting,
    ),
  );
  const edges = [-Infinity, ...peaks.map(({ t }) => t), Infinity];
  const stills = edges.slice(1).map((until, index) => {
    const between = committed.filter(({ t }) => (edges[index] ?? 0) < t && t < until);
    return between.filter((picture) => isNeutral(picture, resting));
  });
  const rests = stills.map((still) => pick(still, randomBelow));
  if (!areAllFound(rests)) return undefined;
  const atRest = committed.filter((picture) => isNeutral(picture, resting));
  const litPictures = drawLit(atRest, lit, LIT_LIVENESS_PICTURES - 1 - peaks.length, randomBelow);
  // A pause whose colours are seen is seen; with colours in two pauses there is no room for more rests.
  const unlitFrom = litPictures ? (lit.length > STEPS_PER_PAUSE ? Infinity : 1) : 0;
  const decisive = [
    ...asChosen(
      'peak',
      peaks,
      nextPeaks.map((next) => (next ? [next] : [])),
    ),
    ...(litPictures ?? []),
    ...asChosen('rest', rests.slice(unlitFrom), stills.slice(unlitFrom), atRest),
  ];
  const others = committed.filter(({ t }) => decisive.every(({ picture }) => picture.t !== t));
  const wanted = litPictures
    ? LIT_LIVENESS_PICTURES - decisive.length
    : Math.max(RANDOM_PICTURES, MIN_LIVENESS_PICTURES - decisive.length);
  const free = others.filter(({ t }) => nextPeaks.every((next) => next?.t !== t));
  const random = pickMany(free.length < wanted ? others : free, wanted, randomBelow);
  return withSpares([...decisive, ...asChosen('random', random, [], others)]);
}

/**
 * One picture of each colour, before and after the first movement: they are its rests too.
 * @returns at most so many; undefined when there are too few to tell anything
 */
function drawLit(
  atRest: readonly CommittedPicture[],
  lit: readonly LitTime[],
  most: number,
  randomBelow: RandomBelow,
): Chosen[] | undefined {
  const found = lit.flatMap(({ fromMs, untilMs }, litStep): Chosen[] => {
    const part = atRest.filter(({ t }) => fromMs <= t && t < untilMs);
    const picture = pick(part, randomBelow);
    return picture === undefined ? [] : [{ role: 'rest', litStep, picture, part, near: atRest }];
  });
  const isEnough = lit.length > 0 && found.length >= leastLitFaces(lit.length);
  return isEnough ? pickMany(found, most, randomBelow) : undefined;
}

/** Three frontal ones: of the beginning, the middle and the end. @returns undefined when there are not as many */
export function drawAge(
  samples: readonly AgeSample[],
  commitments: readonly Commitment[],
  randomBelow: RandomBelow,
): DrawnPicture[] | undefined {
  const poses = new Map(samples.map(({ t, yaw, pitch }) => [t, { yaw, pitch }]));
  const scores = new Map(samples.map(({ t, score }) => [t, score]));
  const frontal = joinCommitments(poses, commitments)?.filter(
    (picture) => isFrontal(picture) && (scores.get(picture.t) ?? 0) >= MIN_FACE_SCORE,
  );
  if (frontal === undefined || frontal.length < AGE_PICTURES) return undefined;
  const thirds = Array.from({ length: AGE_PICTURES }, (_, part) => {
    const [from, to] = [part, part + 1].map((n) => Math.floor((n * frontal.length) / AGE_PICTURES));
    return frontal.slice(from, to);
  });
  const drawn = thirds.map((third) => pick(third, randomBelow));
  return areAllFound(drawn) ? withSpares(asChosen('age', drawn, thirds, frontal)) : undefined;
}

/** Each picture with its sample. @returns undefined unless all have one, ascending, and are not too many */
function joinCommitments(
  poses: ReadonlyMap<number, Angles>,
  commitments: readonly Commitment[],
): CommittedPicture[] | undefined {
  if (commitments.length > MAX_COMMITMENTS) return undefined;
  const joined = commitments.flatMap(([t, hash], index) => {
    const pose = poses.get(t);
    const isRising = index === 0 || t > (commitments[index - 1]?.[0] ?? Infinity);
    return pose === undefined || !isRising ? [] : [{ t, hash, ...pose }];
  });
  return joined.length === commitments.length ? joined : undefined;
}

function peakOf(
  pictures: readonly CommittedPicture[],
  action: Action,
  resting: Angles,
): CommittedPicture | undefined {
  const degrees = (pose: Angles): number => degreesTowards(action, pose, resting);
  return pictures.toSorted((a, b) => degrees(b) - degrees(a))[0];
}

const pick = <T>(from: readonly T[], randomBelow: RandomBelow): T | undefined =>
  from.length === 0 ? undefined : from[randomBelow(from.length)];

function pickMany<T>(from: readonly T[], count: number, randomBelow: RandomBelow): T[] {
  const left = [...from];
  const picked: T[] = [];
  while (picked.length < count && left.length > 0)
    picked.push(...left.splice(randomBelow(left.length), 1));
  return picked;
}

const areAllFound = <T>(found: (T | undefined)[]): found is T[] =>
  found.every((one) => one !== undefined);

/** A picture, and those that could be asked for in its place. */
interface Chosen {
  role: DrawnPicture['role'];
  litStep?: number;
  picture: CommittedPicture;
  /** They show the same. */
  part: readonly CommittedPicture[];
  /** For want of others: they are of the same kind, in any light. */
  near: readonly CommittedPicture[];
}

const asChosen = (
  role: DrawnPicture['role'],
  pictures: readonly CommittedPicture[],
  parts: readonly (readonly CommittedPicture[])[],
  near: readonly CommittedPicture[] = [],
): Chosen[] =>
  pictures.map((picture, index) => ({ role, picture, part: parts[index] ?? [], near }));

/** Each with its spare (D-87), the nearest of its part that was not drawn, where there is one. @returns by time */
function withSpares(chosen: readonly Chosen[]): DrawnPicture[] {
  const isFree = ({ t }: CommittedPicture): boolean => chosen.every((one) => one.picture.t !== t);
  const drawn = chosen.map(({ role, litStep, picture, part, near }): DrawnPicture => {
    const lit = litStep === undefined ? {} : { litStep };
    const same = nearestTo(picture, part.filter(isFree));
    const other = nearestTo(picture, near.filter(isFree));
    const spare = same ? { ...same, role, ...lit } : other && { ...other, role };
    return { ...picture, role, ...lit, ...(spare !== undefined && { spare }) };
  });
  return drawn.toSorted((a, b) => a.t - b.t);
}

function nearestTo(
  { t }: CommittedPicture,
  pictures: readonly CommittedPicture[],
): CommittedPicture | undefined {
  const distance = (one: CommittedPicture): number => Math.abs(one.t - t);
  return pictures.toSorted((a, b) => distance(a) - distance(b))[0];
}
