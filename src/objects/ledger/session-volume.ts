// The part of a ledger's volume that handles the list of sessions (D-177). ledger.ts adds the
// request log, events and deliveries.
import type {
  ErasedInVolume,
  LedgerSession,
  ListedLedgerSession,
  SessionCounts,
  SessionsKept,
  SessionWindow,
  UserCount,
  WindowPart,
} from '../../domain/verification/session-list/ledger-session.ts';
import type { SessionEvent } from '../../domain/verification/rules/session/result.ts';
import { logIncident } from '../../log.ts';
import { DAY_MS, HOUR_MS } from '../../time/durations.ts';
import type { VerificationSession } from '../session/verification-session.ts';
import { AuditVolume } from './audit-volume.ts';
import { LedgerSessions } from './sessions.ts';
import * as lists from './session-lists.ts';

/** The result of a write. */
export interface Written {
  /** The size of the volume. */
  bytes: number;
  /** Whether the volume is full, so that new events must go to the next one. */
  isSealed: boolean;
  /** Whether the events were written; false if a sealed volume has refused them. */
  isWritten: boolean;
}

/**
 * The maximum number of sessions whose last event one run of the alarm requests, among those that
 * should have been erased by now.
 */
const ASKED_AT_ONCE = 25;

export abstract class SessionVolume extends AuditVolume {
  protected readonly sessions = new LedgerSessions(this.ctx.storage);
  /** The time until which no session is queried for its last event. */
  #askAgainMs = 0;

