// One verification: its record, its outbox, its clock. The rules are domain/verification's; this object makes
// them atomic (no await between read and write), keeps the events they cause, and forgets when the time is up.
import { DurableObject } from 'cloudflare:workers';
import { randomBelow, randomToken } from '../crypto/random.ts';
import { equalInConstantTime } from '../crypto/hash.ts';
import {
  issueChallenge,
  startAgeStep,
  submitAge,
  submitLiveness,
} from '../domain/verification/attempts.ts';
import type { AgeSample } from '../domain/verification/age.ts';
import type { FinalStatus } from '../domain/verification/machine.ts';
import { sandboxOutcome, settle } from '../domain/verification/sandbox.ts';
import type { SessionEventType } from '../domain/verification/session-event.ts';
import {
  apply,
  drawActions,
  finalStatus,
  isAtStep,
  needsDocument,
  type Challenge,
  type SessionRecord,
} from '../domain/verification/session.ts';
import type { PoseSample } from '../engine/challenge.ts';
import { SessionKeeper } from './session-keeper.ts';

export type NewSession = Pick<
  SessionRecord,
  | 'test'
  | 'tenant'
  | 'request'
  | 'initHash'
  | 'resultHash'
  | 'createdAtMs'
  | 'initExpiresAtMs'
  | 'expiresAtMs'
>;

/** A customer's backend, proving which session it means by a token's hash. */
export interface TenantAccess {
  tenantId: string;
  test: boolean;
  kind: 'init' | 'result';
  secretHash: string;
}

export interface Redemption {
  initHash: string;
  /** Hash of the secret the browser showed, if any, and of the one it gets if it is the first. */
  shownHash?: string;
  newHash: string;
  ipCountry?: string;
}

export type Answer<T> = { ok: true; value: T } | { ok: false; reason: Refused };
export type Refused = 'not_found' | 'opened_elsewhere' | 'unauthorized' | 'conflict';

const refuse = (reason: Refused): { ok: false; reason: Refused } => ({ ok: false, reason });
const accept = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

