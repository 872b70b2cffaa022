// Which pictures of the movements a session wants to see (D-80), drawn after they were committed to and their samples were
// judged: the decisive ones always, others at random; each with the one that is asked for should no face be found in it
// (D-87). Pure; randomness comes in.
import {
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
  asChosen,
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

/**
 * The kept picture nearest to a movement's peak shows at least this much of it: every third picture is kept, so the
 * peak of a quick movement may lie between two.
 */
const MIN_PEAK_SHARE = 12 / REACH_DEGREES;
/** Beside peaks, rests and half-ways, a pair counted as one; a short challenge shows more of the others. */
const RANDOM_PICTURES = 2;
const MIN_LIVENESS_PICTURES = 6;
/** Where colours were shown, with one at random at least, whose place nobody can guess. */
const LIT_LIVENESS_PICTURES = 9;

interface Offered {
  committed: readonly Commitment[];
  /** When pictures show each of the screen's colours; absent: none was shown. */
  lit?: readonly LitTime[] | undefined;
}

/** Of one movement. */
interface Turn {
  action: Move;
  peak: CommittedPicture;
  /** The furthest but one, and not what is nearest in time: a movement that is on its way back may show too little of itself. */
  next: CommittedPicture | undefined;
  between: readonly CommittedPicture[];
}

/**
 * @param path of the movements, from the same samples
 * @param randomBelow a uniformly random integer in [0, n)
 * @returns by time; undefined when the commitments are not valid, or miss a movement or a rest. A movement of which none
 *   shows half the way has no picture of it
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
    // A head that has hardly left its rest may have been drawn as one at rest.
    const part = way.filter((picture) => !isDrawn(picture));
    const picture = pick(part, randomBelow);
    return picture === undefined ? [] : [{ role: 'halfway', action, picture, part, near: [] }];
  });
  const wanted = isLit
    ? LIT_LIVENESS_PICTURES - decisive.length
    : Math.max(RANDOM_PICTURES, MIN_LIVENESS_PICTURES - decisive.length);
  const chosen = [...decisive, ...between];
  // The second of a pair comes on top.
  const room = MAX_REVEALED_PICTURES - chosen.length - 1;
  const count = Math.max(1, Math.min(wanted, room));
  const others = drawOthers({ committed, resting, lit }, { chosen, turns }, count, randomBelow);
  return withSpares([...chosen, ...others]);
}

function turnsOf(
  committed: readonly CommittedPicture[],
  { resting, movements }: MovementPath,
): Turn[] | undefined {
  const turns = movements.map(({ action, fromMs, untilMs }): Turn | undefined => {
    const during = committed.filter(({ t }) => fromMs <= t && t < untilMs);
    const far = during.filter((picture) => shareOf(action, picture, resting) >= MIN_PEAK_SHARE);
    const [peak, next] = far.toSorted(
      (a, b) => shareOf(action, b, resting) - shareOf(action, a, resting),
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

/** Before, between and after the movements, or one of each colour. @returns undefined when a movement has no rest beside it */
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
  // A pause whose colours are seen is seen; with colours in two pauses there is no room for more rests.
  const isLit = litPictures.length > 0;
  const unlitFrom = isLit ? (lit.length > STEPS_PER_PAUSE ? Infinity : 1) : 0;
  const unlit = asChosen('rest', rests.slice(unlitFrom), stills.slice(unlitFrom), atRest);
  // Each movement has a peak and one half the way, and there is a pair.
  const room = MAX_REVEALED_PICTURES - 2 * turns.length - litPictures.length - 2;
  return { isLit, pictures: [...litPictures, ...pickMany(unlit, room, randomBelow)] };
}

/**
 * The half of them in which the head is nearest to its rest. A movement is measured from the rests that are drawn: by one
 * that shows its beginning, a person who has moved far enough would not have.
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
 * One picture of each colour, before and after the first movement: they are its rests too.
 * @returns at most so many; undefined when there are too few to tell anything
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

/** Pictures whose place nobody can guess. @param count without the second of the pair, which comes on top */
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
    ...asChosen('random', first ? [first, ...single] : single, [], others),
    ...asChosen('next', second ? [second] : [], [], others),
  ];
}
