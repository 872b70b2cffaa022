// The sessions of a volume (D-177): the list rows of sessions that ended a few days ago, with their
// visitors' steps. Lists read these rows with session-lists.ts.
import type {
  ErasedInVolume,
  LedgerSession,
  SessionsKept,
} from '../../domain/verification/session-list/ledger-session.ts';
import { portionsOf } from './bound-values.ts';
import {
  SESSION_COLUMNS,
  SESSION_TABLES,
  toSession,
  type StoredLedgerSession,
} from './session-tables.ts';

/** The maximum number of rows that one run of the alarm deletes. */
const ROWS_AT_ONCE = 5_000;
/** Storage key for how long rows are kept. */
const SESSIONS_KEPT = 'sessions_kept';

/** Columns that never change. */
const FIXED: readonly string[] = ['id', 'created_at_ms'];
const FIELDS = SESSION_COLUMNS.map((_name, at) => `value ->> ${at}`).join(', ');
// A newer row without steps does not replace the stored steps, because only the row written at a
// session's end contains steps. A row whose session no longer exists is erased without a new
// version.
const CHANGES = SESSION_COLUMNS.filter((name) => !FIXED.includes(name))
  .map((name) =>
    name === 'funnel' ? 'funnel = coalesce(excluded.funnel, funnel)' : `${name} = excluded.${name}`,
  )
  .join(', ');
const PUT = `INSERT INTO sessions (${SESSION_COLUMNS.join(', ')})
  SELECT ${FIELDS} FROM json_each(?) WHERE true
  ON CONFLICT (id) DO UPDATE SET ${CHANGES} WHERE excluded.version > sessions.version
    OR excluded.version = sessions.version
      AND excluded.erased_at_ms IS NOT NULL AND sessions.erased_at_ms IS NULL`;

/** The columns that figures in D1 group sessions by, apart from those that never change. */
const COUNTED = ['status', 'completed_at_ms', 'verification_type', 'reason', 'risk'] as const;

const IDS = '(SELECT value FROM json_each(?))';

export class LedgerSessions {
  readonly #sql: SqlStorage;
  readonly #kv: SyncKvStorage;
  #isReady = false;

  constructor({ sql, kv }: Pick<DurableObjectStorage, 'sql' | 'kv'>) {
    this.#sql = sql;
    this.#kv = kv;
  }

  /** Creates the tables if they do not exist. */
  prepare(): void {
    if (!this.exists) for (const statement of SESSION_TABLES) this.#sql.exec(statement);
    this.#isReady = true;
  }

  /** Stores rows. An existing row is replaced only by a newer one. */
  put(rows: readonly LedgerSession[]): void {
    if (rows.length === 0) return;
    this.prepare();
    const values = rows.map((row) => JSON.stringify(SESSION_COLUMNS.map((name) => row[name])));
    for (const portion of portionsOf(values)) this.#sql.exec(PUT, `[${portion.join(',')}]`);
  }

  /**
   * Applies erasures to rows that the volume has, and counts each session once, on the day (UTC) of
   * its erasure.
   * @param rows the rows after the erasure
   */
  erase(rows: readonly LedgerSession[]): ErasedInVolume {
    const known = new Map(this.find(rows.map(({ id }) => id)).map((row) => [row.id, row]));
    const changed = new Map<string, LedgerSession>();
    for (const row of rows) {
      const stored = known.get(row.id);
      if (stored === undefined || stored.version >= row.version) continue;
      if (COUNTED.some((name) => stored[name] !== row[name])) {
        changed.set(row.id, stored);
        continue;
      }
      if (stored.erased_at_ms === null && row.erased_at_ms !== null)
        this.#countErased(1, row.erased_at_ms);
      this.put([row]);
    }
    return {
      erased: [...known.keys()].filter((id) => !changed.has(id)),
      changed: [...changed.values()],
    };
  }

