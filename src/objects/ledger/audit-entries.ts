// The entries of a customer's audit log that have moved to a volume (D-183).
import type {
  AuditEvidence,
  EntryCounts,
  EntryPart,
  MovedEntry,
  WantedEntries,
  WantedEvidence,
} from '../../domain/platform/audit/moved-entries.ts';
import { millisecondsOf } from '../../domain/terms/locate-page.ts';
import { AUDIT_COLUMNS, AUDIT_TABLES } from './audit-tables.ts';
import { portionsOf } from './bound-values.ts';

const COLUMNS = AUDIT_COLUMNS.map((name) => `"${name}"`).join(', ');
const FIELDS = AUDIT_COLUMNS.map((_name, at) => `value ->> ${at}`).join(', ');
/**
 * Entries of the same millisecond are numbered in the order of their ids, and unlike these, numbers
 * are in every index.
 */
const NEWEST_FIRST = 'at_ms DESC, number DESC';
/** A decision about a live session. */
const IS_LIVE = `"after" ->> '$.test' = 0`;

type Condition = readonly [sql: string, value: string | number | undefined];

export class AuditEntries {
  readonly #sql: SqlStorage;
  #isReady = false;

  constructor({ sql }: Pick<DurableObjectStorage, 'sql'>) {
    this.#sql = sql;
  }

  /** Creates the tables if they do not exist. */
  prepare(): void {
    if (!this.exists) for (const statement of AUDIT_TABLES) this.#sql.exec(statement);
    this.#isReady = true;
  }

  /**
   * Stores entries. An entry that is already stored is not changed. If another entry has the number
   * of a given one, D1 has been restored to an earlier state: that entry and all later ones are
   * deleted, because those that really happened are back in D1. The tables must exist.
   */
  put(entries: readonly MovedEntry[]): void {
    const known = new Map(this.#hashes(entries).map(({ number, hash }) => [number, hash]));
    const isOther = ({ number, hash }: MovedEntry): boolean =>
      known.has(number) && known.get(number) !== hash;
    const others = entries.filter(isOther).map(({ number }) => number);
    if (others.length > 0)
      this.#sql.exec('DELETE FROM audit_entries WHERE number >= ?', Math.min(...others));
    const values = entries.map((entry) => JSON.stringify(AUDIT_COLUMNS.map((name) => entry[name])));
    for (const portion of portionsOf(values))
      this.#sql.exec(
        `INSERT OR IGNORE INTO audit_entries (${COLUMNS}) SELECT ${FIELDS} FROM json_each(?)`,
        `[${portion.join(',')}]`,
      );
  }

