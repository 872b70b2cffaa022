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
  /** Until when somebody is using it. */
  claimedUntilMs?: number;
}

type RedeemedToken = { ok: true; payload: string } | { ok: false };

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
   * Gives the token to one caller, who redeems it when its work is done. A caller that never comes back has it until the
   * claim ends; then it is good again.
   */
  async claim(secretHash: string, forMs: number): Promise<RedeemedToken> {
    const kept = this.#matching(secretHash);
    const nowMs = Date.now();
    if (kept === undefined || nowMs < (kept.claimedUntilMs ?? 0)) return { ok: false };
    this.ctx.storage.kv.put('token', { ...kept, claimedUntilMs: nowMs + forMs });
    return { ok: true, payload: kept.payload };
  }

  /** The work of a claim failed: the token is good again at once. */
  async release(secretHash: string): Promise<void> {
    const kept = this.#matching(secretHash);
    if (kept === undefined) return;
    const { claimedUntilMs: _claim, ...free } = kept;
    this.ctx.storage.kv.put('token', free);
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
    const kept = this.ctx.storage.kv.get<Kept>('token');
    const matches = equalInConstantTime(kept?.secretHash ?? secretHash, secretHash);
    return matches && kept !== undefined && Date.now() < kept.expiresAtMs ? kept : undefined;
  }
}
