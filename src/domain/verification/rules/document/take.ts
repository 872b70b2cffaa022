// Determines whether a document's pictures come from one take in front of a camera (D-137). This
// covers the page's commitment, the random choice of small pictures, and the verdict on them. Pure;
// randomness is an input. A take does not prove that a camera was used: docs/documents.md explains
// what it prevents.
import {
  MAX_TAKE_PICTURES,
  type Take,
  type TakeAnswer,
  type TakeRow,
} from '../../../../vision/documents/take-check.ts';
import { pickMany, type RandomBelow } from '../evidence/choose.ts';

/** The part of a take that is stored: the pictures that may be requested. */
export interface CommittedTake extends Pick<Take, 'parts'> {
  /** The hash of the whole commitment: two commitments with the same hash are the same take. */
  name: string;
  /**
   * The rows of the chosen small pictures, in chronological order; empty for a take that breaks
   * a rule or lacks a necessary picture.
   */
  drawn: readonly DrawnRow[];
}

interface DrawnRow extends TakeRow {
  /** The content of the picture: one of the sides, or the document being turned over. */
  of: 'code' | 'turn' | 'front';
}

/**
 * The findings about the parts of a take that were sent, including the documents Worker's findings.
 */
export interface TakeFinding {
  /** Whether the sent data differs from the page's commitment. */
  isOther: boolean;
  /**
   * Whether a picture has already been sent in a different check or attempt: no camera produces the
   * same file twice.
   */
  isShownBefore?: true;
  /** The findings about the take; absent when the sent data does not match the commitment. */
  seen?: Extract<TakeAnswer, { ok: true }>;
}

/**
 * `lacking`: there is no evidence that the pictures are from a take. `refuted`: the pictures are
 * not from a take.
 */
type TakeRuling = 'whole' | 'lacking' | 'refuted';

/** The allowed drift between the page's clock and the server's. */
const CLOCK_MS = 1_000;
/**
 * The longest allowed gap between consecutive pictures while the two sides are shown; a slow device
 * may pause this long.
 */
const MAX_GAP_MS = 4_000;
/** The minimum time that a person needs to turn a card over and show its other side. */
const MIN_TURN_MS = 500;
/**
 * The minimum time that the code stays visible once it has been read: people do not turn the card
 * away sooner.
 */
const STILL_SHOWN_MS = 600;
/** How long a side counts as visible before its picture is taken. */
const NEAR_MS = 3_000;
const DRAWN_OF_TURN = 2;

/**
 * The minimum similarity between a small picture and the picture of the side that was in view at
 * that moment. docs/documents.md explains what this can and cannot distinguish.
 */
export const MIN_LIKENESS = 0.72;
/**
 * The largest mean difference, in grey levels from 0 to 255, at which two small pictures count as
 * the same picture, because no sensor records exactly the same values twice.
 */
const MAX_EQUAL_DIFFERENCE = 0.002;
/**
 * The largest mean difference, in grey levels from 0 to 255, that still counts as no movement.
 * Small pictures this similar neither prove nor disprove that a live camera took them, because a
 * camera on a stand may be this still (D-137).
 */
const MAX_STILL_DIFFERENCE = 0.05;

/** A take, and how long its attempt had been open when it arrived. */
interface Offered extends Take {
  openMs: number;
}

interface TakeRule {
  /** The condition, in words. */
  name: string;
  holds: (take: Offered) => boolean;
}

/** The rules for a take. Pictures are chosen only when all of them hold. */
const TAKE_RULES: readonly TakeRule[] = [
  {
    name: 'pictures in order of time',
    holds: ({ pictures }) =>
      pictures.length <= MAX_TAKE_PICTURES &&
      pictures.every(({ t }, index) => index === 0 || t > (pictures[index - 1]?.t ?? Infinity)),
  },
  {
    name: 'two pictures of the code, then the other side',
    holds: ({ parts: { frame_1: first, frame_2: second, page, front } }) =>
      first.t < second.t &&
      second.t === page.t &&
      (front === undefined || front.t - page.t >= MIN_TURN_MS),
  },
  {
    name: 'no long gap between the two sides',
    holds: (take) => {
      const { frame_1: first, page } = take.parts;
      const untilMs = endOf(take);
      const during = timesOf(take).filter((t) => first.t <= t && t < untilMs);
      const times = [first.t, ...during, page.t, untilMs].toSorted((a, b) => a - b);
      return times.every((t, index) => t - (times[index - 1] ?? t) <= MAX_GAP_MS);
    },
  },
  {
    name: 'no longer than the attempt was open',
    holds: (take) =>
      endOf(take) - Math.min(take.parts.frame_1.t, ...timesOf(take)) <= take.openMs + CLOCK_MS,
  },
];

