// Cuts clips from a film: sessions, as the hosted page would have recorded them; pictures of a head
// at rest and turned; consecutive pictures; and a stretch in which the head stays still for a long
// time. The clips are chosen by the angles that the page measures, never by the result of a rule.
import {
  ACTIONS,
  type Action,
  degreesTowards,
  type PoseSample,
  REACH_DEGREES,
} from '../../src/vision/face/challenge.ts';
import {
  followMovements,
  isNeutral,
  type MovementPath,
} from '../../src/domain/verification/rules/liveness/movements.ts';
import { framingOf } from '../../widget/hosted/capture/framing.ts';
import { Recorder } from '../../widget/hosted/capture/recorder.ts';
import type { Seen, Stretch } from './follow.ts';

/**
 * A session in which the head is still, makes one or two movements there and back, and is still
 * again.
 */
export interface Session {
  actions: readonly Action[];
  samples: readonly PoseSample[];
  path: MovementPath;
  /** The pictures that a page would have kept, by the time of their samples. */
  kept: ReadonlyMap<number, Seen>;
}

export interface Turn {
  action: Action;
  rest: Seen;
  peak: Seen;
}

/** Two pictures, as far apart in time as consecutive pictures that a page keeps. */
export type Neighbours = readonly [Seen, Seen];

const MAX_MOVEMENTS = 2;
const MAX_MS_PER_MOVEMENT = 8_000;
/**
 * How long the head must be still at the end of a recording, and the minimum number of rows, which
 * is slightly above the number that the service requires. The page uses the same values.
 */
const CLOSING_MS = 300;
const MIN_ROWS = 24;
/** The step, in rows, between the start positions that are tried, and between the end positions. */
const BEGIN_STEP = 4;
const END_STEP = 2;

/** Cuts as many sessions as the stretch contains, without overlap. */
export function cutSessions(stretch: Stretch): Session[] {
  const rows = stretch.map(rowOf);
  const sessions: Session[] = [];
  for (let from = 0; from < rows.length;) {
    const found = canBegin(stretch[from]) ? findSession(rows, from) : undefined;
    const session = found && recordSession(stretch.slice(from, found.end), found.actions);
    if (session) sessions.push(session);
    from = session && found ? found.end : from + BEGIN_STEP;
  }
  return sessions;
}

/**
 * Whether the page would request a movement at this picture. A head that is a little off centre
 * counts as well, because a person would move it to the middle.
 */
function canBegin(seen: Seen | undefined): boolean {
  if (!seen) return false;
  const aspect = seen.picture.width / seen.picture.height;
  const framing = framingOf(seen.face, { pictureAspect: aspect, stageAspect: aspect });
  return framing === 'ok' || framing === 'off_center';
}

function findSession(rows: readonly PoseSample[], from: number) {
  let actions: Action[] = [];
  let end = from;
  while (actions.length < MAX_MOVEMENTS) {
    const next = ACTIONS.map((action) => [...actions, action])
      .flatMap((tried) => {
        const at = endOf(rows, from, end, tried);
        return at === undefined ? [] : [{ tried, at }];
      })
      .toSorted((a, b) => a.at - b.at)[0];
    if (!next) break;
    [actions, end] = [next.tried, next.at];
  }
  return actions.length === 0 ? undefined : { actions, end };
}

/**
 * @returns the end of the shortest recording that starts at the given row, contains the movements,
 *   and ends the way a page's recording does
 */
function endOf(
  rows: readonly PoseSample[],
  from: number,
  least: number,
  actions: readonly Action[],
): number | undefined {
  const begin = rows[from]?.[0] ?? 0;
  const mostMs = begin + actions.length * MAX_MS_PER_MOVEMENT;
  for (let end = Math.max(least, from + MIN_ROWS); end <= rows.length; end += END_STEP) {
    if ((rows[end - 1]?.[0] ?? 0) > mostMs) return undefined;
    const followed = followMovements(rows.slice(from, end), actions);
    if (followed.ok) {
      const overMs = followed.movements.at(-1)?.untilMs ?? 0;
      if ((rows[end - 1]?.[0] ?? 0) - overMs >= CLOSING_MS) return end;
    } else if (followed.problem === 'wrong_movement') return undefined;
  }
  return undefined;
}

/** Records a session with the page's own recorder. */
function recordSession(part: Stretch, actions: readonly Action[]): Session | undefined {
  const recorder = new Recorder(part[0]?.ms ?? 0);
  const kept = new Map<number, Seen>();
  for (const [index, seen] of part.entries()) {
    const before = recorder.pictures.length;
    recorder.offer(seen.ms, seen.face, index);
    const row = recorder.pictures.at(-1);
    if (row && recorder.pictures.length > before) kept.set(row[1], seen);
  }
  const { samples } = recorder;
  const path = followMovements(samples, actions);
  return path.ok ? { actions, samples, path, kept } : undefined;
}

/**
 * Finds, for each direction, the picture in which the head is turned furthest, provided that it is
 * turned far enough, and pairs it with the picture closest to rest.
 */
export function cutTurns(stretch: Stretch): Turn[] {
  const rest = stretch.filter(canBegin).toSorted((a, b) => turnOf(a) - turnOf(b))[0];
  if (!rest) return [];
  return ACTIONS.flatMap((action): Turn[] => {
    const degrees = (seen: Seen): number => degreesTowards(action, seen.face.pose, rest.face.pose);
    const peak = stretch.toSorted((a, b) => degrees(b) - degrees(a))[0];
    return peak && degrees(peak) >= REACH_DEGREES ? [{ action, rest, peak }] : [];
  });
}

const turnOf = ({ face: { pose } }: Seen): number => Math.hypot(pose.yaw, pose.pitch);

/** The interval between two pictures that the page keeps: it keeps ten per second. */
const NEIGHBOUR_MS = 100;
const MAX_APART_MS = 140;

/** @param most the maximum number of pairs; they are spread over the stretch */
export function cutNeighbours(stretch: Stretch, most: number): Neighbours[] {
  const pairs = stretch.flatMap((first): Neighbours[] => {
    const second = stretch.find(({ ms }) => ms >= first.ms + NEIGHBOUR_MS - 1);
    return second && second.ms <= first.ms + MAX_APART_MS ? [[first, second]] : [];
  });
  const step = Math.max(1, pairs.length / most);
  return pairs.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
}

/**
 * Finds the first part of the stretch in which the head stays still for the given time.
 * @returns the pictures of that part; empty when there is none
 */
export function cutStill(stretch: Stretch, forMs: number): Stretch {
  for (let from = 0; from < stretch.length; from += BEGIN_STEP) {
    const first = stretch[from];
    if (!first || !canBegin(first)) continue;
    const part = stretch.slice(from).filter(({ ms }) => ms <= first.ms + forMs);
    const lastMs = part.at(-1)?.ms ?? 0;
    const isStill = part.every(({ face }) => isNeutral(face.pose, first.face.pose));
    if (isStill && lastMs >= first.ms + forMs - NEIGHBOUR_MS) return part;
  }
  return [];
}

const rowOf = ({ ms, face }: Seen): PoseSample => [
  Math.round(100 * ms) / 100,
  face.pose.yaw,
  face.pose.pitch,
  face.pose.roll,
  face.x,
  face.y,
  face.width,
];
