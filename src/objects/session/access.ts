// Controls who may change a session's record, and how: every change reads the record, applies one
// rule and writes the result, without an await in between. The session's object and its parts use
// this class.
import { equalInConstantTime } from '../../crypto/hash.ts';
import * as handoff from '../../domain/verification/rules/handoff/handoff.ts';
import { isHidden } from '../../domain/verification/rules/face/face-check.ts';
import { finalStatus } from '../../domain/verification/rules/session/state.ts';
import {
  mayRead,
  type SessionEvent,
  type TenantAccess,
  eventsOfChange,
} from '../../domain/verification/rules/session/result.ts';
import type { FaceQuery } from '../../domain/verification/rules/face/face-rules.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import { accept, refuse, type Answer } from './answer.ts';
import type { SessionStorage } from './storage.ts';

/** A record, and the device that requested it. */
export interface SeenSession {
  record: SessionRecord;
  device: handoff.Device;
  /**
   * The face that must be compared or sealed before the requested change is made; nothing has
   * changed yet (D-100).
   */
  asked?: FaceQuery;
}

type Seen = Promise<Answer<SeenSession>>;

type Rule = (record: SessionRecord, nowMs: number) => SessionRecord | undefined;

export class SessionAccess {
  readonly #storage: SessionStorage;

  constructor(storage: SessionStorage) {
    this.#storage = storage;
  }

  see(browserHash: string, nowMs: number): Answer<SeenSession> {
    const record = this.#storage.read(nowMs);
    const isSame = (hash: string): boolean => equalInConstantTime(hash, browserHash);
    const device = record && handoff.deviceOf(record, isSame);
    return record && device ? accept({ record, device }) : refuse('unauthorized');
  }

  /** Like see, but accepts only the active device until the session has ended. */
  seeActive(browserHash: string, nowMs: number): Answer<SeenSession> {
    const seen = this.see(browserHash, nowMs);
    if (!seen.ok) return seen;
    const { record, device } = seen.value;
    const isOver = finalStatus(record) !== undefined;
    return isOver || device === handoff.activeDevice(record) ? seen : refuse('other_device');
  }

  /**
   * Applies a change by the active device.
   * @param browserHash authenticates the browser
   */
  async change(browserHash: string, rule: Rule): Seen {
    const seen = this.seeActive(browserHash, Date.now());
    return seen.ok ? this.changeFromAny(browserHash, rule) : seen;
  }

  /** Applies a change by any of the session's devices. */
  async changeFromAny(browserHash: string, rule: Rule): Seen {
    const nowMs = Date.now();
    const seen = this.see(browserHash, nowMs);
    if (!seen.ok) return seen;
    const { record, device } = seen.value;
    const next = rule(record, nowMs);
    if (next === undefined) return refuse('conflict');
    const kept = await this.#storage.save(next, ...eventsOfChange(record, next));
    return accept({ record: kept, device });
  }

  readForTenant(access: TenantAccess, nowMs: number): SessionRecord | undefined {
    const record = this.#storage.read(nowMs);
    return record && mayRead(record, access) && !isHidden(record) ? record : undefined;
  }

  async changeAsTenant(access: TenantAccess, rule: Rule): Promise<Answer<SessionRecord>> {
    const nowMs = Date.now();
    const record = this.readForTenant(access, nowMs);
    if (record === undefined) return refuse('not_found');
    const next = rule(record, nowMs);
    if (next === undefined) return refuse('conflict');
    return accept(await this.#storage.save(next, ...eventsOfChange(record, next)));
  }

  /**
   * @returns the unsent events, including the erasure event; empty once the erasure is confirmed
   */
  async eraseForTenant(access: TenantAccess, nowMs: number): Promise<Answer<SessionEvent[]>> {
    const { tombstone, erasing } = this.#storage;
    if (tombstone !== undefined)
      return mayRead(tombstone, access) ? accept([]) : refuse('not_found');
    const record = erasing ?? this.#storage.read(nowMs);
    if (record === undefined || !mayRead(record, access) || isHidden(record))
      return refuse('not_found');
    if (finalStatus(record) === undefined) return refuse('conflict');
    return accept(await this.#storage.erase(record, nowMs));
  }
}
