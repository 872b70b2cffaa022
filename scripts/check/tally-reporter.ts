// Vitest's reporter for scripts/check: how long each test took and how often it was retried.
import { relative } from 'node:path';
import type { Reporter, TestCase } from 'vitest/node';
import type { TestRecord } from './report.ts';
import { noteTests } from './tally.ts';

export class TallyReporter implements Reporter {
  #tests: TestRecord[] = [];

  onTestCaseResult(test: TestCase): void {
    const diagnostic = test.diagnostic();
    if (diagnostic === undefined) return;
    const file = relative(process.cwd(), test.module.moduleId);
    const { duration: durationMs, retryCount: retries } = diagnostic;
    const cause = test.result().errors?.[0]?.message.split('\n')[0];
    this.#tests.push({
      name: `${file} > ${test.fullName}`,
      durationMs,
      retries,
      ...(cause !== undefined && { cause }),
    });
  }

  onTestRunEnd(): void {
    noteTests(this.#tests);
  }
}
