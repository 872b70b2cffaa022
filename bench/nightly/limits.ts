// The limits of a scheduled run on Cloudflare, and a check for figures that exceed them. Pure.
import type { MeasuredStep } from './measure.ts';

/**
 * The CPU limit of one run, which applies to schedules with an interval of less than an hour, and
 * to any Worker without `limits.cpu_ms` (developers.cloudflare.com/workers/platform/limits). A
 * daily schedule may use 15 minutes, but should not need that long.
 */
const RUN_CPU_MS = 30_000;
/**
 * The limit on the duration of a call, which is one query or one whole batch
 * (developers.cloudflare.com/d1/platform/limits).
 */
const CALL_MS = 30_000;
/**
 * The maximum number of queries of one run. D1's paid plan allows at least 1,000 (same page as for
 * `CALL_MS`); the rest is a reserve.
 */
const RUN_STATEMENTS = 800;

/**
 * @returns one line for each exceeded limit and for each failed step; all steps of a schedule count
 *   as one run
 */
export function findExcesses(steps: readonly MeasuredStep[]): string[] {
  const found = steps.flatMap(({ name, failed, longestCallMs, longestCall }) => [
    ...(failed ? [`${name} failed`] : []),
    ...(longestCallMs > CALL_MS
      ? [`${name}: a call of ${Math.round(longestCallMs)} ms: ${longestCall}`]
      : []),
  ]);
  for (const [schedule, ofRun] of Map.groupBy(steps, (step) => step.schedule)) {
    const cpuMs = ofRun.reduce((sum, step) => sum + step.cpuMs, 0);
    const statements = ofRun.reduce((sum, step) => sum + step.statements, 0);
    if (cpuMs > RUN_CPU_MS) found.push(`${schedule}: ${Math.round(cpuMs)} ms of CPU`);
    if (statements > RUN_STATEMENTS) found.push(`${schedule}: ${statements} statements`);
  }
  return found;
}
