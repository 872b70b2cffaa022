// A retake, as the objects of both sessions handle it (D-89): the old session's object stores the
// decision, begins the new session, and then records that the old session was retaken. If a retake
// is interrupted, the next request or the alarm completes it, so that no retake is left half done.
import { equalInConstantTime } from '../../crypto/hash.ts';
import { mayContest } from '../../domain/verification/rules/review/contest.ts';
import { deviceOf } from '../../domain/verification/rules/handoff/handoff.ts';
import {
  markRetaken,
  whyNotRetaken,
  type RetakePlan,
  type RetakeRefusal,
} from '../../domain/verification/rules/retake/retake.ts';
import type { Successor } from '../../domain/verification/rules/retake/chain.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import { logIncident } from '../../log.ts';
import type { SessionStorage } from './storage.ts';

/** `unreachable`: the new session's object does not answer; the retake is completed later. */
export type RetakeFailure = 'not_found' | 'unreachable' | RetakeRefusal;

export type RetakeAnswer = { ok: true; value: Successor } | { ok: false; reason: RetakeFailure };

export type ContestAnswer =
  | { ok: true; value: Successor }
  | { ok: false; reason: 'not_allowed' | 'unreachable' };

export class Retaking {
  readonly #storage: SessionStorage;
  readonly #sessions: Env['VERIFICATION_SESSION'];
  /** The retake that this instance is running; after a restart only the stored plan is left. */
  #running: { id: string; done: Promise<RetakeAnswer> } | undefined;

  constructor(storage: SessionStorage, sessions: Env['VERIFICATION_SESSION']) {
    this.#storage = storage;
    this.#sessions = sessions;
  }

  /**
   * Runs one retake at a time. Repeating a plan returns the same session. If an earlier plan was
   * interrupted, that plan is completed and `plan` is ignored.
   * @param record the current record; undefined when the caller may not read it
   */
  async retake(record: SessionRecord | undefined, plan: RetakePlan): Promise<RetakeAnswer> {
    if (record === undefined) return { ok: false, reason: 'not_found' };
    const { successor } = record.chain;
    if (successor?.id === plan.id) return { ok: true, value: successor };
    const refusal = whyNotRetaken(record);
    if (refusal !== undefined) return { ok: false, reason: refusal };
    const running = this.#running;
    if (running !== undefined && running.id !== plan.id) return { ok: false, reason: 'retaken' };
    return running?.done ?? this.#run(this.#storage.retaking ?? plan);
  }

  /**
   * Contests the estimate on behalf of the browser that opened the link (D-93). Even if a contest
   * is planned twice, only one new session is created, and every page of that browser receives it.
   * @param record the current record
   * @param plan absent when the caller knows that the session has already been contested
   */
  async contest(
    record: SessionRecord | undefined,
    browserHash: string,
    plan: RetakePlan | undefined,
  ): Promise<ContestAnswer> {
    const refused = { ok: false, reason: 'not_allowed' } as const;
    const isSame = (hash: string): boolean => equalInConstantTime(hash, browserHash);
    if (record === undefined || deviceOf(record, isSame) !== 'computer') return refused;
    const { successor } = record.chain;
    if (successor?.contested === true) return { ok: true, value: successor };
    if (plan === undefined || !mayContest(record, Date.now())) return refused;
    // A running retake must have been started by a different page of the same browser, because
    // nobody else may retake this session.
    const answer = await (this.#running?.done ?? this.#run(this.#storage.retaking ?? plan));
    return answer.ok ? answer : { ok: false, reason: 'unreachable' };
  }

  /** Completes a retake that failed or was interrupted. Must be called by the alarm. */
  async resume(): Promise<void> {
    const plan = this.#storage.retaking;
    if (plan !== undefined && this.#running === undefined) await this.#run(plan);
  }

  #run(plan: RetakePlan): Promise<RetakeAnswer> {
    const done = this.#perform(plan)
      .then((value): RetakeAnswer => ({ ok: true, value }))
      .catch((error: unknown): RetakeAnswer => {
        logIncident('retake_waits', { error: error instanceof Error ? error.name : 'unknown' });
        return { ok: false, reason: 'unreachable' };
      })
      .finally(() => {
        this.#running = undefined;
      });
    this.#running = { id: plan.id, done };
    return done;
  }

  async #perform({ id, session }: RetakePlan): Promise<Successor> {
    await this.#storage.keepRetaking({ id, session });
    const next = this.#sessions.get(this.#sessions.idFromString(id));
    const initHash = await next.createSession(session);
    const contested = session.chain.contested === true && { contested: true as const };
    const successor = { id, initHash, ...contested };
    const nowMs = Date.now();
    const record = this.#storage.read(nowMs);
    // The session may have been erased in the meantime.
    const retaken = record && markRetaken(record, successor, nowMs);
    if (retaken !== undefined) await this.#storage.save(retaken, 'retaken');
    return successor;
  }
}
