// One verification as an object: makes domain/verification's rules atomic (no await between read and write) and
// knows which browser may do what. Keeping and forgetting is session-keeper.ts.
import { DurableObject } from 'cloudflare:workers';
import { equalInConstantTime } from '../crypto/hash.ts';
import { randomBelow, randomToken } from '../crypto/random.ts';
import { keepForAccount, passByBracket } from '../domain/verification/rules/account-age.ts';
import {
  issueChallenge,
  startAgeStep,
  submitAge,
  submitLiveness,
} from '../domain/verification/rules/attempts.ts';
import {
  activeDevice,
  confirmHandoff,
  deviceOf,
  endHandoff,
  joinHandoff,
  offerHandoff,
} from '../domain/verification/rules/handoff.ts';
import type { FinalStatus } from '../domain/verification/rules/machine.ts';
import type { SessionReason } from '../domain/verification/rules/reasons.ts';
import { settle } from '../domain/verification/rules/sandbox.ts';
import {
  apply,
  drawActions,
  extend,
  finalStatus,
  isAtStep,
  noteFunnel,
  type SessionRecord,
} from '../domain/verification/rules/session.ts';
import { isSameOpening, openRecord } from '../domain/verification/rules/opening.ts';
import { acceptSocket, announceChange } from './live-sockets.ts';
import {
  accept,
  refuse,
  type AgeEvidence,
  type Answer,
  type HandoffOffer,
  type IssuedChallenge,
  type LivenessAnswer,
  type NewSession,
  type Redemption,
  type SeenSession,
  type TenantAccess,
} from './session-access.ts';
import { SessionKeeper } from './session-keeper.ts';

type Change = (record: SessionRecord, nowMs: number) => SessionRecord | undefined;

