// Contests and reviews in an evidence pack: how many there were, how they ended, and how long they
// took (D-161, D-164). Pure.
import { LIFETIMES } from '../../../config/config.ts';
import { HOUR_MS, MINUTE_MS } from '../../../time/durations.ts';
import { REVIEW_MS } from '../../verification/rules/review/review.ts';
import type { OutcomeCount } from '../analytics/outcomes.ts';
import { closeCells, closeOne, closeSum, type Cell } from './closed-cells.ts';
import { timesOf, type DecisionTimes } from './decision-times.ts';
import { MAX_DECISIONS, type PackFacts } from './evidence-store.ts';
import type { PackPeriod } from './pack-period.ts';

interface ContestSheet {
  contested: Cell;
  overturned: Cell;
  minutes_to_contest: number;
  /** The times from contest to verdict, counted on the day of the verdict. */
  time_to_decision: DecisionTimes;
  reviews: {
    decisions: { decision: string; count: Cell }[];
    complete: boolean;
    hours_at_most: number;
    /** The times from the visitor's request to the decision. */
    time_to_decision: DecisionTimes;
    /**
     * The number of reviews that nobody decided in time; null when the number is withheld or was
     * not counted.
     */
    over_deadline: Cell;
    /** The first day on which decisions were timed; null if there is none. */
    timed_from: string | null;
    timed_whole_period: boolean;
  };
}

interface Contests {
  contested: number;
  overturned: number;
  /** Counts by duration; each `item` is a number of seconds. */
  times: readonly OutcomeCount[];
}

export function contestSheet(
  { contested, overturned, times }: Contests,
  { decisions, decisionTimes, unreviewed, timedFrom }: PackFacts,
  { from, to }: PackPeriod,
): ContestSheet {
  const [reversed = null] = closeCells([overturned, Math.max(0, contested - overturned)]);
  const cells = closeCells(decisions.map(({ count }) => count));
  const isTimed = timedFrom !== undefined && timedFrom <= to;
  const timed = sumOf(decisionTimes);
  return {
    contested: closeOne(contested),
    overturned: reversed,
    minutes_to_contest: LIFETIMES.contestMs / MINUTE_MS,
    time_to_decision: timesOfContests(times),
    reviews: {
      decisions: decisions.map(({ decision }, at) => ({ decision, count: cells[at] ?? null })),
      complete: decisions.reduce((sum, { count }) => sum + count, 0) <= MAX_DECISIONS,
      hours_at_most: REVIEW_MS / HOUR_MS,
      time_to_decision: timesOf(decisionTimes, closeOne(timed)),
      over_deadline: isTimed ? closeOne(unreviewed) : null,
      timed_from: timedFrom ?? null,
      timed_whole_period: timedFrom !== undefined && timedFrom <= from,
    },
  };
}

const sumOf = (counts: readonly { times: number }[]): number =>
  counts.reduce((sum, { times }) => sum + times, 0);

function timesOfContests(counts: readonly OutcomeCount[]): DecisionTimes {
  const timed = counts.map(({ item, success, failed }) => ({
    seconds: Number(item),
    times: success + failed,
  }));
  const endedAs = (verdict: 'success' | 'failed') =>
    counts.reduce((sum, count) => sum + count[verdict], 0);
  const parts = [endedAs('success'), endedAs('failed')];
  return timesOf(timed, closeSum(sumOf(timed), parts));
}
