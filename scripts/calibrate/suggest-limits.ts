// Suggests limits for comparing faces, from the distances in an operator's own pictures: the limits
// that meet the goals even in the worst group, within the ranges that the service sets. Pure.
import {
  FACE_LIMIT_RANGES,
  SHIPPED_FACE_LIMITS,
  type FaceLimits,
} from '../../src/config/face-limits.ts';
import type { GroupDistances } from './pair-distances.ts';

/** The maximum share of pairs of strangers within a group that may match (D-148). */
const GOALS = { portrait: 0.01, enrolled: 0.001, blocked: 1e-5 } as const;
/**
 * The maximum share of pairs of one person's pictures that may be judged to show different people.
 */
const DIFFERS = 0.05;
/**
 * The minimum number of pairs that a goal's share must amount to: a share of 1 % therefore needs
 * 1,000 pairs.
 */
export const PAIRS_PER_GOAL = 10;

interface Suggestion {
  limits: FaceLimits;
  /**
   * Notes on which limits stayed as shipped and why, and which were moved into the service's range.
   */
  notes: string[];
}

/** @param measured the distances of at least one group */
export function suggestLimits(measured: readonly GroupDistances[]): Suggestion {
  const notes: string[] = [];
  const strangers = measured.map(({ group, strangers: distances }) => ({ group, distances }));
  const pick = (use: keyof typeof GOALS, shipped: number, range: Range): number => {
    const goal = GOALS[use];
    const few = strangers.find(({ distances }) => distances.length * goal < PAIRS_PER_GOAL);
    if (few !== undefined || strangers.length === 0) {
      const pairs = few?.distances.length ?? 0;
      const needed = Math.ceil(PAIRS_PER_GOAL / goal);
      notes.push(
        `${use}: as shipped, ${few?.group ?? 'no group'} has ${pairs} pairs of strangers of ${needed} that are needed`,
      );
      return shipped;
    }
    const most = Math.min(...strangers.map(({ distances }) => limitAt(distances, goal)));
    return hold(use, most, range, notes);
  };
  const { portrait: shipped } = SHIPPED_FACE_LIMITS;
  const same = pick('portrait', shipped.same, FACE_LIMIT_RANGES.portraitSame);
  const enrolled = pick(
    'enrolled',
    SHIPPED_FACE_LIMITS.enrolled.same,
    FACE_LIMIT_RANGES.enrolledSame,
  );
  const other = pickOther(measured, notes);
  return {
    limits: {
      portrait: { same, other: Math.max(same, other) },
      enrolled: { same: enrolled, other: Math.max(enrolled, other) },
      blocked: pick('blocked', SHIPPED_FACE_LIMITS.blocked, FACE_LIMIT_RANGES.blocked),
    },
    notes,
  };
}

type Range = readonly [least: number, most: number];

/**
 * Picks the limit above which at most the share `DIFFERS` of same-person pairs lies, even in the
 * worst group.
 */
function pickOther(measured: readonly GroupDistances[], notes: string[]): number {
  const needed = PAIRS_PER_GOAL / DIFFERS;
  const own = measured.filter((one) => one.own.length >= needed);
  if (own.length === 0) {
    notes.push(`beyond which faces differ: as shipped, no group has ${needed} pairs of one person`);
    return SHIPPED_FACE_LIMITS.portrait.other;
  }
  const most = Math.max(...own.map((one) => limitAt(one.own, 1 - DIFFERS)));
  return hold('beyond which faces differ', most, FACE_LIMIT_RANGES.other, notes);
}

/**
 * Finds the largest limit with two decimals such that at most the given share of the distances lies
 * below it.
 */
export function limitAt(distances: Float32Array, share: number): number {
  const sorted = distances.toSorted();
  const next = sorted[Math.floor(share * sorted.length)] ?? 2;
  return Math.floor(100 * (next - 1e-6)) / 100;
}

function hold(use: string, limit: number, [least, most]: Range, notes: string[]): number {
  const held = Math.min(most, Math.max(least, limit));
  if (held !== limit)
    notes.push(`${use}: ${limit.toFixed(2)} by these pairs, held at ${held.toFixed(2)}`);
  return held;
}