export class VerificationSession extends DurableObject<Env> {
  readonly #keeper: SessionKeeper;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#keeper = new SessionKeeper(ctx, env.SESSION_EVENTS, () => announceChange(ctx));
  }

  /** Begins the session; a second call (an idempotent retry) changes nothing. */
  async create(session: NewSession): Promise<void> {
    if (this.#keeper.read(Date.now()) !== undefined) return;
    const record: SessionRecord = {
      ...session,
      id: this.ctx.id.toString(),
      state: { status: 'pending' },
      failures: { liveness: 0, age: 0 },
      challengesIssued: 0,
      faceNeverSeen: true,
      checks: {},
      funnel: [],
      extensions: 0,
      version: 0,
    };
    await this.#keeper.save(record, 'created');
  }

  /**
   * Redeems the init token once; the browser that did it may come back, another may not. A page whose answer was lost
   * has no cookie to come back with: it names its attempt, and gets another secret in place of the one it never saw.
   */
  async redeem(redemption: Redemption): Promise<Answer<SeenSession>> {
    const nowMs = Date.now();
    const record = this.#keeper.read(nowMs);
    if (record === undefined || !equalInConstantTime(record.initHash, redemption.initHash))
      return refuse('not_found');
    if (record.browserHash !== undefined) {
      if (equalInConstantTime(record.browserHash, redemption.shownHash ?? ''))
        return accept({ record, device: 'computer' });
      if (!isSameOpening(record, redemption.attempt?.hash, nowMs))
        return refuse('opened_elsewhere');
      const again = { ...record, browserHash: redemption.newHash };
      return accept({ record: await this.#keeper.save(again), device: 'computer' });
    }
    if (nowMs >= record.initExpiresAtMs) return refuse('not_found');
    const { opened, events } = openRecord(record, redemption, nowMs);
    return accept({ record: await this.#keeper.save(opened, ...events), device: 'computer' });
  }

  /** The record for a browser that holds the session. */
  async readAsBrowser(browserHash: string): Promise<Answer<SeenSession>> {
    return this.#see(browserHash, Date.now());
  }

  async consent(browserHash: string): Promise<Answer<SeenSession>> {
    return this.#change(browserHash, (record, nowMs) =>
      isAtStep(record, 'consent')
        ? apply(noteFunnel(record, 'consent', nowMs), { type: 'pass_step' }, nowMs)
        : undefined,
    );
  }

  /** The page has a picture from the camera; for analytics only. */
  async noteCamera(browserHash: string): Promise<Answer<SeenSession>> {
    return this.#change(browserHash, (record, nowMs) =>
      record.state.status === 'in_progress' ? noteFunnel(record, 'camera', nowMs) : undefined,
    );
  }

  async challenge(browserHash: string, lifetimeMs: number): Promise<Answer<IssuedChallenge>> {
    const changed = await this.#change(browserHash, (record, nowMs) =>
      issueChallenge(record, {
        id: randomToken(16),
        actions: drawActions(record.request.difficulty, randomBelow),
        issuedAtMs: nowMs,
        lifetimeMs,
      }),
    );
    if (!changed.ok) return changed;
    const { challenge } = changed.value.record;
    return accept({ ...changed.value, ...(challenge !== undefined && { challenge }) });
  }

  async submitLiveness(browserHash: string, answer: LivenessAnswer): Promise<Answer<SeenSession>> {
    return this.#change(browserHash, (record, nowMs) => {
      const next = submitLiveness(record, { ...answer, nowMs });
      return next && startAgeStep(next, randomToken(16), nowMs);
    });
  }

  async submitAge(browserHash: string, evidence: AgeEvidence): Promise<Answer<SeenSession>> {
    return this.#change(browserHash, (record, nowMs) => {
      const next = submitAge(record, { ...evidence, nowMs });
      return next && startAgeStep(next, randomToken(16), nowMs);
    });
  }

  /** Any device of the session may cancel it. */
  async cancel(browserHash: string): Promise<Answer<SeenSession>> {
    return this.#changeFromAny(browserHash, (record, nowMs) =>
      apply(record, { type: 'cancel' }, nowMs),
    );
  }

  /** The person cannot do what the check asks; the customer must offer another way. */
  async requestAssistance(browserHash: string): Promise<Answer<SeenSession>> {
    return this.#change(browserHash, (record, nowMs) =>
      apply(record, { type: 'fail' }, nowMs, 'assistance_needed'),
    );
  }

  /** The person's account has shown enough before (domain/age-sharing/share-age.ts asks it). */
  async passByBracket(browserHash: string, bracket: number): Promise<Answer<SeenSession>> {
    return this.#change(browserHash, (record, nowMs) => passByBracket(record, bracket, nowMs));
  }

  /** The result goes into an account, once. */
  async keepForAccount(browserHash: string): Promise<Answer<SeenSession>> {
    return this.#changeFromAny(browserHash, keepForAccount);
  }

  async extend(browserHash: string, byMs: number): Promise<Answer<SeenSession>> {
    return this.#changeFromAny(browserHash, (record) => extend(record, byMs));
  }

  /** The sandbox bar; only a test session can be settled. */
  async settleAsBrowser(
    browserHash: string,
    outcome: FinalStatus,
    reason?: SessionReason,
  ): Promise<Answer<SeenSession>> {
    const seen = this.#see(browserHash, Date.now());
    if (seen.ok && !seen.value.record.test) return refuse('not_found');
    return this.#changeFromAny(browserHash, (record, nowMs) =>
      settle(record, outcome, nowMs, reason),
    );
  }

  async offerHandoff(browserHash: string, offer: HandoffOffer): Promise<Answer<SeenSession>> {
    return this.#change(browserHash, (record, nowMs) =>
      offerHandoff(record, { ...offer, offeredAtMs: nowMs }),
    );
  }

  /** @param tokenId object id of the link that was redeemed @param phoneHash the phone's new secret */
  async joinHandoff(tokenId: string, phoneHash: string): Promise<Answer<SeenSession>> {
    const record = this.#keeper.read(Date.now());
    const next = record && joinHandoff(record, tokenId, phoneHash);
    if (next === undefined) return refuse('not_found');
    return accept({ record: await this.#keeper.save(next), device: 'phone' });
  }

  async confirmHandoff(browserHash: string): Promise<Answer<SeenSession>> {
    const seen = this.#see(browserHash, Date.now());
    if (seen.ok && seen.value.device !== 'phone') return refuse('conflict');
    return this.#changeFromAny(browserHash, confirmHandoff);
  }

  /** The computer takes the session back, or the phone's owner does not know it. */
  async endHandoff(browserHash: string): Promise<Answer<SeenSession>> {
    return this.#changeFromAny(browserHash, endHandoff);
  }

  /** The record for the tenant's backend; every mismatch is the same refusal. */
  async readAsTenant(access: TenantAccess): Promise<Answer<SessionRecord>> {
    const record = this.#readForTenant(access, Date.now());
    return record === undefined ? refuse('not_found') : accept(record);
  }

  /** Settles a test session with no browser. */
  async settleAsTenant(
    access: TenantAccess,
    outcome: FinalStatus,
    reason?: SessionReason,
  ): Promise<Answer<SessionRecord>> {
    const nowMs = Date.now();
    const record = this.#readForTenant(access, nowMs);
    if (record === undefined || !record.test) return refuse('not_found');
    const next = settle(record, outcome, nowMs, reason);
    return next === undefined
      ? refuse('conflict')
      : accept(await this.#keeper.save(next, 'completed'));
  }

  /** The tenant's backend ends a session that runs. */
  async cancelAsTenant(access: TenantAccess): Promise<Answer<SessionRecord>> {
    const nowMs = Date.now();
    const record = this.#readForTenant(access, nowMs);
    if (record === undefined) return refuse('not_found');
    const next = apply(record, { type: 'settle', outcome: 'canceled' }, nowMs);
    return next === undefined
      ? refuse('conflict')
      : accept(await this.#keeper.save(next, 'completed'));
  }

  /** Forgets the person of a session that is over, before its retention ends. */
  async eraseAsTenant(access: TenantAccess): Promise<Answer<true>> {
    const nowMs = Date.now();
    const record = this.#readForTenant(access, nowMs);
    if (record === undefined) return refuse('not_found');
    if (finalStatus(record) === undefined) return refuse('conflict');
    await this.#keeper.erase(record, nowMs);
    return accept(true as const);
  }

  /** Whose pages may frame the page of this link; none for a link that is not this session's. */
  async readEmbedOrigins(initHash: string): Promise<string[]> {
    const record = this.#keeper.read(Date.now());
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
    await this.#keeper.wake(Date.now());
  }

  #see(browserHash: string, nowMs: number): Answer<SeenSession> {
    const record = this.#keeper.read(nowMs);
    const device = record && deviceOf(record, (hash) => equalInConstantTime(hash, browserHash));
    return record === undefined || device === undefined
      ? refuse('unauthorized')
      : accept({ record, device });
  }

  #readForTenant(access: TenantAccess, nowMs: number): SessionRecord | undefined {
    const record = this.#keeper.read(nowMs);
    const expected = access.kind === 'init' ? record?.initHash : record?.resultHash;
    const knowsSecret = equalInConstantTime(expected ?? access.secretHash, access.secretHash);
    if (record === undefined || !knowsSecret) return undefined;
    return record.tenant.id === access.tenantId && record.test === access.test ? record : undefined;
  }

  /** A change by the device whose turn it is. */
  async #change(browserHash: string, change: Change): Promise<Answer<SeenSession>> {
    const seen = this.#see(browserHash, Date.now());
    const { record, device } = seen.ok ? seen.value : {};
    if (
      record !== undefined &&
      finalStatus(record) === undefined &&
      device !== activeDevice(record)
    )
      return refuse('other_device');
    return this.#changeFromAny(browserHash, change);
  }

  /** A change by any of the session's devices: read, apply, save, with nothing in between. */
  async #changeFromAny(browserHash: string, change: Change): Promise<Answer<SeenSession>> {
    const nowMs = Date.now();
    const seen = this.#see(browserHash, nowMs);
    if (!seen.ok) return seen;
    const { record, device } = seen.value;
    const next = change(record, nowMs);
    if (next === undefined) return refuse('conflict');
    const ended = finalStatus(next) !== undefined && finalStatus(record) === undefined;
    const kept = await this.#keeper.save(next, ...(ended ? (['completed'] as const) : []));
    return accept({ record: kept, device });
  }
}
