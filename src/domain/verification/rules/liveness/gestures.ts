// Gestures of a challenge (D-128): an open mouth, or a face that comes closer, if a site requires a
// hard or strict check. People who cannot make a gesture make another turn or nod instead. Pure;
// randomness is an input.
import {
  FAR_DEGREES,
  GESTURES,
  type Gesture,
  type Move,
} from '../../../../vision/face/challenge.ts';
import type { RandomBelow } from '../evidence/choose.ts';
import { isStrict, type SessionRecord, withStep } from '../session/session.ts';
import type { Challenge } from './liveness-state.ts';
import { drawActions, drawNew, isNod, MAX_ACTIONS } from './liveness.ts';

/** A page's report about gestures, sent before a challenge is chosen for the page. */
export interface GestureSettings {
  /**
   * Gestures through which the page can guide a person; none if the page was loaded before gestures
   * existed.
   */
  shows: readonly Gesture[];
  /** Gestures that the person cannot make. */
  without: readonly Gesture[];
}

export const NO_GESTURES: GestureSettings = { shows: [], without: [] };

const asksForGesture = ({ request }: SessionRecord): boolean =>
  request.difficulty === 'hard' || request.accept?.livenessLevel === 'strict';

/**
 * Chooses a random challenge of turns and nods. If the site requires a gesture, one gesture is
 * added, or another turn or nod if no gesture is possible. In a challenge of four movements the
 * gesture replaces one of them, but never the only nod. If the pictures are measured at the edge, a
 * challenge of two movements includes a turn to a side, and a longer one both, because there a bent
 * photograph shows most (D-184).
 * @param shows gestures through which the page can guide a person
 * @param randomBelow returns a uniformly random integer in [0, n)
 */
export function drawMoves(
  record: SessionRecord,
  shows: readonly Gesture[],
  randomBelow: RandomBelow,
): Move[] {
  const { declined = [], orders = [], failures } = record.steps.liveness;
  const difficulty = isStrict(record) ? 'hard' : record.request.difficulty;
  const asides = record.offer.measured === 'edge' ? 2 : 0;
  const wanted = { difficulty, failures, asides };
  if (!asksForGesture(record)) return drawActions({ ...wanted, orders }, randomBelow);
  const possible = GESTURES.filter((one) => shows.includes(one) && !declined.includes(one));
  if (possible.length === 0) return drawActions({ ...wanted, orders, more: 1 }, randomBelow);
  return drawNew<Move>(orders, () => {
    const gesture = possible[randomBelow(possible.length)] ?? GESTURES[0];
    const moves: Move[] = drawActions(wanted, randomBelow);
    if (moves.length === MAX_ACTIONS) return giveWay(moves, gesture, asides, randomBelow);
    return moves.toSpliced(randomBelow(moves.length + 1), 0, gesture);
  });
}

/** @returns how far the head must turn aside; nothing unless pictures are measured at the edge */
export const asideDegreesOf = ({ offer }: SessionRecord): Pick<Challenge, 'asideDegrees'> =>
  offer.measured === 'edge' ? { asideDegrees: FAR_DEGREES } : {};

/**
 * @param moves all turns and nods
 * @param asides the number of turns to a side that must remain
 * @returns the movements with the gesture in place of one of them
 */
function giveWay(
  moves: readonly Move[],
  gesture: Gesture,
  asides: number,
  randomBelow: RandomBelow,
): Move[] {
  const places = [...moves.keys()].filter((at) => asides === 0 || isNod(moves[at] ?? gesture));
  return moves.with(places[randomBelow(Math.max(1, places.length))] ?? 0, gesture);
}

/**
 * Excludes gestures for the rest of the session. A challenge that requested one of these gestures
 * does not count, so that people who cannot make them get as many challenges as everybody else.
 * Other challenges still count.
 */
export function declineGestures(record: SessionRecord, without: readonly Gesture[]): SessionRecord {
  const { declined = [], challengesIssued } = record.steps.liveness;
  const fresh = GESTURES.filter((one) => without.includes(one) && !declined.includes(one));
  if (fresh.length === 0) return record;
  const { actions = [] } = record.current.challenge ?? {};
  const isRequested = actions.some((move) => fresh.some((one) => one === move));
  return withStep(record, 'liveness', {
    declined: [...declined, ...fresh],
    challengesIssued: Math.max(0, challengesIssued - (isRequested ? 1 : 0)),
  });
}
