// Counts the failed checks of one person within 24 hours (D-55): one object per tenant and user id,
// or per account, named by a hash. The object outlives the sessions whose checks it counts,
// including erased sessions. The rules are in domain/verification/rules/session/attempts.ts.
import { DurableObject } from 'cloudflare:workers';
import {
  areUsedUp,
  beginAttempt,
  currentAttempts,
  endAttempt,
  type AttemptReport,
  type Attempts,
} from '../domain/verification/rules/session/attempts.ts';

export class AttemptCount extends DurableObject<Env> {
  async areUsedUp(cap: number): Promise<boolean> {
    return areUsedUp(this.#read(), cap);
  }

  /**
   * Begins the attempt of a session; repeating the call changes nothing.
   * @returns false when no attempts remain
   */
  async begin(sessionId: string, cap: number): Promise<boolean> {
    const next = beginAttempt(this.#read(), sessionId, cap, Date.now());
    if (next !== undefined) await this.#write(next);
    return next !== undefined;
  }

  /**
   * Records the state that a session reports when its attempt ends; repeating the call changes
   * nothing.
   */
  async end({ sessionId, state }: Pick<AttemptReport, 'sessionId' | 'state'>): Promise<void> {
    const attempts = this.#read();
    if (attempts[sessionId]?.state === state) return;
    await this.#write(endAttempt(attempts, sessionId, state, Date.now()));
  }

  override async alarm(): Promise<void> {
    const attempts = this.#read();
    if (Object.keys(attempts).length === 0) await this.ctx.storage.deleteAll();
    else await this.#write(attempts);
  }

  #read(): Attempts {
    return currentAttempts(this.ctx.storage.kv.get<Attempts>('attempts') ?? {}, Date.now());
  }

  async #write(attempts: Attempts): Promise<void> {
    this.ctx.storage.kv.put('attempts', attempts);
    // An alarm that is already set fires before the time calculated below, and its handler then
    // sets the next one.
    if ((await this.ctx.storage.getAlarm()) !== null) return;
    const untilMs = Object.values(attempts).map((one) => one.untilMs);
    await this.ctx.storage.setAlarm(Math.max(...untilMs));
  }
}