export class VerificationSession extends DurableObject<Env> {
  readonly #keeper: SessionKeeper;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#keeper = new SessionKeeper(ctx, env.SESSION_EVENTS, () => undefined);
  }

  /** Begins the session; a second call (an idempotent retry) changes nothing. */
  async create(session: NewSession): Promise<void> {
    if (this.#keeper.read(session.createdAtMs) !== undefined) return;
    const record: SessionRecord = {
      ...session,
      id: this.ctx.id.toString(),
      state: { status: 'pending' },
      failures: { liveness: 0, age: 0 },
      challengesIssued: 0,
      faceNeverSeen: true,
      checks: {},
      funnel: [],
      version: 0,
    };
    await this.#keeper.save(record, 'created');
  }

  /** Redeems the init token once; the browser that did it may come back, another may not. */
  async redeem(redemption: Redemption): Promise<Answer<SessionRecord>> {
    const nowMs = Date.now();
    const record = this.#keeper.read(nowMs);
    if (record === undefined || !equalInConstantTime(record.initHash, redemption.initHash))
      return refuse('not_found');
    if (record.browserHash !== undefined)
      return equalInConstantTime(record.browserHash, redemption.shownHash ?? '')
        ? accept(record)
        : refuse('opened_elsewhere');
    if (nowMs >= record.initExpiresAtMs) return refuse('not_found');
    const bound: SessionRecord = { ...record, browserHash: redemption.newHash };
    if (redemption.ipCountry !== undefined) bound.ipCountry = redemption.ipCountry;
    if (finalStatus(record) !== undefined) return accept(await this.#keeper.save(bound));
    const opened = apply(bound, { type: 'redeem' }, nowMs) ?? bound;
    return accept(await this.#keeper.save(...afterOpening(opened, nowMs)));
  }

  /** The record for the browser that holds the session. */
  async readAsBrowser(browserHash: string): Promise<Answer<SessionRecord>> {
    const record = this.#readForBrowser(browserHash, Date.now());
    return record === undefined ? refuse('unauthorized') : accept(record);
  }

  async consent(browserHash: string): Promise<Answer<SessionRecord>> {
    return this.#change(browserHash, (record, nowMs) =>
      isAtStep(record, 'consent') ? apply(record, { type: 'pass_step' }, nowMs) : undefined,
    );
  }

  /** @returns the challenge, or the finished record when too many were asked for */
  async challenge(
    browserHash: string,
  ): Promise<Answer<{ challenge?: Challenge; record: SessionRecord }>> {
    const changed = await this.#change(browserHash, (record, nowMs) =>
      issueChallenge(record, {
        id: randomToken(16),
        actions: drawActions(record.request.difficulty, randomBelow),
        issuedAtMs: nowMs,
      }),
    );
    if (!changed.ok) return changed;
    const { challenge } = changed.value;
    return accept({ record: changed.value, ...(challenge !== undefined && { challenge }) });
  }

  async submitLiveness(
    browserHash: string,
    challengeId: string,
    samples: PoseSample[],
    lifetimeMs: number,
  ): Promise<Answer<SessionRecord>> {
    return this.#change(browserHash, (record, nowMs) => {
      const next = submitLiveness(record, { challengeId, samples, lifetimeMs, nowMs });
      return next && startAgeStep(next, randomToken(16), nowMs);
    });
  }

  async submitAge(
    browserHash: string,
    nonce: string,
    samples: AgeSample[],
  ): Promise<Answer<SessionRecord>> {
    return this.#change(browserHash, (record, nowMs) => {
      const next = submitAge(record, { nonce, samples, nowMs });
      return next && startAgeStep(next, randomToken(16), nowMs);
    });
  }

  async cancel(browserHash: string): Promise<Answer<SessionRecord>> {
    return this.#change(browserHash, (record, nowMs) => apply(record, { type: 'cancel' }, nowMs));
  }

  /** The sandbox bar; only a test session can be settled. */
  async settleAsBrowser(
    browserHash: string,
    outcome: FinalStatus,
    reason?: string,
  ): Promise<Answer<SessionRecord>> {
    if (this.#readForBrowser(browserHash, Date.now())?.test === false) return refuse('not_found');
    return this.#change(browserHash, (record, nowMs) => settle(record, outcome, nowMs, reason));
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
    reason?: string,
  ): Promise<Answer<SessionRecord>> {
    const nowMs = Date.now();
    const record = this.#readForTenant(access, nowMs);
    if (record === undefined || !record.test) return refuse('not_found');
    const next = settle(record, outcome, nowMs, reason);
    return next === undefined
      ? refuse('conflict')
      : accept(await this.#keeper.save(next, 'completed'));
  }

  override async alarm(): Promise<void> {
    await this.#keeper.wake(Date.now());
  }

  #readForBrowser(browserHash: string, nowMs: number): SessionRecord | undefined {
    const record = this.#keeper.read(nowMs);
    if (record?.browserHash === undefined) return undefined;
    return equalInConstantTime(record.browserHash, browserHash) ? record : undefined;
  }

  #readForTenant(access: TenantAccess, nowMs: number): SessionRecord | undefined {
    const record = this.#keeper.read(nowMs);
    const expected = access.kind === 'init' ? record?.initHash : record?.resultHash;
    const knowsSecret = equalInConstantTime(expected ?? access.secretHash, access.secretHash);
    if (record === undefined || !knowsSecret) return undefined;
    return record.tenant.id === access.tenantId && record.test === access.test ? record : undefined;
  }

  /** One change asked for by the browser: read, apply, save, with nothing in between. */
  async #change(
    browserHash: string,
    change: (record: SessionRecord, nowMs: number) => SessionRecord | undefined,
  ): Promise<Answer<SessionRecord>> {
    const nowMs = Date.now();
    const record = this.#readForBrowser(browserHash, nowMs);
    if (record === undefined) return refuse('unauthorized');
    const next = change(record, nowMs);
    if (next === undefined) return refuse('conflict');
    const ended = finalStatus(next) !== undefined && finalStatus(record) === undefined;
    return accept(await this.#keeper.save(next, ...(ended ? (['completed'] as const) : [])));
  }
}

/** What follows an opening by itself: a sandbox user id, or a request no step can answer yet. */
function afterOpening(
  record: SessionRecord,
  nowMs: number,
): [SessionRecord, ...SessionEventType[]] {
  const outcome = record.test ? sandboxOutcome(record.request.userId) : undefined;
  const settled = outcome === undefined ? undefined : settle(record, outcome, nowMs);
  if (settled !== undefined) return [settled, 'opened', 'completed'];
  if (!needsDocument(record.request)) return [record, 'opened'];
  const failed = apply(record, { type: 'fail' }, nowMs, 'document_rejected');
  return [failed ?? record, 'opened', 'completed'];
}
