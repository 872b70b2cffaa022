// One authorization, from the site's request to the end of its tokens: consent request → code → refresh family
// → ended. Every change is one call with no await between read and write, so nothing here can race. Tokens come
// as hashes; who may call with what is decided in domain/grants.
import { DurableObject } from 'cloudflare:workers';
import { equalInConstantTime } from '../crypto/hash.ts';
import type { AuthorizationRequest } from '../domain/grants/request.ts';
import type { Approval, GrantFacts } from '../domain/grants/approval.ts';

export interface ConsentProof {
  /** SHA-256 of the session's secret and of the browser's cookie. */
  secretHash: string;
  browserHash: string;
}

export interface IssuedCode {
  hash: string;
  expiresAtMs: number;
}

export interface Redemption {
  codeHash: string;
  clientId: string;
  redirectUri: string;
  /** BASE64URL(SHA-256(code_verifier)). */
  codeChallenge: string;
  /** Hash of the family's first refresh token. */
  refreshHash: string;
}

export interface Rotation {
  presentedHash: string;
  /** Hash of the token that follows the presented one; the same for every retry. */
  nextHash: string;
  clientId: string;
}

/** `replayed`: the grant has just been revoked because of it. The caller tells them apart in its log only. */
export type Exchanged =
  | { ok: true; facts: GrantFacts }
  | { ok: false; reason: 'unknown' | 'foreign' | 'mismatch' | 'expired' | 'held' | 'replayed' };

export type ReadRefreshToken =
  { ok: true; facts: GrantFacts; issuedAtMs: number; expiresAtMs: number } | { ok: false };

export interface GrantLifetimes {
  refreshIdleMs: number;
  refreshAbsoluteMs: number;
  refreshGraceMs: number;
  accessTokenMs: number;
}

interface Family {
  currentHash: string;
  previousHash?: string;
  startedAtMs: number;
  /** When the current token was made. */
  rotatedAtMs: number;
}

interface Kept {
  request: AuthorizationRequest;
  consent?: ConsentProof & { expiresAtMs: number };
  approval?: Approval;
  code?: IssuedCode & { redeemed: boolean };
  family?: Family;
  /** `jti` of access tokens that were revoked alone, with the time they end anyway. */
  revokedAccess?: Record<string, number>;
}

/** What is left of a grant that has ended, so that nothing late can begin it again. */
interface Ended {
  ended: true;
}

/** Before the hash of every refresh token that was replaced and can no longer be retried. */
const SPENT = 'spent:';

/** Until when the account is locked; by itself, since it may come before the grant. */
const HELD = 'held-until-ms';

export class Grant extends DurableObject<Env> {
  /** A site asks. @param expiresAtMs when the person has not answered by then, nothing happened */
  async begin(
    request: AuthorizationRequest,
    proof: ConsentProof,
    expiresAtMs: number,
  ): Promise<void> {
    this.#write({ request, consent: { ...proof, expiresAtMs } });
    await this.ctx.storage.setAlarm(expiresAtMs);
  }

  /** What the consent screen shows: to the browser that asked, while it may still answer. */
  async describe(
    proof: ConsentProof,
  ): Promise<{ ok: true; request: AuthorizationRequest } | { ok: false }> {
    const kept = this.#readConsent(proof);
    return kept === undefined ? { ok: false } : { ok: true, request: kept.request };
  }

  /** The person says yes, once. */
  async approve(
    proof: ConsentProof,
    approval: Approval,
    code: IssuedCode,
  ): Promise<{ ok: true; request: AuthorizationRequest } | { ok: false }> {
    const kept = this.#readConsent(proof);
    if (kept === undefined) return { ok: false };
    const { request } = kept;
    this.#write({ request, approval, code: { ...code, redeemed: false } });
    await this.ctx.storage.setAlarm(code.expiresAtMs);
    return { ok: true, request };
  }

  /** The person agreed before: a code at once. @returns false when the grant was revoked before it began */
  async issue(
    request: AuthorizationRequest,
    approval: Approval,
    code: IssuedCode,
  ): Promise<boolean> {
    if (this.ctx.storage.kv.get('grant') !== undefined) return false;
    this.#write({ request, approval, code: { ...code, redeemed: false } });
    await this.ctx.storage.setAlarm(code.expiresAtMs);
    return true;
  }

