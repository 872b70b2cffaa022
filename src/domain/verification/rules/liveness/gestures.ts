// Gestures of a challenge (D-128): an open mouth, or a face that comes closer, if a site requires a
// hard or strict check. People who cannot make a gesture make another turn or nod instead. Pure;
// randomness is an input.
import { GESTURES, type Gesture, type Move } from '../../../../vision/face/challenge.ts';
import type { RandomBelow } from '../evidence/choose.ts';
import { type SessionRecord, withStep } from '../session/session.ts';
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
 * gesture replaces one of them, but never the only nod.
 * @param shows gestures through which the page can guide a person
 * @param randomBelow returns a uniformly random integer in [0, n)
 */
export function drawMoves(
  record: SessionRecord,
  shows: readonly Gesture[],
  randomBelow: RandomBelow,
): Move[] {
  const { difficulty } = record.request;
  const { declined = [], orders = [], failures } = record.steps.liveness;
  if (!asksForGesture(record)) return drawActions(difficulty, randomBelow, { failures, orders });
  const possible = GESTURES.filter((one) => shows.includes(one) && !declined.includes(one));
  if (possible.length === 0) return drawActions(difficulty, randomBelow, { failures, orders }, 1);
  return drawNew<Move>(orders, () => {
    const gesture = possible[randomBelow(possible.length)] ?? GESTURES[0];
    const moves: Move[] = drawActions(difficulty, randomBelow, { failures });
    if (moves.length === MAX_ACTIONS) return giveWay(moves, gesture, randomBelow);
    return moves.toSpliced(randomBelow(moves.length + 1), 0, gesture);
  });
}

/** @returns the movements with the gesture in place of one of them, still including a nod */
function giveWay(moves: readonly Move[], gesture: Gesture, randomBelow: RandomBelow): Move[] {
  const nods = moves.filter(isNod).length;
  const places = [...moves.keys()].filter((at) => nods > 1 || !isNod(moves[at] ?? gesture));
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
