// What a session's object asks the count of its person's failed checks (D-55), and when.
import type { AttemptLimit } from '../../domain/verification/rules/session/visitor.ts';
import { activeDevice } from '../../domain/verification/rules/handoff/handoff.ts';
import { openLink, type LinkOpening } from '../../domain/verification/rules/opening/opening.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import type { AttemptCount } from '../attempt-count.ts';
import type { SeenSession } from './access.ts';

export class SessionAttempts {
  readonly #counts: Env['ATTEMPT_COUNT'];

  constructor(counts: Env['ATTEMPT_COUNT']) {
    this.#counts = counts;
  }

  /** Asked only for a link that this opening opens. */
  async areUsedUp(record: SessionRecord | undefined, opening: LinkOpening): Promise<boolean> {
    const attempts = record?.visitor.attempts;
    if (record === undefined || attempts === undefined) return false;
    if (record.secrets.browserHash !== undefined) return false;
    if (!openLink(record, opening, Date.now()).ok) return false;
    return this.#countOf(attempts).areUsedUp(attempts.cap);
  }

  /** Before the first evidence is judged. @returns false when the person has no attempt left */
  async begin(seen: SeenSession | undefined): Promise<boolean> {
    const { record, device } = seen ?? {};
    const attempts = record?.visitor.attempts;
    if (attempts === undefined || record?.current.challenge === undefined) return true;
    if (device !== activeDevice(record)) return true;
    return this.#countOf(attempts).begin(record.id, attempts.cap);
  }

  #countOf({ of }: AttemptLimit): DurableObjectStub<AttemptCount> {
    return this.#counts.get(this.#counts.idFromName(of));
  }
}
