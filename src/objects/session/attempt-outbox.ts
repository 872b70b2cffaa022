// A session's report to the counter of the person's attempts (D-55). It is written with the
// verdict, sent immediately, and sent again by the session's alarm until it has arrived.
import { reportAttempt } from '../../domain/verification/rules/session/attempts.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import { countOf, type Counts } from './count-of.ts';
import type { StoredSession } from './stored-session.ts';

export class AttemptOutbox {
  readonly #row: StoredSession;
  readonly #counts: Counts;

  constructor(row: StoredSession, counts: Counts) {
    this.#row = row;
    this.#counts = counts;
  }

  /**
   * Stages the report of a session that has just ended, so that it is written in the same
   * transaction as the verdict.
   */
  note(record: SessionRecord): void {
    const report = reportAttempt(record);
    if (report !== undefined) this.#row.stage({ report });
  }

  get isEmpty(): boolean {
    return this.#row.pending.report === undefined;
  }

  /**
   * Sends the report to the counter and stages its removal; the counter ignores a second report
   * after a restart. Never throws: an undelivered report is kept.
   */
  async flush(): Promise<void> {
    const { report } = this.#row.pending;
    if (report === undefined) return;
    try {
      await countOf(this.#counts, report).end(report);
      this.#row.stage({ report: undefined });
    } catch {
      // The alarm sends the report again.
    }
  }
}