  /**
   * Removes personal data. Does not record the erasure, because the row in D1 records it.
   * Idempotent.
   */
  redact(ids: readonly string[]): void {
    if (!this.exists) return;
    this.#sql.exec(
      `UPDATE sessions SET external_user_id = NULL, metadata = NULL, ip_country = NULL
       WHERE id IN ${IDS}
         AND (external_user_id IS NOT NULL OR metadata IS NOT NULL OR ip_country IS NOT NULL)`,
      JSON.stringify(ids),
    );
  }

  /** Records the erasure of sessions that no longer exist, and removes their personal data. */
  end(ids: readonly string[], nowMs: number): void {
    if (!this.exists) return;
    const ended = this.#sql
      .exec(
        `UPDATE sessions SET erased_at_ms = ?, external_user_id = NULL, metadata = NULL,
           ip_country = NULL
         WHERE id IN ${IDS} AND erased_at_ms IS NULL RETURNING 1`,
        nowMs,
        JSON.stringify(ids),
      )
      .toArray().length;
    if (ended > 0) this.#countErased(ended, nowMs);
  }

  /** @returns the sessions that are in the volume, with their steps */
  find(ids: readonly string[]): LedgerSession[] {
    if (!this.exists) return [];
    return this.#sql
      .exec<StoredLedgerSession & Record<string, SqlStorageValue>>(
        `SELECT ${SESSION_COLUMNS.join(', ')} FROM sessions WHERE id IN ${IDS}`,
        JSON.stringify(ids),
      )
      .toArray()
      .map((row: StoredLedgerSession) => toSession(row));
  }

  /** @returns the number of erasures on days `from` to `to` (`YYYY-MM-DD`, inclusive) */
  countErased(from: string, to: string): number {
    if (!this.exists) return 0;
    return (
      this.#sql
        .exec<{ value: number | null }>(
          'SELECT sum(value) AS value FROM erased_days WHERE day BETWEEN ? AND ?',
          from,
          to,
        )
        .one().value ?? 0
    );
  }

  /** @returns the given ids whose sessions are in the volume */
  known(ids: readonly string[]): string[] {
    if (!this.exists) return [];
    return this.#sql
      .exec<{ id: string }>(`SELECT id FROM sessions WHERE id IN ${IDS}`, JSON.stringify(ids))
      .toArray()
      .map(({ id }) => id);
  }

  #countErased(sessions: number, atMs: number): void {
    this.#sql.exec(
      `INSERT INTO erased_days VALUES (strftime('%Y-%m-%d', ? / 1000, 'unixepoch'), ?)
       ON CONFLICT DO UPDATE SET value = value + excluded.value`,
      atMs,
      sessions,
    );
  }

  /** How long rows are kept; undefined before the first call to keepFor. */
  get kept(): SessionsKept | undefined {
    return this.#kv.get<SessionsKept>(SESSIONS_KEPT);
  }

  keepFor(kept: SessionsKept): void {
    const { keptMs, settledMs } = this.kept ?? {};
    if (keptMs !== kept.keptMs || settledMs !== kept.settledMs) this.#kv.put(SESSIONS_KEPT, kept);
  }

  /**
   * Deletes rows that are old enough and whose sessions were erased long enough ago, oldest first.
   * @returns whether there may be more rows to delete
   */
  forget(nowMs: number): boolean {
    const { kept } = this;
    if (!this.exists || kept === undefined) return false;
    const deleted = this.#sql
      .exec(
        `DELETE FROM sessions WHERE seq IN (SELECT seq FROM sessions
           WHERE created_at_ms < ? AND erased_at_ms < ? ORDER BY created_at_ms LIMIT ?) RETURNING 1`,
        nowMs - kept.keptMs,
        nowMs - kept.settledMs,
        ROWS_AT_ONCE,
      )
      .toArray().length;
    return deleted === ROWS_AT_ONCE;
  }

  /**
   * @returns ids of random rows that are old enough to be deleted, but whose sessions have not been
   *   erased
   */
  listUnerased(nowMs: number, limit: number): string[] {
    const { kept } = this;
    if (!this.exists || kept === undefined) return [];
    return this.#sql
      .exec<{ id: string }>(
        `SELECT id FROM (SELECT id, erased_at_ms FROM sessions WHERE created_at_ms < ?
           ORDER BY created_at_ms LIMIT ?)
         WHERE erased_at_ms IS NULL ORDER BY random() LIMIT ?`,
        nowMs - kept.keptMs,
        ROWS_AT_ONCE,
        limit,
      )
      .toArray()
      .map(({ id }) => id);
  }

  /** When the oldest row is old enough to be deleted; undefined when there is no row. */
  get endsAtMs(): number | undefined {
    if (!this.exists) return undefined;
    const [oldest] = this.#sql
      .exec<{ at: number }>(
        'SELECT created_at_ms AS at FROM sessions ORDER BY created_at_ms LIMIT 1',
      )
      .toArray();
    return oldest && oldest.at + (this.kept?.keptMs ?? 0) + 1;
  }

  /** Whether there are counts of erasures, which outlive the rows of the sessions. */
  get hasErasures(): boolean {
    return this.exists && this.#sql.exec('SELECT 1 FROM erased_days LIMIT 1').toArray().length > 0;
  }

  /** Forgets that the tables exist. Call this after the whole volume has been deleted. */
  reset(): void {
    this.#isReady = false;
  }

  /** Whether the tables exist. They are not created for a read, so an empty volume stays empty. */
  get exists(): boolean {
    const query = "SELECT 1 FROM sqlite_master WHERE name = 'session_days'";
    this.#isReady ||= this.#sql.exec(query).toArray().length > 0;
    return this.#isReady;
  }
}
