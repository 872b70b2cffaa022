// The reasons why pictures were not accepted, which appear only in the service's log.
import { afterAll, beforeEach, vi } from 'vitest';

/**
 * Captures the log of each test in a file. Call this once per file.
 * @returns a function that lists the reasons logged in the current test so far, as `step: reason`
 */
export function watchRefusals(): () => string[] {
  const logged = vi.spyOn(console, 'error');
  beforeEach(() => void logged.mockImplementation(() => undefined).mockClear());
  afterAll(() => logged.mockRestore());
  return () =>
    logged.mock.calls
      .map(([line]) => JSON.parse(String(line)) as { event: string; step: string; reason: string })
      .filter(({ event }) => event === 'evidence_refused')
      .map(({ step, reason }) => `${step}: ${reason}`);
}