const timesOf = ({ pictures }: Take): number[] => pictures.map(({ t }) => t);

const endOf = ({ parts }: Take): number => (parts.front ?? parts.page).t;

/**
 * @param name the hash of the whole take
 * @returns the take with its chosen pictures
 */
export function commitTake(take: Offered, name: string, randomBelow: RandomBelow): CommittedTake {
  const drawn = TAKE_RULES.every(({ holds }) => holds(take)) ? drawOf(take, randomBelow) : [];
  return { name, parts: take.parts, drawn: drawn.toSorted((a, b) => a.t - b.t) };
}

/**
 * @returns an empty list when a side has no small picture, or when no small picture was kept
 *   between the two sides
 */
function drawOf({ pictures, parts }: Take, randomBelow: RandomBelow): DrawnRow[] {
  const { frame_1: first, page, front } = parts;
  // Excludes small pictures taken at the same time as a side's own picture, because that picture is
  // sent anyway.
  const rows = pictures.filter(({ t }) => t !== page.t && t !== front?.t);
  const between = (fromMs: number, untilMs: number): TakeRow[] =>
    rows.filter(({ t }) => fromMs < t && t < untilMs);
  const reading = rows.filter(({ t }) => t === first.t);
  if (reading.length === 0) return [];
  if (front === undefined) {
    const before = between(first.t - NEAR_MS, page.t).filter(({ t }) => t !== first.t);
    return named('code', [...reading, ...pickMany(before, 1, randomBelow)]);
  }
  const after = pickMany(between(page.t, page.t + STILL_SHOWN_MS), 1, randomBelow);
  const beside = between(Math.max(page.t, front.t - NEAR_MS), front.t).slice(-1);
  const drawn = [...after, ...beside];
  const turning = between(page.t, front.t).filter((row) => !drawn.includes(row));
  const turn = pickMany(turning, DRAWN_OF_TURN, randomBelow);
  if (beside.length === 0 || turn.length === 0) return [];
  const ofCode = after.filter((row) => !beside.includes(row));
  return [
    ...named('code', [...reading, ...ofCode]),
    ...named('turn', turn),
    ...named('front', beside),
  ];
}

const named = (of: DrawnRow['of'], rows: readonly TakeRow[]): DrawnRow[] =>
  rows.map(({ t, hash }) => ({ t, hash, of }));

/** @param times the times of the small pictures that arrived; empty when the page sends no take */
export const areDrawn = (take: CommittedTake | undefined, times: readonly number[]): boolean =>
  times.length === 0 ||
  (times.length === take?.drawn.length && take.drawn.every(({ t }) => times.includes(t)));

/** @param found absent when no take was sent */
export function judgeTake(
  take: CommittedTake | undefined,
  found: TakeFinding | undefined,
): TakeRuling {
  if (found?.isOther === true || found?.isShownBefore === true) return 'refuted';
  if (take === undefined || take.drawn.length === 0 || found?.seen === undefined) return 'lacking';
  const { leastApart, pictures } = found.seen;
  if (leastApart <= MAX_EQUAL_DIFFERENCE) return 'refuted';
  const isShown = (side: 'code' | 'front'): boolean =>
    take.drawn.some(({ t, of }) => {
      const seen = of === side ? pictures.find((picture) => picture.t === t) : undefined;
      return ((side === 'code' ? seen?.page : seen?.front) ?? -1) >= MIN_LIKENESS;
    });
  if (leastApart <= MAX_STILL_DIFFERENCE) return 'lacking';
  const isWhole = isShown('code') && (take.parts.front === undefined || isShown('front'));
  return isWhole ? 'whole' : 'lacking';
}
