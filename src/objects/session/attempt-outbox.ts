// A session's report to the counter of its person's attempts (D-55): written with the verdict, sent
// at once, and sent again by the session's alarm until it has arrived.
import {
  reportAttempt,
  type AttemptReport,
} from '../../domain/verification/rules/session/attempts.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import { countOf, type Counts } from './count-of.ts';

const KEY = 'attempt-report';

export class AttemptOutbox {
  readonly #ctx: DurableObjectState;
  readonly #counts: Counts;

  constructor(ctx: DurableObjectState, counts: Counts) {
    this.#ctx = ctx;
    this.#counts = counts;
  }

  /**
   * Stores the report of a session that has just ended; must be called in the transaction of the
   * verdict.
   */
  note(record: SessionRecord): void {
    const report = reportAttempt(record);
    if (report !== undefined) this.#ctx.storage.kv.put(KEY, report);
  }

  get isEmpty(): boolean {
    return this.#report === undefined;
  }

  /** Never throws: an undelivered report stays. */
  async flush(): Promise<void> {
    const report = this.#report;
    if (report === undefined) return;
    try {
      await countOf(this.#counts, report).end(report);
      this.#ctx.storage.kv.delete(KEY);
    } catch {
      // The alarm sends it again.
    }
  }

  get #report(): AttemptReport | undefined {
    return this.#ctx.storage.kv.get<AttemptReport>(KEY);
  }
}
