// One verification as an object: reads the record, applies one rule of domain/verification/rules, and saves, with no
// await in between. It knows which caller may do what; storing and erasing is session-storage.ts.
import { DurableObject } from 'cloudflare:workers';
import { equalInConstantTime } from '../crypto/hash.ts';
import { randomBelow, randomToken } from '../crypto/random.ts';
import { keepVerifiedAge, reuseVerifiedAge } from '../domain/verification/rules/account-age.ts';
import { submitAge, type AgeSubmission } from '../domain/verification/rules/age.ts';
import * as handoff from '../domain/verification/rules/handoff.ts';
import * as liveness from '../domain/verification/rules/liveness.ts';
import { finalStatus, type FinalStatus } from '../domain/verification/rules/machine.ts';
import { openLink, type LinkOpening } from '../domain/verification/rules/opening.ts';
import { mayRead, type TenantAccess } from '../domain/verification/rules/result.ts';
import type { SessionReason } from '../domain/verification/rules/reasons.ts';
import { settle } from '../domain/verification/rules/sandbox.ts';
import {
  newRecord,
  type NewSession,
  type SessionRecord,
} from '../domain/verification/rules/session.ts';
import * as steps from '../domain/verification/rules/steps.ts';
import { acceptSocket, announceChange } from './live-sockets.ts';
import { SessionStorage } from './session-storage.ts';

/** A record, and which of its devices asked for it. */
export interface SeenSession {
  record: SessionRecord;
  device: handoff.Device;
}

type Refused = 'not_found' | 'opened_elsewhere' | 'other_device' | 'unauthorized' | 'conflict';
/** Error classes do not survive RPC, so a refusal is a value. */
export type Answer<T> = { ok: true; value: T } | { ok: false; reason: Refused };
type Seen = Promise<Answer<SeenSession>>;

type Rule = (record: SessionRecord, nowMs: number) => SessionRecord | undefined;

