// Reports on the tests of a run: which of them failed, which were retried, and the relevant output
// of a phase.

/** The result of one test. */
export interface TestRecord {
  /** The Vitest project, which has the same name as its phase. */
  phase: string;
  /** The path of the test file, then the full name of the test. */
  name: string;
  durationMs: number;
  /** How many times Vitest retried the test. */
  retries: number;
  /** Why the test was retried or failed: the first line of the first error. */
  cause?: string;
  /** Whether the test failed in the end, with or without retries. */
  hasFailed?: boolean;
}

/**
 * A step that the test itself repeated, for example because an attempt failed on a busy machine.
 */
export interface RepeatedStep {
  test: string;
  step: string;
}

/**
 * The share of tests that may need a retry. If more do, the tests or the code are unreliable, and
 * the run fails.
 */
const MAX_RETRIED_SHARE = 0.01;

interface RetryVerdict {
  lines: string[];
  isTooMany: boolean;
}

/**
 * @param tests every test of the run
 * @param steps the steps that were repeated by the tests themselves; a test counts once, whether
 *   the whole test or one of its steps was repeated
 * @param skipped the number of tests in skipped phases: they count, because a run of few phases
 *   would otherwise be judged more strictly
 */
export function judgeRetries(
  tests: readonly TestRecord[],
  steps: readonly RepeatedStep[],
  skipped = 0,
): RetryVerdict {
  const retried = tests.filter(({ retries }) => retries > 0);
  const count = new Set([...retried.map(({ name }) => name), ...steps.map(({ test }) => test)])
    .size;
  const all = tests.length + skipped;
  const isTooMany = count > all * MAX_RETRIED_SHARE;
  const share = all === 0 ? 0 : (100 * count) / all;
  const limit = isTooMany ? `, more than the ${100 * MAX_RETRIED_SHARE} % allowed` : '';
  return {
    lines: [
      `Retried: ${count} of ${all} tests (${share.toFixed(2)} %)${limit}.`,
      ...retried.map(({ name, retries, cause }) => `  ${name} (${retries}×): ${cause ?? ''}`),
      ...steps.map(({ test, step }) => `  ${test}: ${step.split('\n', 1).join('')}`),
    ],
    isTooMany,
  };
}

/** @returns one line for each failed test of a phase, to print before the phase's long output */
export function listFailed(tests: readonly TestRecord[], phase: string): string[] {
  return tests
    .filter((test) => test.phase === phase && test.hasFailed)
    .map(({ name, cause }) => `  failed: ${name}: ${cause ?? ''}`);
}

/**
 * Log lines of workerd. Even a successful run prints hundreds, because some tests break connections
 * on purpose.
 */
const RUNTIME_LINE =
  /^(console warning; message = |uncaught exception; |exception = |stack: | +at async D1Entry\.)/;

/** @returns the relevant part of the output of a failed phase */
export function withoutRuntimeLines(output: string): string {
  return output
    .split('\n')
    .filter((line) => !RUNTIME_LINE.test(line))
    .join('\n');
}
