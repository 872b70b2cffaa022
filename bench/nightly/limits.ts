// The limits that a scheduled run has on Cloudflare, and what passes them. Pure.
import type { MeasuredStep } from './measure.ts';

/**
 * CPU of one run: what a schedule of less than an hour may use, and any Worker without `limits.cpu_ms`
 * (developers.cloudflare.com/workers/platform/limits). A daily one may use 15 minutes; it is not to need them.
 */
const RUN_CPU_MS = 30_000;
/** Of a query, and of a batch as a whole (developers.cloudflare.com/d1/platform/limits). */
const CALL_MS = 30_000;
/** Queries of one run: what the paid plan was sure to allow is 1,000 (same page), of which some stay in reserve. */
const RUN_STATEMENTS = 700;

/** @returns one line for each limit that is passed, and for each step that failed; a schedule's steps are one run */
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