export class VerificationSession extends DurableObject<Env> {
  readonly #storage: SessionStorage;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#storage = new SessionStorage(ctx, env.SESSION_EVENTS, () => announceChange(ctx));
  }

  /** Begins the session; a second call (an idempotent retry) changes nothing. */
  async createSession(session: NewSession): Promise<void> {
    if (this.#storage.read(Date.now()) !== undefined) return;
    await this.#storage.save(newRecord(this.ctx.id.toString(), session), 'created');
  }

  // By the browser of a link, or by one that opened it; each proves itself by the hash of a secret.

  async openLink(opening: LinkOpening): Seen {
    const nowMs = Date.now();
    const record = this.#storage.read(nowMs);
    const opened = record && openLink(record, opening, nowMs);
    if (record === undefined || opened === undefined) return refuse('not_found');
    if (!opened.ok) return refuse(opened.reason);
    if (opened.record === undefined) return accept({ record, device: 'computer' });
    const kept = await this.#storage.save(opened.record, ...opened.events);
    return accept({ record: kept, device: 'computer' });
  }

  async viewSession(browserHash: string): Seen {
    return this.#see(browserHash, Date.now());
  }

  async giveConsent(browserHash: string): Seen {
    return this.#change(browserHash, steps.giveConsent);
  }

  async noteCamera(browserHash: string): Seen {
    return this.#change(browserHash, steps.noteCamera);
  }

  /** The record has the challenge, unless too many were asked for and the session has ended. */
  async requestChallenge(browserHash: string, lifetimeMs: number): Seen {
    return this.#change(browserHash, (record, nowMs) =>
      liveness.requestChallenge(record, {
        id: randomToken(16),
        actions: liveness.drawActions(record.request.difficulty, randomBelow),
        issuedAtMs: nowMs,
        lifetimeMs,
      }),
    );
  }

  async submitLiveness(browserHash: string, submission: liveness.LivenessSubmission): Seen {
    return this.#change(browserHash, (record, nowMs) =>
      liveness.submitLiveness(record, submission, randomToken(16), nowMs),
    );
  }

  async submitAge(browserHash: string, submission: AgeSubmission): Seen {
    return this.#change(browserHash, (record, nowMs) =>
      submitAge(record, submission, randomToken(16), nowMs),
    );
  }

  async requestAssistance(browserHash: string): Seen {
    return this.#change(browserHash, steps.requestAssistance);
  }

  async cancelSession(browserHash: string): Seen {
    return this.#changeFromAny(browserHash, steps.cancelSession);
  }

  async extendSession(browserHash: string, byMs: number): Seen {
    return this.#changeFromAny(browserHash, (record) => steps.extendSession(record, byMs));
  }

  /** @param bracket of the person's account, which domain/age-sharing has read */
  async reuseVerifiedAge(browserHash: string, bracket: number): Seen {
    return this.#change(browserHash, (record, nowMs) => reuseVerifiedAge(record, bracket, nowMs));
  }

  async keepVerifiedAge(browserHash: string): Seen {
    return this.#changeFromAny(browserHash, keepVerifiedAge);
  }

  /** The sandbox bar; only a test session can be settled. */
  async settleSandbox(browserHash: string, outcome: FinalStatus, reason?: SessionReason): Seen {
    const seen = this.#see(browserHash, Date.now());
    if (seen.ok && !seen.value.record.test) return refuse('not_found');
    return this.#changeFromAny(browserHash, (record, nowMs) =>
      settle(record, outcome, nowMs, reason),
    );
  }

  async offerHandoff(browserHash: string, offer: handoff.HandoffOffer): Seen {
    return this.#change(browserHash, (record, nowMs) => handoff.offerHandoff(record, offer, nowMs));
  }

  /** @param tokenId object id of the link that was redeemed @param phoneHash the phone's new secret */
  async joinHandoff(tokenId: string, phoneHash: string): Seen {
    const record = this.#storage.read(Date.now());
    const next = record && handoff.joinHandoff(record, tokenId, phoneHash);
    if (next === undefined) return refuse('not_found');
    return accept({ record: await this.#storage.save(next), device: 'phone' });
  }

  async confirmHandoff(browserHash: string): Seen {
    const seen = this.#see(browserHash, Date.now());
    if (seen.ok && seen.value.device !== 'phone') return refuse('conflict');
    return this.#changeFromAny(browserHash, handoff.confirmHandoff);
  }

  async endHandoff(browserHash: string): Seen {
    return this.#changeFromAny(browserHash, handoff.endHandoff);
  }

  // By the tenant's backend; every mismatch is the same refusal.

  async readAsTenant(access: TenantAccess): Promise<Answer<SessionRecord>> {
    const record = this.#readForTenant(access, Date.now());
    return record === undefined ? refuse('not_found') : accept(record);
  }

  async settleAsTenant(
    access: TenantAccess,
    outcome: FinalStatus,
    reason?: SessionReason,
  ): Promise<Answer<SessionRecord>> {
    if (!access.test) return refuse('not_found');
    return this.#endAsTenant(access, (record, nowMs) => settle(record, outcome, nowMs, reason));
  }

  async cancelAsTenant(access: TenantAccess): Promise<Answer<SessionRecord>> {
    return this.#endAsTenant(access, steps.cancelAsTenant);
  }

  /** Erases the personal data of a session that is over, before its retention ends. */
  async eraseAsTenant(access: TenantAccess): Promise<Answer<true>> {
    const nowMs = Date.now();
    const record = this.#readForTenant(access, nowMs);
    if (record === undefined) return refuse('not_found');
    if (finalStatus(record) === undefined) return refuse('conflict');
    await this.#storage.erase(record, nowMs);
    return accept(true as const);
  }

  /** @returns origins that may frame the page of this link; none for a link that is not this session's */
  async readEmbedOrigins(initHash: string): Promise<string[]> {
    const record = this.#storage.read(Date.now());
    if (record === undefined || !equalInConstantTime(record.initHash, initHash)) return [];
    return record.tenant.embedOrigins ?? [];
  }

  /** A page follows the session: only the Worker calls this, with the hash of the page's cookie. */
  override async fetch(request: Request): Promise<Response> {
    const seen = this.#see(request.headers.get('X-Browser-Hash') ?? '', Date.now());
    return seen.ok ? acceptSocket(this.ctx) : new Response(null, { status: 401 });
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }

  override async alarm(): Promise<void> {
    await this.#storage.wake(Date.now());
  }

  #see(browserHash: string, nowMs: number): Answer<SeenSession> {
    const record = this.#storage.read(nowMs);
    const isSame = (hash: string): boolean => equalInConstantTime(hash, browserHash);
    const device = record && handoff.deviceOf(record, isSame);
    return record && device ? accept({ record, device }) : refuse('unauthorized');
  }

  /** A change by the active device. */
  async #change(browserHash: string, rule: Rule): Seen {
    const seen = this.#see(browserHash, Date.now());
    const { record, device } = seen.ok ? seen.value : {};
    const isOver = record === undefined || finalStatus(record) !== undefined;
    if (!isOver && device !== handoff.activeDevice(record)) return refuse('other_device');
    return this.#changeFromAny(browserHash, rule);
  }

  /** A change by any of the session's devices. */
  async #changeFromAny(browserHash: string, rule: Rule): Seen {
    const nowMs = Date.now();
    const seen = this.#see(browserHash, nowMs);
    if (!seen.ok) return seen;
    const { record, device } = seen.value;
    const next = rule(record, nowMs);
    if (next === undefined) return refuse('conflict');
    const ended = finalStatus(next) !== undefined && finalStatus(record) === undefined;
    const kept = await this.#storage.save(next, ...(ended ? (['completed'] as const) : []));
    return accept({ record: kept, device });
  }

  #readForTenant(access: TenantAccess, nowMs: number): SessionRecord | undefined {
    const record = this.#storage.read(nowMs);
    return record && mayRead(record, access) ? record : undefined;
  }

  async #endAsTenant(access: TenantAccess, rule: Rule): Promise<Answer<SessionRecord>> {
    const nowMs = Date.now();
    const record = this.#readForTenant(access, nowMs);
    if (record === undefined) return refuse('not_found');
    const next = rule(record, nowMs);
    if (next === undefined) return refuse('conflict');
    return accept(await this.#storage.save(next, 'completed'));
  }
}

const refuse = (reason: Refused): { ok: false; reason: Refused } => ({ ok: false, reason });
const accept = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
