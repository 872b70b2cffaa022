// Chooses which pictures of the movements a session requests (D-80), once the page has committed to
// the pictures and the movements have been judged. The decisive pictures are always chosen, others
// at random. Each has a spare that is requested if no face is found in it (D-87). Pure; randomness
// is an input.
import {
  angleOf,
  REACH_DEGREES,
  shareOf,
  type Move,
  type PoseSample,
  type Posture,
} from '../../../../vision/face/challenge.ts';
import { MAX_REVEALED_PICTURES, type Commitment } from '../../../../vision/face/face-wire.ts';
import { STEPS_PER_PAUSE } from '../../../../vision/face/screen-colours.ts';
import { isAtRest, type MovementPath } from '../liveness/movements.ts';
import { leastLitFaces } from './judge-light.ts';
import {
  areAllFound,
  toChosen,
  type Chosen,
  pick,
  pickMany,
  type RandomBelow,
  withSpares,
} from './choose.ts';
import { joinCommitments, posturesOf } from './commitment-rules.ts';
import type { CommittedPicture, DrawnPicture } from './demand.ts';
import { drawPair, halfWays } from './draw-between.ts';
import type { LitTime } from './light-order.ts';
import { TELLING_DEGREES } from './same-person.ts';

/**
 * The minimum share of a movement that the kept picture nearest to its peak must show: only every
 * third picture is kept, so the peak of a quick movement may fall between two kept pictures.
 */
const MIN_PEAK_SHARE = 12 / REACH_DEGREES;
/**
 * The number of random pictures in addition to pictures at peaks, at rest and halfway; a pair of
 * consecutive pictures counts as one. A short challenge requests more random pictures.
 */
const RANDOM_PICTURES = 2;
const MIN_LIVENESS_PICTURES = 6;
/**
 * The number of peak, resting and random pictures when colours were shown. At least one of them is
 * random, so that the choice cannot be predicted.
 */
const LIT_LIVENESS_PICTURES = 9;

interface Offered {
  committed: readonly Commitment[];
  /** When each of the screen's colours is visible; absent when no colours were shown. */
  lit?: readonly LitTime[] | undefined;
}

/** The pictures of one movement. */
interface Turn {
  action: Move;
  peak: CommittedPicture;
  /**
   * The spare for the peak: the next picture in the same order, rather than the one nearest in
   * time, because a head on its way back may show too little of the movement.
   */
  next: CommittedPicture | undefined;
  between: readonly CommittedPicture[];
}

/**
 * @param path the path of the movements, from the same samples
 * @param randomBelow returns a uniformly random integer in [0, n)
 * @returns pictures in ascending order of time; undefined when the commitments are invalid, or lack
 *   a picture of a movement's peak or of the head at rest. If a movement has no halfway picture,
 *   none is chosen for it
 */
export function drawLiveness(
  samples: readonly PoseSample[],
  path: MovementPath,
  { committed: commitments, lit = [] }: Offered,
  randomBelow: RandomBelow,
): DrawnPicture[] | undefined {
  const committed = joinCommitments(posturesOf(samples), commitments);
  const turns = committed && turnsOf(committed, path);
  if (committed === undefined || turns === undefined) return undefined;
  const { resting } = path;
  const rests = drawRests(committed, turns, resting, lit, randomBelow);
  if (rests === undefined) return undefined;
  const { isLit, pictures: atRest } = rests;
  const peaks = turns.map(({ action, peak, next }): Chosen => {
    const part = next ? [next] : [];
    return { role: 'peak', action, picture: peak, part, near: [] };
  });
  const decisive = [...peaks, ...atRest];
  const isDrawn = ({ t }: CommittedPicture): boolean =>
    decisive.some(({ picture }) => picture.t === t);
  const between = turns.flatMap(({ action, between: way }): Chosen[] => {
    // A picture in which the head has barely left its resting pose may already have been chosen as
    // a resting picture.
    const part = way.filter((picture) => !isDrawn(picture));
    const picture = pick(part, randomBelow);
    return picture === undefined ? [] : [{ role: 'halfway', action, picture, part, near: [] }];
  });
  const wanted = isLit
    ? LIT_LIVENESS_PICTURES - decisive.length
    : Math.max(RANDOM_PICTURES, MIN_LIVENESS_PICTURES - decisive.length);
  const chosen = [...decisive, ...between];
  // Leaves room for the second of the two consecutive pictures.
  const room = MAX_REVEALED_PICTURES - chosen.length - 1;
  const count = Math.max(1, Math.min(wanted, room));
  const others = drawOthers({ committed, resting, lit }, { chosen, turns }, count, randomBelow);
  return withSpares([...chosen, ...others]);
}

function turnsOf(
  committed: readonly CommittedPicture[],
  { resting, movements, asideDegrees }: MovementPath,
): Turn[] | undefined {
  const turns = movements.map(({ action, fromMs, untilMs }): Turn | undefined => {
    const during = committed.filter(({ t }) => fromMs <= t && t < untilMs);
    const share = (picture: Posture): number => shareOf(action, picture, resting, asideDegrees);
    const far = during.filter((picture) => share(picture) >= MIN_PEAK_SHARE);
    // A face that is turned further could not be compared with the others.
    const isCompared = (picture: CommittedPicture): boolean =>
      share(picture) >= 1 && angleOf(picture) <= TELLING_DEGREES;
    const [peak, next] = far.toSorted(
      (a, b) => Number(isCompared(b)) - Number(isCompared(a)) || share(b) - share(a),
    );
    if (peak === undefined) return undefined;
    const between = halfWays(during, action, peak, resting).filter(({ t }) => t !== next?.t);
    return { action, peak, next, between };
  });
  return areAllFound(turns) ? turns : undefined;
}