  /** Counts the matching entries by day, and all entries up to the requested one. */
  count({ upTo, ...wanted }: WantedEntries): EntryCounts {
    if (!this.exists) return { days: [], found: 0 };
    const { staffId, action, targetType, startDate, endDate } = wanted;
    // '' is the count of all actions or targets, and no entry has it.
    if (action === '' || targetType === '') return { days: [], found: this.#found(upTo) };
    const [where, values] = all([
      ['member_id = ?', staffId ?? -1],
      ['action = ?', action ?? ''],
      ['target_type = ?', action === undefined ? (targetType ?? '') : targetType],
      ['day >= ?', startDate],
      ['day <= ?', endDate],
    ]);
    const days = this.#sql
      .exec<{ day: string; value: number }>(
        `SELECT day, sum(value) AS value FROM audit_days WHERE ${where} GROUP BY day ORDER BY day DESC`,
        ...values,
      )
      .toArray();
    const inD1 = this.#inD1(wanted, upTo);
    return {
      days: days
        .map(({ day, value }) => ({ day, value: value - (inD1.get(day) ?? 0) }))
        .filter(({ value }) => value > 0),
      found: this.#found(upTo),
    };
  }

  /** @returns one part of the list, newest first */
  list({ upTo, ...wanted }: WantedEntries, { beforeMs, skip, limit }: EntryPart): MovedEntry[] {
    if (!this.exists) return [];
    const [where, values] = entriesThat({ ...wanted, beforeMs });
    return this.#sql
      .exec<MovedEntry & Record<string, SqlStorageValue>>(
        `SELECT ${COLUMNS} FROM audit_entries WHERE ${where} AND +number <= ?
         ORDER BY ${NEWEST_FIRST} LIMIT ? OFFSET ?`,
        ...values,
        upTo,
        limit,
        skip,
      )
      .toArray();
  }

  /** Reads what an evidence pack says about the log. */
  readEvidence(wanted: WantedEvidence): AuditEvidence {
    if (!this.exists) return { changes: [], decisions: [], times: [], acts: [], found: 0 };
    const { beginMs, endMs, from, to, upTo, maxChanges, maxDecisions } = wanted;
    const made = `SELECT "after" FROM audit_entries WHERE action = 'review.decide'
      AND at_ms >= ? AND at_ms < ? AND +number <= ? LIMIT ?`;
    const span = [beginMs, endMs, upTo, maxDecisions] as const;
    const ofDays = this.count({ startDate: from, endDate: to, upTo });
    return {
      changes: this.#sql
        .exec<AuditEvidence['changes'][number]>(
          `SELECT at_ms AS atMs, audience, "before", "after" FROM audit_entries
           WHERE action = 'settings.update' AND at_ms >= ? AND +number <= ?
           ORDER BY ${NEWEST_FIRST} LIMIT ?`,
          beginMs,
          upTo,
          maxChanges,
        )
        .toArray(),
      decisions: this.#sql
        .exec<AuditEvidence['decisions'][number]>(
          `SELECT "after" ->> '$.decision' AS decision, count(*) AS count FROM (${made})
           WHERE ${IS_LIVE} GROUP BY decision`,
          ...span,
        )
        .toArray(),
      times: this.#sql
        .exec<AuditEvidence['times'][number]>(
          `SELECT "after" ->> '$.seconds' AS seconds, count(*) AS times FROM (${made})
           WHERE ${IS_LIVE} AND "after" ->> '$.seconds' IS NOT NULL GROUP BY seconds`,
          ...span,
        )
        .toArray(),
      acts: ['session.erase', 'face.erase'].map((action) => ({
        action,
        value: sumOf(this.count({ action, startDate: from, endDate: to, upTo }).days),
      })),
      found: ofDays.found,
    };
  }

  get isEmpty(): boolean {
    return (
      !this.exists || this.#sql.exec('SELECT 1 FROM audit_entries LIMIT 1').toArray().length === 0
    );
  }

  /** Forgets that the tables exist. Call this after the whole volume has been deleted. */
  reset(): void {
    this.#isReady = false;
  }

  /** Whether the tables exist. They are not created for a read, so an empty volume stays empty. */
  get exists(): boolean {
    const query = "SELECT 1 FROM sqlite_master WHERE name = 'audit_entries'";
    this.#isReady ||= this.#sql.exec(query).toArray().length > 0;
    return this.#isReady;
  }

  #hashes(entries: readonly MovedEntry[]): { number: number; hash: string }[] {
    return this.#sql
      .exec<{ number: number; hash: string }>(
        'SELECT number, hash FROM audit_entries WHERE number IN (SELECT value FROM json_each(?))',
        JSON.stringify(entries.map(({ number }) => number)),
      )
      .toArray();
  }

  /** Counts the entries with numbers up to `upTo`. Reads one row per day, not one per entry. */
  #found(upTo: number): number {
    return this.#sql
      .exec<{ found: number }>(
        `SELECT (SELECT coalesce(sum(value), 0) FROM audit_days
           WHERE member_id = -1 AND action = '' AND target_type = '')
         - (SELECT count(*) FROM audit_entries NOT INDEXED WHERE number > ?) AS found`,
        upTo,
      )
      .one().found;
  }

  /** Counts the matching entries that D1 still has, by day: they have been moved only here. */
  #inD1(wanted: Omit<WantedEntries, 'upTo'>, upTo: number): Map<string, number> {
    const [where, values] = entriesThat(wanted);
    const rows = this.#sql
      .exec<{ day: string; value: number }>(
        `SELECT strftime('%Y-%m-%d', at_ms / 1000, 'unixepoch') AS day, count(*) AS value
         FROM audit_entries NOT INDEXED WHERE number > ? AND ${where} GROUP BY 1`,
        upTo,
        ...values,
      )
      .toArray();
    return new Map(rows.map(({ day, value }) => [day, value]));
  }
}

const sumOf = (days: readonly { value: number }[]): number =>
  days.reduce((sum, { value }) => sum + value, 0);

/** @returns the conditions for entries that pass the filters */
function entriesThat({
  staffId,
  action,
  targetType,
  beforeMs,
  ...days
}: Omit<WantedEntries, 'upTo'> & { beforeMs?: number }): ReturnType<typeof all> {
  const range = millisecondsOf(days);
  // An action implies its target type, so entries are looked up by the action.
  const type = action === undefined ? 'target_type' : '+target_type';
  const [where, values] = all([
    ['staff_id = ?', staffId],
    ['action = ?', action],
    [`${type} = ?`, targetType],
    ['at_ms >= ?', range.fromMs],
    ['at_ms < ?', Math.min(beforeMs ?? Number.MAX_SAFE_INTEGER, range.beforeMs)],
  ]);
  // Operators' ids are a separate sequence. The condition is also that of the partial index.
  return [staffId === undefined ? where : `audience = 'dashboard' AND ${where}`, values];
}

/** Joins conditions, except those without a value. */
function all(conditions: readonly Condition[]): [where: string, values: (string | number)[]] {
  const given = conditions.filter(([, value]) => value !== undefined);
  return [
    given.map(([sql]) => sql).join(' AND '),
    given.map(([, value]) => value as string | number),
  ];
}
