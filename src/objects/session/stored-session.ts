// The row of a session's object that every change rewrites: the record, and what waits to be sent
// or confirmed. They are one row because the platform bills each row that is written (D-173).
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
  /** Not sent before that time, in milliseconds since the epoch. */
  fromMs: number;
}

/** Ends that were not confirmed (unconfirmed-ends.ts). */
export interface UnconfirmedVersions {
  remindAtMs: number;
  afterMs: number;
  /** Versions of the events, at least one. */
  versions: readonly number[];
}

export interface Waiting {
  /** Oldest first. */
  events: readonly UnsentEvent[];
  /** The report to the counter of the person's attempts. */
  report?: AttemptReport | undefined;
  ends?: UnconfirmedVersions | undefined;
}

type StoredRow = StoredRecord & { waiting?: Waiting };

const KEY = 'session';
const NOTHING: Waiting = { events: [] };

/** Where versions before D-173 stored what waits. */
const EARLIER = { report: 'attempt-report', ends: 'unconfirmed', events: 'outbox' } as const;

export class StoredSession {
  readonly #storage: DurableObjectStorage;
  /** What the next write changes of what waits. */
  #staged: Partial<Waiting> = {};

  constructor({ storage }: Pick<DurableObjectState, 'storage'>) {
    this.#storage = storage;
  }

  /** @throws TypeError for anything but a record */
  get record(): SessionRecord | undefined {
    const row = this.#row;
    return row && parseRecord(recordOf(row));
  }

  /** Includes what is staged. */
  get waiting(): Waiting {
    const row = this.#row;
    return { ...(row === undefined ? NOTHING : this.#waitingOf(row)), ...this.#staged };
  }

  /**
   * Changes what waits, from the next write on; until then a restart forgets the change. So it must
   * be written without an await in between, unless repeating what was done changes nothing.
   */
  stage(changes: Partial<Waiting>): void {
    this.#staged = { ...this.#staged, ...changes };
  }

  put(record: SessionRecord): void {
    this.#write(record);
  }

  /** Writes what is staged; nothing if nothing is. */
  writeStaged(): void {
    const row = this.#row;
    if (row !== undefined && Object.keys(this.#staged).length > 0) this.#write(recordOf(row));
  }

  /** Deletes the record and what waits. */
  delete(): void {
    this.#storage.kv.delete(KEY);
    this.#staged = {};
  }

  #write(record: StoredRecord): void {
    const { kv } = this.#storage;
    const isEarlier = this.#row !== undefined && this.#row.waiting === undefined;
    kv.put(KEY, { ...record, waiting: this.waiting } satisfies StoredRow);
    this.#staged = {};
    if (!isEarlier) return;
    kv.delete(EARLIER.report);
    kv.delete(EARLIER.ends);
    this.#storage.sql.exec(`DROP TABLE IF EXISTS ${EARLIER.events}`);
  }

  get #row(): StoredRow | undefined {
    return this.#storage.kv.get<StoredRow>(KEY);
  }

  #waitingOf(row: StoredRow): Waiting {
    if (row.waiting !== undefined) return row.waiting;
    const { kv, sql } = this.#storage;
    const tables = `SELECT 1 FROM sqlite_master WHERE name = '${EARLIER.events}'`;
    const events =
      sql.exec(tables).toArray().length === 0
        ? []
        : sql.exec<{ body: string }>(`SELECT body FROM ${EARLIER.events} ORDER BY seq`).toArray();
    return {
      events: events.map(({ body }) => ({ event: JSON.parse(body) as SessionEvent, fromMs: 0 })),
      report: kv.get<AttemptReport>(EARLIER.report),
      ends: kv.get<UnconfirmedVersions>(EARLIER.ends),
    };
  }
}

function recordOf({ waiting: _, ...record }: StoredRow): StoredRecord {
  return record as StoredRecord;
}
