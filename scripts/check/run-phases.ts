// Schedules phases: a limited number in parallel, each after the phase that it depends on.
import type { Phase } from './phases.ts';

export interface PhaseResult {
  name: string;
  outcome: 'passed' | 'failed' | 'skipped' | 'not run';
  durationMs: number;
  /** The CPU time of all the phase's processes that have ended; undefined when unknown. */
  processorMs?: number;
  /**
   * The number of tests that ran; for a skipped phase, the number that passed in the earlier run.
   */
  tests?: number;
  /** The time at which a skipped phase passed with the same inputs (ISO 8601). */
  passedAt?: string;
}

/** The result of a phase; when `passedAt` is set, the phase was not run again. */
export type PhaseRun = Pick<PhaseResult, 'processorMs' | 'tests' | 'passedAt'> & {
  hasPassed: boolean;
};

/**
 * Starts phases in order, several at a time. A phase with a predecessor waits until the predecessor
 * has ended.
 * @param width the number of phases that run in parallel until every real-time phase has ended;
 *   after that, one more may run
 * @param run runs one phase; never rejects
 * @returns one result per phase, in the order of `phases`; a phase whose predecessor failed is not
 *   run
 */
export async function runPhases(
  phases: readonly Phase[],
  width: number,
  run: (phase: Phase) => Promise<PhaseRun>,
): Promise<PhaseResult[]> {
  const results = new Map<string, PhaseResult>();
  const running = new Map<string, Promise<void>>();
  const waiting = [...phases];
  const start = async (phase: Phase): Promise<void> => {
    const startMs = performance.now();
    const { hasPassed, ...used } = await run(phase);
    const outcome = outcomeOf(hasPassed, used.passedAt);
    const durationMs = performance.now() - startMs;
    results.set(phase.name, { name: phase.name, outcome, durationMs, ...used });
    running.delete(phase.name);
  };
  const isInTime = ({ name, isInRealTime }: Phase): boolean =>
    isInRealTime === true && !results.has(name);
  while (waiting.length > 0 || running.size > 0) {
    const room = phases.some(isInTime) ? width : width + 1;
    const next =
      running.size < room ? waiting.find((phase) => isFree(phase, phases, results)) : undefined;
    if (next === undefined) {
      await Promise.race(running.values());
      continue;
    }
    waiting.splice(waiting.indexOf(next), 1);
    const before = results.get(next.after ?? '');
    if (before !== undefined && !isGreen(before))
      results.set(next.name, { name: next.name, outcome: 'not run', durationMs: 0 });
    else running.set(next.name, start(next));
  }
  return phases.flatMap(({ name }) => results.get(name) ?? []);
}

/** Whether the phase passed, in this run or in an earlier one with the same inputs. */
export const isGreen = ({ outcome }: PhaseResult): boolean =>
  outcome === 'passed' || outcome === 'skipped';

function outcomeOf(hasPassed: boolean, passedAt: string | undefined): PhaseResult['outcome'] {
  if (!hasPassed) return 'failed';
  return passedAt === undefined ? 'passed' : 'skipped';
}

/** Whether the phase may start. A predecessor that is not among the phases is ignored. */
function isFree(
  { after }: Phase,
  phases: readonly Phase[],
  results: ReadonlyMap<string, PhaseResult>,
): boolean {
  return after === undefined || results.has(after) || phases.every(({ name }) => name !== after);
}
