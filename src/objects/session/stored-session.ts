// The row of a session's object that every change rewrites: the record, everything that is waiting
// to be sent or confirmed, and the evidence kept between two steps. All these parts share one row,
// because the platform bills each row that is written (D-173).
import type { Evidence } from '../../domain/verification/rules/evidence/judge-pictures.ts';
import type { AttemptReport } from '../../domain/verification/rules/session/attempts.ts';
import {
  parseRecord,
  type StoredRecord,
} from '../../domain/verification/rules/session/parse-record.ts';
import type { SessionEvent } from '../../domain/verification/rules/session/result.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';

/** An event that the queue has not accepted. */
export interface UnsentEvent {
  event: SessionEvent;
  /** The time until which a later event may replace this one, in milliseconds since the epoch. */
  heldUntilMs?: number;
}

/** Ends that have not been confirmed yet (unconfirmed-ends.ts). */
export interface UnconfirmedVersions {
  remindAtMs: number;
  afterMs: number;
  /** Versions of the end events; never empty. */
  versions: readonly number[];
}

export interface PendingParts {
  /** The unsent events, oldest first. */
  events: readonly UnsentEvent[];
  /** The report to the counter of the person's attempts. */
  report?: AttemptReport | undefined;
  ends?: UnconfirmedVersions | undefined;
  /** Evidence about the person's face and age, kept from one step to the next. */
  evidence?: Evidence | undefined;
}

type StoredRow = StoredRecord & { beside?: PendingParts };

const KEY = 'session';
const NOTHING: PendingParts = { events: [] };

/** Key and table names used before D-173, when each part was stored apart from the record. */
const EARLIER = {
  events: 'outbox',
  report: 'attempt-report',
  ends: 'unconfirmed',
  evidence: 'evidence',
} as const;

export class StoredSession {
  readonly #storage: DurableObjectStorage;
  /** Changes that the next write stores alongside the record. */
  #staged: Partial<PendingParts> = {};
  /**
   * Whether the storage still has parts of the earlier layout; undefined until this has been
   * checked.
   */
  #hasEarlier: boolean | undefined;
  /**
   * The row as read in this turn of the event loop, kept because each read copies the whole row.
   */
  #read: { row: StoredRow | undefined } | undefined;

  constructor({ storage }: Pick<DurableObjectState, 'storage'>) {
    this.#storage = storage;
  }

  /** @throws TypeError if the stored row does not contain a record */
  get record(): SessionRecord | undefined {
    const row = this.#row;
    return row && parseRecord(recordOf(row));
  }

  /** The parts stored alongside the record, including staged changes. */
  get pending(): PendingParts {
    const row = this.#row;
    return { ...(row === undefined ? NOTHING : this.#pendingOf(row)), ...this.#staged };
  }

  /**
   * Stages changes to the parts stored alongside the record, for the next write. A restart before
   * that write loses them, so the write must follow without an await, unless the work may be
   * repeated.
   */
  stage(changes: Partial<PendingParts>): void {
    this.#staged = { ...this.#staged, ...changes };
  }

  /** Writes the record together with the staged changes. */
  put(record: StoredRecord): void {
    // A new session has no earlier layout, so the storage need not be checked.
    if (this.#row === undefined) this.#hasEarlier = false;
    this.#storage.kv.put(KEY, { ...record, beside: this.pending } satisfies StoredRow);
    this.#dropEarlier();
    this.#staged = {};
    this.#read = undefined;
  }

  /** Writes the staged changes, if there are any. */
  writeStaged(): void {
    const row = this.#row;
    if (row !== undefined && Object.keys(this.#staged).length > 0) this.put(recordOf(row));
  }

  /** Deletes the record and all parts stored alongside it. */
  delete(): void {
    this.#storage.kv.delete(KEY);
    this.#dropEarlier();
    this.forget();
  }

  /** Forgets the row. Call this after the object's whole storage has been deleted. */
  forget(): void {
    this.#staged = {};
    this.#read = undefined;
    this.#hasEarlier = undefined;
  }

  get #row(): StoredRow | undefined {
    if (this.#read !== undefined) return this.#read.row;
    this.#read = { row: this.#storage.kv.get<StoredRow>(KEY) };
    queueMicrotask(() => {
      this.#read = undefined;
    });
    return this.#read.row;
  }

  /**
   * Adds the parts that an earlier version of the service stored in its own layout, either before
   * an upgrade or after a rollback.
   */
  #pendingOf({ beside: own = NOTHING }: StoredRow): PendingParts {
    const earlier = this.#readEarlier();
    if (earlier === undefined) return own;
    const known = new Set(earlier.events.map(({ event }) => event.row.version));
    return {
      events: [
        ...own.events.filter(({ event }) => !known.has(event.row.version)),
        ...earlier.events,
      ],
      report: earlier.report ?? own.report,
      ends: earlier.ends ?? own.ends,
      evidence: earlier.evidence,
    };
  }

  #readEarlier(): PendingParts | undefined {
    if (this.#hasEarlier === false) return undefined;
    const { kv, sql } = this.#storage;
    const tables = sql.exec(`SELECT 1 FROM sqlite_master WHERE name = '${EARLIER.events}'`);
    const rows =
      tables.toArray().length === 0
        ? undefined
        : sql.exec<{ body: string }>(`SELECT body FROM ${EARLIER.events} ORDER BY seq`).toArray();
    const report = kv.get<AttemptReport>(EARLIER.report);
    const ends = kv.get<UnconfirmedVersions>(EARLIER.ends);
    const evidence = kv.get<Evidence>(EARLIER.evidence);
    this.#hasEarlier = [rows, report, ends, evidence].some((part) => part !== undefined);
    if (!this.#hasEarlier) return undefined;
    const events = (rows ?? []).map(({ body }) => ({ event: JSON.parse(body) as SessionEvent }));
    return { events, report, ends, evidence };
  }

  #dropEarlier(): void {
    if (this.#readEarlier() === undefined) return;
    const { kv, sql } = this.#storage;
    for (const key of [EARLIER.report, EARLIER.ends, EARLIER.evidence]) kv.delete(key);
    sql.exec(`DROP TABLE IF EXISTS ${EARLIER.events}`);
    this.#hasEarlier = false;
  }
}

const recordOf = ({ beside: _beside, ...record }: StoredRow): StoredRecord => record;