  /** The person says no, once. */
  async deny(
    proof: ConsentProof,
  ): Promise<{ ok: true; request: AuthorizationRequest } | { ok: false }> {
    const kept = this.#readConsent(proof);
    if (kept === undefined) return { ok: false };
    await this.ctx.storage.deleteAll();
    return { ok: true, request: kept.request };
  }

  /**
   * Redeems the code (RFC 6749 4.1.3). Whatever is wrong with the call consumes nothing; only a correct second
   * redemption, which means that two parties hold the code, ends the grant (RFC 9700 4.5, S-46).
   */
  async exchange(redemption: Redemption, lifetimes: GrantLifetimes): Promise<Exchanged> {
    const kept = this.#read();
    const nowMs = Date.now();
    const { approval, code, request } = kept ?? {};
    if (kept === undefined || approval === undefined || code === undefined || request === undefined)
      return { ok: false, reason: 'unknown' };
    if (!equalInConstantTime(code.hash, redemption.codeHash))
      return { ok: false, reason: 'unknown' };
    if (request.clientId !== redemption.clientId) return { ok: false, reason: 'foreign' };
    if (
      request.redirectUri !== redemption.redirectUri ||
      !equalInConstantTime(request.codeChallenge, redemption.codeChallenge)
    )
      return { ok: false, reason: 'mismatch' };
    if (code.redeemed) {
      await this.#end(lifetimes);
      return { ok: false, reason: 'replayed' };
    }
    if (nowMs >= code.expiresAtMs) return { ok: false, reason: 'expired' };
    if (this.#isHeld()) return { ok: false, reason: 'held' };
    const family = {
      currentHash: redemption.refreshHash,
      startedAtMs: nowMs,
      rotatedAtMs: nowMs,
    };
    this.#write({ ...kept, code: { ...code, redeemed: true }, family });
    await this.ctx.storage.setAlarm(nowMs + lifetimes.refreshIdleMs + lifetimes.accessTokenMs);
    return { ok: true, facts: { request, approval } };
  }

  /**
   * Replaces the refresh token (RFC 9700 4.14). A retry of the one before, within the grace, is told the same
   * successor; any token that was spent earlier ends this family and no other (S-48, S-49).
   */
  async refresh(rotation: Rotation, lifetimes: GrantLifetimes): Promise<Exchanged> {
    const kept = this.#read();
    const nowMs = Date.now();
    const { approval, family, request } = kept ?? {};
    if (
      kept === undefined ||
      approval === undefined ||
      family === undefined ||
      request === undefined
    )
      return { ok: false, reason: 'unknown' };
    if (request.clientId !== rotation.clientId) return { ok: false, reason: 'foreign' };
    const facts = { request, approval };
    const { presentedHash, nextHash } = rotation;
    if (equalInConstantTime(family.currentHash, presentedHash)) {
      if (!isFamilyAlive(family, lifetimes, nowMs)) return { ok: false, reason: 'expired' };
      if (family.previousHash !== undefined)
        this.ctx.storage.kv.put(`${SPENT}${family.previousHash}`, true);
      const next = { ...family, currentHash: nextHash, previousHash: presentedHash };
      this.#write({ ...kept, family: { ...next, rotatedAtMs: nowMs } });
      await this.ctx.storage.setAlarm(nowMs + lifetimes.refreshIdleMs + lifetimes.accessTokenMs);
      return { ok: true, facts };
    }
    if (
      family.previousHash !== undefined &&
      equalInConstantTime(family.previousHash, presentedHash)
    ) {
      if (nowMs < family.rotatedAtMs + lifetimes.refreshGraceMs) return { ok: true, facts };
    } else if (this.ctx.storage.kv.get(`${SPENT}${presentedHash}`) === undefined)
      return { ok: false, reason: 'unknown' };
    await this.#end(lifetimes);
    return { ok: false, reason: 'replayed' };
  }

  /** Whether an access token of this grant still counts. @param jti its id */
  async isLive(jti: string): Promise<boolean> {
    const kept = this.#read();
    if (kept?.family === undefined || this.#isHeld()) return false;
    return kept.revokedAccess?.[jti] === undefined;
  }

  /** What introspection tells of a refresh token: only the current one is active. */
  async readRefreshToken(
    presentedHash: string,
    clientId: string,
    lifetimes: GrantLifetimes,
  ): Promise<ReadRefreshToken> {
    const kept = this.#read();
    const { approval, family, request } = kept ?? {};
    if (approval === undefined || family === undefined || request?.clientId !== clientId)
      return { ok: false };
    const isCurrent = equalInConstantTime(family.currentHash, presentedHash);
    if (!isCurrent || this.#isHeld() || !isFamilyAlive(family, lifetimes, Date.now()))
      return { ok: false };
    const facts = { request, approval };
    const expiresAtMs = expiryOf(family, lifetimes);
    return { ok: true, facts, issuedAtMs: family.rotatedAtMs, expiresAtMs };
  }

  /** Ends the grant when the token is one of its own, spent or not (RFC 7009 2.1). @param clientId when it was proved */
  async revokeByRefreshToken(
    presentedHash: string,
    clientId: string | undefined,
    lifetimes: GrantLifetimes,
  ): Promise<void> {
    const kept = this.#read();
    const family = kept?.family;
    if (kept === undefined || family === undefined) return;
    if (clientId !== undefined && kept.request.clientId !== clientId) return;
    const isOurs =
      equalInConstantTime(family.currentHash, presentedHash) ||
      equalInConstantTime(family.previousHash ?? '', presentedHash) ||
      this.ctx.storage.kv.get(`${SPENT}${presentedHash}`) !== undefined;
    if (isOurs) await this.#end(lifetimes);
  }

  /** Ends one access token and nothing else. @param expiresAtMs when it would end anyway */
  async revokeAccessToken(jti: string, expiresAtMs: number): Promise<void> {
    const kept = this.#read();
    if (kept === undefined) return;
    const nowMs = Date.now();
    const still = Object.entries(kept.revokedAccess ?? {}).filter(([, endMs]) => endMs > nowMs);
    const revokedAccess = { ...Object.fromEntries(still), [jti]: expiresAtMs };
    this.#write({ ...kept, revokedAccess });
  }

  /** Ends everything: the person, the site or an operator takes it back. Works before it has begun, too. */
  async revoke(lifetimes: GrantLifetimes): Promise<void> {
    await this.#end(lifetimes);
  }

  /**
   * The account is locked: until then no token counts and no code is redeemed, but nothing is lost (S-27). Refresh
   * asks D1 how the account stands. @param untilMs a time that has passed ends it
   */
  async hold(untilMs: number): Promise<void> {
    const kept = this.ctx.storage.kv.get<Kept | Ended>('grant');
    if (kept !== undefined && 'ended' in kept) return;
    if (untilMs <= Date.now()) {
      this.ctx.storage.kv.delete(HELD);
      return;
    }
    this.ctx.storage.kv.put(HELD, untilMs);
    if (kept === undefined) await this.ctx.storage.setAlarm(untilMs);
  }

  /** Only cleans up: every method looks at the clock itself. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  #read(): Kept | undefined {
    const kept = this.ctx.storage.kv.get<Kept | Ended>('grant');
    return kept === undefined || 'ended' in kept ? undefined : kept;
  }

  #isHeld(): boolean {
    return Date.now() < (this.ctx.storage.kv.get<number>(HELD) ?? 0);
  }

  #write(kept: Kept): void {
    this.ctx.storage.kv.put('grant', kept);
  }

  #readConsent({ secretHash, browserHash }: ConsentProof): Kept | undefined {
    const kept = this.#read();
    const consent = kept?.consent;
    const isSecret = equalInConstantTime(consent?.secretHash ?? secretHash, secretHash);
    const isBrowser = equalInConstantTime(consent?.browserHash ?? browserHash, browserHash);
    if (consent === undefined || !isSecret || !isBrowser) return undefined;
    return Date.now() < consent.expiresAtMs ? kept : undefined;
  }

  async #end(lifetimes: GrantLifetimes): Promise<void> {
    this.ctx.storage.kv.put('grant', { ended: true } satisfies Ended);
    const spent = Array.from(this.ctx.storage.kv.list({ prefix: SPENT }), ([key]) => key);
    for (const key of spent) this.ctx.storage.kv.delete(key);
    await this.ctx.storage.setAlarm(Date.now() + lifetimes.accessTokenMs);
  }
}

function expiryOf(family: Family, { refreshIdleMs, refreshAbsoluteMs }: GrantLifetimes): number {
  return Math.min(family.rotatedAtMs + refreshIdleMs, family.startedAtMs + refreshAbsoluteMs);
}

const isFamilyAlive = (family: Family, lifetimes: GrantLifetimes, nowMs: number): boolean =>
  nowMs < expiryOf(family, lifetimes);
