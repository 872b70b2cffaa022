// Whether a document's pictures are of one take before a camera (D-137): what a page commits itself to, which small pictures are
// drawn of it, and what those show. Pure; randomness comes in. A take proves no camera: docs/documents.md has what it stops.
import {
  MAX_TAKE_PICTURES,
  type Take,
  type TakeAnswer,
  type TakeRow,
} from '../../../../vision/documents/take-check.ts';
import { pickMany, type RandomBelow } from '../evidence/choose.ts';

/** Keeps what may be asked for, and forgets the rest. */
export interface CommittedTake extends Pick<Take, 'parts'> {
  /** Hash of all that was committed to: the same again is no other take. */
  name: string;
  /** By time; none of a take that is not whole. */
  drawn: readonly DrawnRow[];
}

interface DrawnRow extends TakeRow {
  /** Taken beside the picture of that side, or while the document was turned over. */
  of: 'code' | 'turn' | 'front';
}

/** What was sent of a take, and what the documents Worker found in it. */
export interface TakeFinding {
  /** Something that was sent is not what the page had committed to. */
  isOther: boolean;
  /** Something that was sent was shown before, in another check or attempt: no camera takes the same file twice. */
  isShownBefore?: true;
  /** Absent where no small pictures were sent. */
  seen?: Extract<TakeAnswer, { ok: true }>;
}

/** `lacking`: no take is shown. `refuted`: what is shown is none. */
type TakeRuling = 'whole' | 'lacking' | 'refuted';

/** Of a page whose clock is beside the server's. */
const CLOCK_MS = 1_000;
/** From one picture to the next, from the first side to the last: a machine may halt so long. */
const MOST_GAP_MS = 4_000;
/** Nobody turns a card over sooner, and shows it. */
const LEAST_TURN_MS = 500;
/** Nobody has turned the code away so soon after it was read. */
const STILL_SHOWN_MS = 600;
/** Before the side is taken it is there for so long, at most. */
const NEAR_MS = 3_000;
const DRAWN_OF_TURN = 2;

/** A small picture beside a side is so much like it. What it tells apart, and what not: docs/documents.md. */
export const LEAST_ALIKE = 0.72;
/** Of 255, in the mean: less, and two small pictures are one. No sensor sees the same thing twice. */
const MOST_EQUAL = 0.002;
/** Of 255, in the mean: less, and nothing says that a camera saw them. A camera on a stand may be as still (D-137). */
const MOST_STILL = 0.05;

/** A take, and for how long its attempt was open when it arrived. */
interface Offered extends Take {
  openMs: number;
}

interface TakeRule {
  /** What has to be so. */
  name: string;
  holds: (take: Offered) => boolean;
}

/** Pictures are drawn where all of them hold. */
const TAKE_RULES: readonly TakeRule[] = [
  {
    name: 'one picture after the other',
    holds: ({ pictures }) =>
      pictures.length <= MAX_TAKE_PICTURES &&
      pictures.every(({ t }, index) => index === 0 || t > (pictures[index - 1]?.t ?? Infinity)),
  },
  {
    name: 'two pictures of the code, then the other side',
    holds: ({ parts: { frame_1: first, frame_2: second, page, front } }) =>
      first.t < second.t &&
      second.t === page.t &&
      (front === undefined || front.t - page.t >= LEAST_TURN_MS),
  },
  {
    name: 'from side to side without a long gap',
    holds: (take) => {
      const { frame_1: first, page } = take.parts;
      const untilMs = endOf(take);
      const during = timesOf(take).filter((t) => first.t <= t && t < untilMs);
      const times = [first.t, ...during, page.t, untilMs].toSorted((a, b) => a - b);
      return times.every((t, index) => t - (times[index - 1] ?? t) <= MOST_GAP_MS);
    },
  },
  {
    name: 'no longer than its attempt was open',
    holds: (take) =>
      endOf(take) - Math.min(take.parts.frame_1.t, ...timesOf(take)) <= take.openMs + CLOCK_MS,
  },
];

const timesOf = ({ pictures }: Take): number[] => pictures.map(({ t }) => t);

const endOf = ({ parts }: Take): number => (parts.front ?? parts.page).t;

/** @param name hash of all of it @returns with what is drawn */
export function commitTake(take: Offered, name: string, randomBelow: RandomBelow): CommittedTake {
  const drawn = TAKE_RULES.every(({ holds }) => holds(take)) ? drawOf(take, randomBelow) : [];
  return { name, parts: take.parts, drawn: drawn.toSorted((a, b) => a.t - b.t) };
}

/** @returns none where a side has no picture beside it, or nothing was kept between the two */
function drawOf({ pictures, parts }: Take, randomBelow: RandomBelow): DrawnRow[] {
  const { frame_1: first, page, front } = parts;
  // Of the moment of a side there is the side itself.
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

/** @param times of small pictures that arrive; none: the page shows no take */
export const areDrawn = (take: CommittedTake | undefined, times: readonly number[]): boolean =>
  times.length === 0 ||
  (times.length === take?.drawn.length && take.drawn.every(({ t }) => times.includes(t)));

/** @param found absent where no take was sent */
export function judgeTake(
  take: CommittedTake | undefined,
  found: TakeFinding | undefined,
): TakeRuling {
  if (found?.isOther === true || found?.isShownBefore === true) return 'refuted';
  if (take === undefined || take.drawn.length === 0 || found?.seen === undefined) return 'lacking';
  const { leastApart, pictures } = found.seen;
  if (leastApart <= MOST_EQUAL) return 'refuted';
  const isShown = (side: 'code' | 'front'): boolean =>
    take.drawn.some(({ t, of }) => {
      const seen = of === side ? pictures.find((picture) => picture.t === t) : undefined;
      return ((side === 'code' ? seen?.page : seen?.front) ?? -1) >= LEAST_ALIKE;
    });
  if (leastApart <= MOST_STILL) return 'lacking';
  const isWhole = isShown('code') && (take.parts.front === undefined || isShown('front'));
  return isWhole ? 'whole' : 'lacking';
}
