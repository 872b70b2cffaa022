// Stores one authorization, from the site's request to the end of its tokens. Each method reads the
// stored data, applies a rule of domain/openid/grants and writes the result, without an await in
// between, so that concurrent calls cannot interfere with each other.
import { DurableObject } from 'cloudflare:workers';
import {
  PROOF,
  PROOF_WINDOW_MS,
  proofKey,
  type Proof,
} from '../domain/openid/grants/dpop-proof.ts';
import type { AuthorizationRequest } from '../domain/openid/grants/authorization-request.ts';
import * as deviceRules from '../domain/openid/grants/device-rules.ts';
import type { DeviceRedemption } from '../domain/openid/grants/device-rules.ts';
import * as grantRules from '../domain/openid/grants/grant-rules.ts';
import type {
  Approval,
  Change,
  CodeRedemption,
  ConsentProof,
  ConsentRead,
  EndedGrant,
  Exchanged,
  GrantFacts,
  GrantRecord,
  IssuedCode,
  PushedProof,
  StoredGrant,
  WaitingDevice,
} from '../domain/openid/grants/grant-rules.ts';
import * as tokenRules from '../domain/openid/grants/token-rules.ts';
import type { RefreshRotation, RefreshTokenRead } from '../domain/openid/grants/token-rules.ts';

const RECORD = 'grant';
/**
 * The key prefix for the hash of every refresh token that has been replaced and can no longer be
 * retried.
 */
const SPENT = 'spent:';
/** How much longer than necessary a grant may be stored: a day. */
const SLACK_MS = 24 * 60 * 60_000;

type UsedProof = Pick<Proof, 'hash' | 'issuedAtMs'>;

/** The rules in domain/openid/grants document these methods and their parameters. */
export class Grant extends DurableObject<Env> {
  async pushRequest(
    request: AuthorizationRequest,
    proof: PushedProof,
    expiresAtMs: number,
  ): Promise<void> {
    return this.#apply(grantRules.pushRequest(request, proof, expiresAtMs));
  }

  async beginDevice(
    request: AuthorizationRequest,
    proof: PushedProof,
    device: Pick<WaitingDevice, 'secretHash' | 'expiresAtMs'>,
  ): Promise<void> {
    return this.#apply(deviceRules.beginDevice(request, proof, device));
  }

  /** @param proof as in redeemCode */
  async redeemDevice(redemption: DeviceRedemption, proof?: UsedProof): Promise<Exchanged> {
    return this.#applyWith(proof, deviceRules.redeemDevice(this.#read(), redemption, Date.now()));
  }

