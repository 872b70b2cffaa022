// Encodes a visitor's steps as JSON for the session's row in the list. For the daily counts, the
// JSON also contains one bit mask per day that marks the steps first reached on that day. Pure.
import { dayOf } from '../../../terms/locate-page.ts';
import { FUNNEL_STEPS, type FunnelEvent, type FunnelName } from './funnel.ts';

/**
 * The prefix of names in `daily_counts` under which combinations of steps are counted; it is
 * followed by the combination's bits as a decimal number.
 */
const PREFIX = 'steps.';
/**
 * The prefix of names from before D-165, under which single steps were counted; it is followed by
 * the name of the step.
 */
const SINGLE_PREFIX = 'funnel.';

/**
 * One event: its name, its time in milliseconds, the step of the session at which it happened, and
 * the version of the privacy notice.
 */
type FoldedStep = [FunnelName, number, FunnelEvent['step'] | null, string | null];

/**
 * A day (UTC, `YYYY-MM-DD`) and the steps first reached on it: bit n represents FUNNEL_STEPS[n].
 */
type DaySteps = [string, number];

interface Folded {
  days: DaySteps[];
  steps: FoldedStep[];
}

/** @returns the text that unfoldFunnel reads */
export function foldFunnel(events: readonly FunnelEvent[]): string {
  const steps = events.map(({ name, atMs, step, notice }): FoldedStep => [
    name,
    atMs,
    step ?? null,
    notice ?? null,
  ]);
  return JSON.stringify({ days: daysOf(events), steps } satisfies Folded);
}

function daysOf(events: readonly FunnelEvent[]): DaySteps[] {
  const days = new Map<string, number>();
  for (const [place, step] of FUNNEL_STEPS.entries()) {
    const first = events.find(({ name }) => name === step);
    if (first === undefined) continue;
    const day = dayOf(first.atMs);
    days.set(day, (days.get(day) ?? 0) | (1 << place));
  }
  return [...days];
}

/** @param folded the result of foldFunnel */
export function unfoldFunnel(folded: string): FunnelEvent[] {
  const { steps } = JSON.parse(folded) as Folded;
  return steps.map(([name, atMs, step, notice]) => ({
    name,
    atMs,
    ...(step && { step }),
    ...(notice !== null && { notice }),
  }));
}

/** The range that contains the names of all counts of combinations of steps. */
export const STEP_COUNTS = { after: PREFIX, before: 'steps/' };

/** Whether any of these names belongs to a count for a single step, as used before D-165. */
export const hasSteps = (names: readonly string[]): boolean =>
  names.some((name) => name.startsWith(SINGLE_PREFIX));

/**
 * @returns the `funnel.<step>` counts to which a combination's count is added; any other name is
 *   returned unchanged
 */
export function namesOfSteps(name: string): string[] {
  if (!name.startsWith(PREFIX)) return [name];
  const bits = Number(name.slice(PREFIX.length));
  return FUNNEL_STEPS.filter((_step, place) => (bits & (1 << place)) !== 0).map(
    (step) => SINGLE_PREFIX + step,
  );
}