interface Rests {
  isLit: boolean;
  pictures: Chosen[];
}

/**
 * Chooses pictures at rest: one from each pause before, between and after the movements or, if
 * colours were shown in a pause, one of each colour.
 * @returns undefined when a movement has no pause next to it
 */
function drawRests(
  committed: readonly CommittedPicture[],
  turns: readonly Turn[],
  resting: Posture,
  lit: readonly LitTime[],
  randomBelow: RandomBelow,
): Rests | undefined {
  const asked = turns.map(({ action }) => action);
  const isStill = (picture: Posture): boolean => isAtRest(picture, resting, asked);
  const edges = [-Infinity, ...turns.map(({ peak }) => peak.t), Infinity];
  const stills = edges.slice(1).map((until, index) => {
    const between = committed.filter(({ t }) => (edges[index] ?? 0) < t && t < until);
    return stillerHalf(between.filter(isStill), resting);
  });
  const rests = stills.map((still) => pick(still, randomBelow));
  if (!areAllFound(rests)) return undefined;
  const atRest = committed.filter(isStill);
  const most = Math.max(leastLitFaces(lit.length), LIT_LIVENESS_PICTURES - 1 - turns.length);
  const litPictures = drawLit(atRest, { resting, lit }, most, randomBelow) ?? [];
  // The pictures of a pause in which colours were shown have already been chosen; with colours in
  // two pauses there is no room for other pictures at rest.
  const isLit = litPictures.length > 0;
  const unlitFrom = isLit ? (lit.length > STEPS_PER_PAUSE ? Infinity : 1) : 0;
  const unlit = toChosen('rest', rests.slice(unlitFrom), stills.slice(unlitFrom), atRest);
  // Room must remain for a peak and a halfway picture of each movement, and for two consecutive
  // pictures.
  const room = MAX_REVEALED_PICTURES - 2 * turns.length - litPictures.length - 2;
  return { isLit, pictures: [...litPictures, ...pickMany(unlit, room, randomBelow)] };
}

/**
 * Returns the half of the pictures in which the head is nearest to its resting pose. Movements are
 * measured relative to the chosen pictures at rest, so if one of these showed the beginning of a
 * movement, a large enough movement would seem too small.
 */
function stillerHalf(still: readonly CommittedPicture[], resting: Posture): CommittedPicture[] {
  const off = ({ yaw, pitch }: Posture): number =>
    Math.max(Math.abs(yaw - resting.yaw), Math.abs(pitch - resting.pitch));
  return still
    .toSorted((a, b) => off(a) - off(b))
    .slice(0, Math.ceil(still.length / 2))
    .toSorted((a, b) => a.t - b.t);
}

/**
 * Chooses one picture of each colour, before and after the first movement; these also serve as that
 * movement's pictures at rest.
 * @returns at most `most` pictures; undefined when there are too few to be conclusive
 */
function drawLit(
  atRest: readonly CommittedPicture[],
  { resting, lit }: { resting: Posture; lit: readonly LitTime[] },
  most: number,
  randomBelow: RandomBelow,
): Chosen[] | undefined {
  const found = lit.flatMap(({ fromMs, untilMs }, litStep): Chosen[] => {
    const during = atRest.filter(({ t }) => fromMs <= t && t < untilMs);
    const part = stillerHalf(during, resting);
    const picture = pick(part, randomBelow);
    return picture === undefined ? [] : [{ role: 'rest', litStep, picture, part, near: atRest }];
  });
  const isEnough = lit.length > 0 && found.length >= leastLitFaces(lit.length);
  return isEnough ? pickMany(found, most, randomBelow) : undefined;
}

interface Taken {
  chosen: readonly Chosen[];
  turns: readonly Turn[];
}

/**
 * Chooses pictures at random, so that they cannot be predicted; if possible, two of them are
 * consecutive.
 * @param count the number of pictures, not counting the second of the two consecutive pictures
 */
function drawOthers(
  from: { committed: readonly CommittedPicture[]; resting: Posture; lit: readonly LitTime[] },
  { chosen, turns }: Taken,
  count: number,
  randomBelow: RandomBelow,
): Chosen[] {
  const isOther = ({ t }: CommittedPicture): boolean =>
    chosen.every(({ picture }) => picture.t !== t);
  const isFree = (picture: CommittedPicture): boolean =>
    isOther(picture) && turns.every(({ next }) => next?.t !== picture.t);
  const others = from.committed.filter(isOther);
  const free = others.filter(isFree);
  const pair: readonly CommittedPicture[] =
    drawPair(from.committed, from, isFree, randomBelow) ?? [];
  const left = (free.length < count ? others : free).filter((picture) => !pair.includes(picture));
  const single = pickMany(left, pair.length > 0 ? count - 1 : count, randomBelow);
  const [first, second] = pair;
  return [
    ...toChosen('random', first ? [first, ...single] : single, [], others),
    ...toChosen('next', second ? [second] : [], [], others),
  ];
}