  get #sql(): SqlStorage {
    return this.ctx.storage.sql;
  }

  /** @returns the size of the volume, in bytes */
  async size(): Promise<number> {
    return this.#sql.databaseSize;
  }

  /**
   * Stores sessions. A stored session is replaced only by a newer version, so a caller may retry.
   * @param kept how long sessions are kept; ignored if the volume already has these settings,
   *   because the caller may have read them before a change that keepSessions has since applied
   * @param fullBytes the size at which the volume stops accepting events
   */
  async putSessions(
    rows: readonly LedgerSession[],
    kept: SessionsKept,
    fullBytes = Number.MAX_SAFE_INTEGER,
  ): Promise<Written> {
    this.sessions.put(rows);
    await this.keepSessions(this.sessions.kept ?? kept);
    return this.seal(fullBytes);
  }

  /** @param most the number of newest sessions that the returned days must cover */
  async countSessions(filter: lists.DayFilter, most: number): Promise<SessionCounts> {
    if (!this.sessions.exists) return { total: 0, days: [] };
    return lists.countByDay(this.#sql, filter, most);
  }

  /** @param most how many of the user's latest sessions are scanned */
  async countSessionsOfUser(window: SessionWindow, most: number): Promise<UserCount> {
    return this.sessions.exists
      ? lists.countOfUser(this.#sql, window, most)
      : { scanned: 0, total: 0, fromMs: null };
  }

  /** @returns creation times, newest first */
  async listSessionTimes(window: SessionWindow, part: WindowPart): Promise<number[]> {
    return this.sessions.exists ? lists.listTimes(this.#sql, window, part) : [];
  }

  /** @returns one part of the list, newest first */
  async listSessions(window: SessionWindow, part: WindowPart): Promise<ListedLedgerSession[]> {
    return this.sessions.exists ? lists.listSessions(this.#sql, window, part) : [];
  }

  /** @returns the given ids whose sessions are in the volume */
  async knownSessions(ids: readonly string[]): Promise<string[]> {
    return this.sessions.known(ids);
  }

  /** @returns the sessions that are in the volume, with their steps */
  async findSessions(ids: readonly string[]): Promise<LedgerSession[]> {
    return this.sessions.find(ids);
  }

  /**
   * Applies erasures to sessions that the volume has. Repeating the call changes nothing.
   * @param rows the sessions' rows after the erasure
   */
  async eraseSessions(rows: readonly LedgerSession[]): Promise<ErasedInVolume> {
    return this.sessions.erase(rows);
  }

  /** Removes the personal data of erased sessions, including from their events. Idempotent. */
  async redact(sessionIds: readonly string[]): Promise<void> {
    this.redactEvents(sessionIds);
    this.sessions.redact(sessionIds);
  }

  /** Records the erasure of sessions whose objects no longer exist. Idempotent. */
  async endSessions(ids: readonly string[]): Promise<void> {
    this.sessions.end(ids, Date.now());
  }

  /**
   * @returns the number of sessions erased in this volume on days `from` to `to` (`YYYY-MM-DD`,
   *   inclusive)
   */
  async countErasedSessions(from: string, to: string): Promise<number> {
    return this.sessions.countErased(from, to);
  }

  /** Changes how long sessions are kept. */
  async keepSessions(kept: SessionsKept): Promise<void> {
    if (!this.sessions.exists) return;
    this.sessions.keepFor(kept);
    const atMs = this.sessionsWakeMs(Date.now(), 0);
    if (atMs !== undefined) await this.wakeBy(atMs);
  }

  /**
   * Does the alarm's work: deletes sessions that are too old. Before that, it requests the last
   * event of each session that should have been erased by now from the session's object, because a
   * session that can still be read must stay listed.
   * @returns whether there may be more to delete
   */
  protected async workOnSessions(nowMs: number): Promise<boolean> {
    const unerased =
      nowMs < this.#askAgainMs ? [] : this.sessions.listUnerased(nowMs, ASKED_AT_ONCE);
    if (unerased.length > 0) await this.#repeatErasures(unerased, nowMs);
    return this.sessions.forget(nowMs);
  }

  /**
   * @param leastMs the minimum delay, in milliseconds; 0 after a change or while there is more to
   *   do
   * @returns when the next session can be deleted; undefined without sessions
   */
  protected sessionsWakeMs(nowMs: number, leastMs: number): number | undefined {
    const { endsAtMs } = this.sessions;
    // Deletion is never urgent, and without this delay a session that has not been erased yet would
    // keep waking the volume.
    return endsAtMs && Math.max(endsAtMs, this.#askAgainMs, nowMs + (leastMs === 0 ? 0 : HOUR_MS));
  }

  /** Whether there are rows that never expire: counts, which outlive sessions, or audit entries. */
  protected get hasLastingRows(): boolean {
    return this.sessions.hasErasures || !this.outcomes.isEmpty || !this.audit.isEmpty;
  }

  /** Removes personal data from events of these sessions. Idempotent. */
  protected abstract redactEvents(sessionIds: readonly string[]): void;

  protected abstract wakeBy(atMs: number): Promise<void>;

  /** @param fullBytes the size at which the volume stops accepting events */
  protected abstract seal(fullBytes: number): Written;

  /**
   * Sends due erasures again, and marks sessions that no longer exist as erased. A session keeps
   * the retention period that applied when it was created, so it may be too old for the list
   * without being due for erasure. If all of the given sessions are of this kind, no session is
   * queried again for a day.
   */
  async #repeatErasures(ids: readonly string[], nowMs: number): Promise<void> {
    const answers = await Promise.all(ids.map((id) => this.#repeatEvent(id)));
    const erasures = answers.filter(
      (answer) => typeof answer === 'object' && answer.type === 'erased',
    );
    const gone = ids.filter((_id, at) => answers[at] === 'gone');
    if (erasures.length + gone.length === 0) {
      if (!answers.includes(undefined)) this.#askAgainMs = nowMs + DAY_MS;
      return;
    }
    logIncident('sessions_reconciled', { sessions: erasures.length + gone.length });
    // Some events of these sessions may be in another volume; they are deleted there within 30
    // days.
    if (gone.length > 0) this.redactEvents(gone);
    this.sessions.end(gone, nowMs);
    if (erasures.length > 0)
      await this.env.SESSION_EVENTS.sendBatch(erasures.map((body) => ({ body })));
  }

  /**
   * @returns undefined when the object cannot be reached at the moment; the next alarm tries again
   */
  async #repeatEvent(id: string): Promise<SessionEvent | 'running' | 'gone' | undefined> {
    const stub = this.#sessionOf(id);
    if (stub === undefined) return 'gone';
    try {
      return await stub.repeatEvent();
    } catch {
      return undefined;
    }
  }

  /**
   * @returns undefined for an id from a different Cloudflare account, for instance after a backup
   *   from that account was restored
   */
  #sessionOf(id: string): DurableObjectStub<VerificationSession> | undefined {
    const { VERIFICATION_SESSION: namespace } = this.env;
    try {
      return namespace.get(namespace.idFromString(id));
    } catch {
      return undefined;
    }
  }
}
