// A token that can be redeemed once: reset links, WebAuthn ceremonies. A hand-off link only learns here whose it is. One object
// per token.
import { DurableObject } from 'cloudflare:workers';
import { equalInConstantTime } from '../crypto/hash.ts';

interface Kept {
  secretHash: string;
  payload: string;
  expiresAtMs: number;
  /** How many attempts are allowed before it is redeemed; absent: it can only be redeemed. */
  triesLeft?: number;
  /** Who is using it, and until when. */
  claim?: { by: string; untilMs: number };
  /** What it was for is done; the payload is what may be known of that. */
  isDone?: true;
}

type RedeemedToken = { ok: true; payload: string } | { ok: false };
/** `busy`: somebody else is using it. */
type ClaimedToken = { ok: true; payload: string } | { ok: false; reason: 'gone' | 'busy' };

export class OneTimeToken extends DurableObject<Env> {
  /**
   * @param payload returned on redemption, to nobody else
   * @param tries how often `attempt` may be called
   */
  async issue(
    secretHash: string,
    payload: string,
    expiresAtMs: number,
    tries?: number,
  ): Promise<void> {
    const kept: Kept = { secretHash, payload, expiresAtMs };
    this.ctx.storage.kv.put('token', { ...kept, ...(tries !== undefined && { triesLeft: tries }) });
    await this.ctx.storage.setAlarm(expiresAtMs);
  }

  /** As issue, where there is none that has not expired. @returns false where there is one */
  async issueOnce(secretHash: string, payload: string, expiresAtMs: number): Promise<boolean> {
    const kept = this.ctx.storage.kv.get<Kept>('token');
    if (kept !== undefined && Date.now() < kept.expiresAtMs) return false;
    await this.issue(secretHash, payload, expiresAtMs);
    return true;
  }

  /** Returns the payload without redeeming the token, for a page that shows what it is for. */
  async peek(secretHash: string): Promise<RedeemedToken> {
    const kept = this.#matching(secretHash);
    return kept === undefined ? { ok: false } : { ok: true, payload: kept.payload };
  }

  /** Redeems once. A wrong secret and a used, expired or unknown token give the same result. */
  async redeem(secretHash: string): Promise<RedeemedToken> {
    const kept = this.#matching(secretHash);
    if (kept === undefined) return { ok: false };
    this.ctx.storage.kv.delete('token');
    await this.ctx.storage.deleteAll();
    return { ok: true, payload: kept.payload };
  }

  /**
   * Gives the token to one caller, who redeems it, or marks it as done, when its work is done. A caller that never comes back has it until
   * the claim ends; then it is good again.
   * @param by of the caller alone: the same one may ask again, whose answer was lost
   */
  async claim(secretHash: string, by: string, forMs: number): Promise<ClaimedToken> {
    const kept = this.#matching(secretHash);
    if (kept === undefined) return { ok: false, reason: 'gone' };
    const nowMs = Date.now();
    const { claim } = kept;
    if (claim !== undefined && claim.by !== by && nowMs < claim.untilMs)
      return { ok: false, reason: 'busy' };
    this.ctx.storage.kv.put('token', { ...kept, claim: { by, untilMs: nowMs + forMs } });
    return { ok: true, payload: kept.payload };
  }

  /** The work of a claim failed: the token is good again at once. @param by who claimed it; no other claim ends */
  async release(secretHash: string, by: string): Promise<void> {
    const kept = this.#matching(secretHash);
    if (kept?.claim?.by !== by) return;
    const { claim: _claim, ...free } = kept;
    this.ctx.storage.kv.put('token', free);
  }

  /** The work is done: the token is redeemed, and until its time is over `seeDone` says so. @param remains in place of the payload */
  async markDone(secretHash: string, remains: string): Promise<void> {
    const kept = this.#matching(secretHash);
    if (kept === undefined) return;
    const { expiresAtMs } = kept;
    const done: Kept = { secretHash, payload: remains, expiresAtMs, isDone: true };
    this.ctx.storage.kv.put('token', done);
  }

  /** What remains of a token whose work is done. */
  async seeDone(secretHash: string): Promise<RedeemedToken> {
    const kept = this.#kept(secretHash);
    return kept?.isDone === true ? { ok: true, payload: kept.payload } : { ok: false };
  }

  /** Deletes the token unused, such as when its account is deleted. */
  async discard(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  /** Counts an attempt and returns the payload; the last attempt deletes the token. Redeem it after a success. */
  async attempt(secretHash: string): Promise<RedeemedToken> {
    const kept = this.ctx.storage.kv.get<Kept>('token');
    const matches = equalInConstantTime(kept?.secretHash ?? secretHash, secretHash);
    const triesLeft = kept?.triesLeft ?? 0;
    if (kept === undefined || !matches || Date.now() >= kept.expiresAtMs || triesLeft === 0)
      return { ok: false };
    this.ctx.storage.kv.put('token', { ...kept, triesLeft: triesLeft - 1 });
    return { ok: true, payload: kept.payload };
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  #matching(secretHash: string): Kept | undefined {
    const kept = this.#kept(secretHash);
    return kept?.isDone === true ? undefined : kept;
  }

  #kept(secretHash: string): Kept | undefined {
    const kept = this.ctx.storage.kv.get<Kept>('token');
    const matches = equalInConstantTime(kept?.secretHash ?? secretHash, secretHash);
    return matches && kept !== undefined && Date.now() < kept.expiresAtMs ? kept : undefined;
  }
}
