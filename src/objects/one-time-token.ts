// A token that can be redeemed once, such as a reset link or a WebAuthn ceremony. Each token has
// its own object. Hand-off links and user codes are only looked up in this object, not redeemed.
import { DurableObject } from 'cloudflare:workers';
import { equalInConstantTime } from '../crypto/hash.ts';

interface Kept {
  secretHash: string;
  payload: string;
  expiresAtMs: number;
  /**
   * How many more times `attempt` may be called; absent for a token that is not used with
   * `attempt`.
   */
  triesLeft?: number;
  /** The caller for whom the token is reserved, and the end of the reservation. */
  claim?: { by: string; untilMs: number };
  /**
   * Whether the token has served its purpose; the payload then contains only the data that may
   * still be shown.
   */
  isDone?: true;
}

type RedeemedToken = { ok: true; payload: string } | { ok: false };
/** `busy`: the token is reserved for a different caller. */
type ClaimedToken = { ok: true; payload: string } | { ok: false; reason: 'gone' | 'busy' };

export class OneTimeToken extends DurableObject<Env> {
  /**
   * @param payload returned only to callers with the right secret
   * @param tries how many times `attempt` may be called
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

  /**
   * Like issue, unless there is an unexpired token.
   * @returns false if there is an unexpired token
   */
  async issueOnce(secretHash: string, payload: string, expiresAtMs: number): Promise<boolean> {
    const kept = this.ctx.storage.kv.get<Kept>('token');
    if (kept !== undefined && Date.now() < kept.expiresAtMs) return false;
    await this.issue(secretHash, payload, expiresAtMs);
    return true;
  }

  /**
   * Returns the payload without redeeming the token, for a page that describes the token's purpose.
   */
  async peek(secretHash: string): Promise<RedeemedToken> {
    const kept = this.#matching(secretHash);
    return kept === undefined ? { ok: false } : { ok: true, payload: kept.payload };
  }

  /**
   * Redeems the token, which is possible only once. A wrong secret and a used, expired or unknown
   * token give the same result.
   */
  async redeem(secretHash: string): Promise<RedeemedToken> {
    const kept = this.#matching(secretHash);
    if (kept === undefined) return { ok: false };
    this.ctx.storage.kv.delete('token');
    await this.ctx.storage.deleteAll();
    return { ok: true, payload: kept.payload };
  }

  /**
   * Reserves the token for one caller, who redeems it or marks it as done once the work is
   * complete. If the caller never returns, the reservation expires and the token is valid again.
   * @param by an id of the caller; the same caller may claim the token again after a lost response
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

  /**
   * Releases a token when the work that it was claimed for has failed, so that it can be claimed
   * again without waiting for the reservation to expire.
   * @param by the caller that claimed the token; a claim by any other caller is kept
   */
  async release(secretHash: string, by: string): Promise<void> {
    const kept = this.#matching(secretHash);
    if (kept?.claim?.by !== by) return;
    const { claim: _claim, ...free } = kept;
    this.ctx.storage.kv.put('token', free);
  }

  /**
   * Marks the token as redeemed because its work is done. Until the token expires, `seeDone`
   * returns the new payload.
   * @param remains the new payload
   */
  async markDone(secretHash: string, remains: string): Promise<void> {
    const kept = this.#matching(secretHash);
    if (kept === undefined) return;
    const { expiresAtMs } = kept;
    const done: Kept = { secretHash, payload: remains, expiresAtMs, isDone: true };
    this.ctx.storage.kv.put('token', done);
  }

  /** Returns the payload of a token whose work is done. */
  async seeDone(secretHash: string): Promise<RedeemedToken> {
    const kept = this.#kept(secretHash);
    return kept?.isDone === true ? { ok: true, payload: kept.payload } : { ok: false };
  }

  /** Deletes the token, for example when its account is deleted. */
  async discard(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  /**
   * Counts a call with the right secret and returns the payload, until no attempts remain. If the
   * attempt succeeds, the caller redeems the token.
   */
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