  async readPushed(proof: PushedProof): Promise<ConsentRead> {
    return grantRules.readPushed(this.#read(), proof, Date.now());
  }

  async openPushed(
    pushed: PushedProof,
    opened: { request: AuthorizationRequest; proof: ConsentProof; expiresAtMs: number },
  ): Promise<boolean> {
    return this.#apply(grantRules.openPushed(this.#read(), pushed, opened, Date.now()));
  }

  async openConsent(
    request: AuthorizationRequest,
    proof: ConsentProof,
    expiresAtMs: number,
  ): Promise<void> {
    return this.#apply(grantRules.openConsent(request, proof, expiresAtMs));
  }

  async readConsent(proof: ConsentProof): Promise<ConsentRead> {
    return grantRules.readConsent(this.#read(), proof, Date.now());
  }

  async approveConsent(answer: {
    proof: ConsentProof;
    approval: Approval;
    code: IssuedCode;
  }): Promise<ConsentRead> {
    return this.#apply(grantRules.approveConsent(this.#read(), answer, Date.now()));
  }

  async denyConsent(proof: ConsentProof): Promise<ConsentRead> {
    return this.#apply(grantRules.denyConsent(this.#read(), proof, Date.now()));
  }

  async issueCode(facts: GrantFacts, code: IssuedCode, pushed?: PushedProof): Promise<boolean> {
    const begun = pushed && { proof: pushed, nowMs: Date.now() };
    return this.#apply(grantRules.issueCode(this.#read(), facts, code, begun));
  }

  /**
   * @param proof the DPoP proof of the request; nothing is redeemed if the proof has been used
   *   before
   */
  async redeemCode(redemption: CodeRedemption, proof?: UsedProof): Promise<Exchanged> {
    return this.#applyWith(proof, grantRules.redeemCode(this.#read(), redemption, Date.now()));
  }

  /** @param proof as in redeemCode */
  async rotateRefreshToken(rotation: RefreshRotation, proof?: UsedProof): Promise<Exchanged> {
    return this.#applyWith(
      proof,
      tokenRules.rotateRefreshToken(this.#read(), rotation, Date.now()),
    );
  }

  async isAccessTokenActive(jti: string): Promise<boolean> {
    return tokenRules.isAccessTokenActive(this.#read(), jti);
  }

  /** Like isAccessTokenActive, for a token that comes with a DPoP proof. */
  async useAccessToken(
    jti: string,
    proof: UsedProof,
  ): Promise<'active' | 'inactive' | 'proof_replayed'> {
    if (!tokenRules.isAccessTokenActive(this.#read(), jti)) return 'inactive';
    return this.#useProof(proof) ? 'active' : 'proof_replayed';
  }

  async readRefreshToken(presentedHash: string, clientId: string): Promise<RefreshTokenRead> {
    return tokenRules.readRefreshToken(this.#read(), presentedHash, clientId, Date.now());
  }

  async revokeRefreshToken(presentedHash: string, clientId: string | undefined): Promise<void> {
    return this.#apply(
      tokenRules.revokeRefreshToken(this.#read(), presentedHash, clientId, Date.now()),
    );
  }

  async revokeAccessToken(jti: string, expiresAtMs: number): Promise<void> {
    return this.#apply(tokenRules.revokeAccessToken(this.#read(), jti, expiresAtMs, Date.now()));
  }

  async revoke(): Promise<void> {
    return this.#apply(tokenRules.revokeGrant(Date.now()));
  }

  /** The alarm only deletes data; every rule checks the time itself. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  #read(): StoredGrant {
    const { kv } = this.ctx.storage;
    return {
      record: kv.get<GrantRecord | EndedGrant>(RECORD),
      spent: { has: (hash) => kv.get(`${SPENT}${hash}`) !== undefined },
    };
  }

  /**
   * Applies a change and marks its proof as used, or refuses the change if the proof has been used
   * before. If the outcome of the change is a failure, the proof is not marked, so nothing is
   * written if there is no grant.
   */
  async #applyWith(proof: UsedProof | undefined, change: Change<Exchanged>): Promise<Exchanged> {
    if (proof !== undefined && change.outcome.ok && !this.#useProof(proof))
      return { ok: false, reason: 'proof_replayed' };
    return this.#apply(change);
  }

  /**
   * Marks a proof as used (RFC 9449 11.1). Proofs are stored by the minute in which they were
   * created, and deleted once proofs from that minute are no longer accepted.
   */
  #useProof({ hash, issuedAtMs }: UsedProof): boolean {
    const { kv } = this.ctx.storage;
    const end = proofKey(Date.now() - PROOF_WINDOW_MS);
    const over = Array.from(kv.list({ prefix: PROOF, end }), ([key]) => key);
    for (const key of over) kv.delete(key);
    const key = `${proofKey(issuedAtMs)}:${hash}`;
    if (kv.get(key) !== undefined) return false;
    kv.put(key, true);
    return true;
  }

  /**
   * Writes the record before the first await, so that no other call can run between the read and
   * the write.
   */
  async #apply<Outcome>({ outcome, record, ...change }: Change<Outcome>): Promise<Outcome> {
    const { kv } = this.ctx.storage;
    if (record === 'deleted') {
      await this.ctx.storage.deleteAll();
      return outcome;
    }
    if (record !== undefined) kv.put(RECORD, record);
    if (record !== undefined && 'ended' in record) this.#deleteSpent();
    if (change.spent !== undefined) kv.put(`${SPENT}${change.spent}`, true);
    if (change.forgetAtMs !== undefined) await this.#forgetAfter(change.forgetAtMs);
    return outcome;
  }

  /**
   * Sets the alarm that deletes the data. Long-lived data is kept up to a day longer than
   * necessary; otherwise each use of a refresh token would move the alarm, which costs another
   * write.
   */
  async #forgetAfter(timeMs: number): Promise<void> {
    const { storage } = this.ctx;
    if (timeMs - Date.now() <= SLACK_MS) return storage.setAlarm(timeMs);
    const set = await storage.getAlarm();
    const isSoonEnough = set !== null && set >= timeMs && set <= timeMs + SLACK_MS;
    if (!isSoonEnough) await storage.setAlarm(timeMs + SLACK_MS);
  }

  #deleteSpent(): void {
    const { kv } = this.ctx.storage;
    const keys = Array.from(kv.list({ prefix: SPENT }), ([key]) => key);
    for (const key of keys) kv.delete(key);
  }
}
