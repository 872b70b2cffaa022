// Maps an Idempotency-Key to the id that the first request with this key created, such as the id of
// a session or a face challenge. There is one object per tenant, mode and key.
import { DurableObject } from 'cloudflare:workers';

interface Claim {
  fingerprint: string;
  /**
   * The id that was created, not always a session's. Existing records use this name, and so do
   * objects that still run an earlier version.
   */
  sessionId: string;
  expiresAtMs: number;
}

type ClaimAnswer = { ok: true; sessionId: string } | { ok: false; reason: 'mismatch' };

export class IdempotencyRecord extends DurableObject<Env> {
  /**
   * Claims the key for an id. The first caller's id wins; concurrent calls and retries with the
   * same fingerprint get that id.
   * @param fingerprint the hash of the request's content
   */
  async claim(fingerprint: string, newId: string, lifetimeMs: number): Promise<ClaimAnswer> {
    const nowMs = Date.now();
    const known = this.ctx.storage.kv.get<Claim>('claim');
    if (known !== undefined && nowMs < known.expiresAtMs)
      return known.fingerprint === fingerprint
        ? { ok: true, sessionId: known.sessionId }
        : { ok: false, reason: 'mismatch' };
    const claim: Claim = { fingerprint, sessionId: newId, expiresAtMs: nowMs + lifetimeMs };
    this.ctx.storage.kv.put('claim', claim);
    await this.ctx.storage.setAlarm(claim.expiresAtMs);
    return { ok: true, sessionId: newId };
  }

  override async alarm(): Promise<void> {
    const claim = this.ctx.storage.kv.get<Claim>('claim');
    if (claim !== undefined && Date.now() >= claim.expiresAtMs) await this.ctx.storage.deleteAll();
  }
}
