// The steps of a visitor as the list row keeps them: one text, with what is counted of them by day. Pure.
import { dayOf } from '../../../terms/locate-page.ts';
import { FUNNEL_STEPS, type FunnelEvent, type FunnelName } from './funnel.ts';

/** The counts of `daily_counts` by combinations of steps are called so, with the bits behind. */
const PREFIX = 'steps.';
/** Before D-165 each step had a count of its own, called so with its name behind. */
const SINGLE_PREFIX = 'funnel.';

/** The name, the time in milliseconds, where a cancel happened, and the version of the privacy notice. */
type FoldedStep = [FunnelName, number, FunnelEvent['step'] | null, string | null];

/** Of each day (UTC, `YYYY-MM-DD`), which of FUNNEL_STEPS were reached first on it: a bit for each, by its place there. */
type DaySteps = [string, number];

interface Folded {
  days: DaySteps[];
  steps: FoldedStep[];
}

/** @returns null when there is no step */
export function foldFunnel(events: readonly FunnelEvent[]): string | null {
  if (events.length === 0) return null;
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

/** @param folded what foldFunnel made */
export function unfoldFunnel(folded: string): FunnelEvent[] {
  const { steps } = JSON.parse(folded) as Folded;
  return steps.map(([name, atMs, step, notice]) => ({
    name,
    atMs,
    ...(step && { step }),
    ...(notice !== null && { notice }),
  }));
}

/** Between which names those of combinations of steps are. */
export const STEP_COUNTS = { after: PREFIX, before: 'steps/' };

/** @param names of counts @returns whether one is of a step */
export const hasSteps = (names: readonly string[]): boolean =>
  names.some((name) => name.startsWith(SINGLE_PREFIX));

/** @returns to which `funnel.<step>` a combination of steps adds; another count adds to itself */
export function namesOfCount(name: string): string[] {
  if (!name.startsWith(PREFIX)) return [name];
  const bits = Number(name.slice(PREFIX.length));
  return FUNNEL_STEPS.filter((_step, place) => (bits & (1 << place)) !== 0).map(
    (step) => SINGLE_PREFIX + step,
  );
}
