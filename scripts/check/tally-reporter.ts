// The Vitest reporter for scripts/check. It records how long each test took, how many times it was
// retried, and what failed.
import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { TestRecord } from './report.ts';
import { noteTests } from './tally.ts';

export class TallyReporter implements Reporter {
  #tests: TestRecord[] = [];

  onTestCaseResult(test: TestCase): void {
    const diagnostic = test.diagnostic();
    if (diagnostic === undefined) return;
    const { duration: durationMs, retryCount: retries } = diagnostic;
    const { state, errors } = test.result();
    const cause = errors?.[0]?.message.split('\n')[0];
    this.#tests.push({
      phase: test.project.name,
      name: `${fileOf(test.module)} > ${test.fullName}`,
      durationMs,
      retries,
      ...(cause !== undefined && { cause }),
      ...(state === 'failed' && { hasFailed: true }),
    });
  }

  /**
   * Records the errors of a test file that could not be loaded. Such a file has no tests that could
   * fail.
   */
  onTestModuleEnd(module: TestModule): void {
    for (const error of module.errors())
      this.#fail(module.project.name, fileOf(module), error.message);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const phase = modules[0]?.project.name ?? '';
    for (const { message } of unhandled) this.#fail(phase, 'outside of any test', message);
    noteTests(this.#tests);
  }

  #fail(phase: string, name: string, message: string): void {
    const cause = message.split('\n', 1).join('');
    this.#tests.push({ phase, name, durationMs: 0, retries: 0, cause, hasFailed: true });
  }
}

const fileOf = ({ moduleId }: TestModule): string => relative(process.cwd(), moduleId);
