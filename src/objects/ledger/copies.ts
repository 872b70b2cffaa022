// SQL for backups and restores of a volume (D-176). Each event is read together with its deliveries
// and their attempts, in feed order, so that restored deliveries keep their order and no row is
// restored without the row that it refers to. The request log, sessions, outcomes and audit entries
// follow.
import {
  COPIED,
  parseReported,
  type CopiedPage,
  type CopiedRow,
  type CopiedTable,
  type RowsRestored,
} from '../../domain/platform/ledgers/copied-rows.ts';
import type { ReportedBacklog } from '../../domain/platform/ledgers/volume.ts';
import type { AuditEntries } from './audit-entries.ts';
import type { OutcomeParts } from './outcome-parts.ts';
import type { RequestLines } from './request-lines.ts';
import type { LedgerSessions } from './sessions.ts';
import { BEGUN_AFTER, REPORTED, SEALED } from './tables.ts';

type Row = Record<string, string | number | null>;

/** The maximum numbers of rows on one page; `events` come with their deliveries. */
const MAX = { events: 500, requests: 4_000, sessions: 2_000, outcome_parts: 1_000, audit: 2_000 };
/**
 * The maximum size in bytes of the measured rows on a page; only a single row that is larger may
 * exceed it.
 */
const MAX_BYTES = 4_000_000;
/** Upper bound for the size of a row in bytes, not counting the texts, which are measured. */
const ROW_BYTES = 500;
/** Upper bound for the size of a session in bytes, without the texts that are measured. */
const SESSION_BYTES = 1_200;
/** Upper bound for the size of an attempt in bytes, including the receiver's response. */
const ATTEMPT_BYTES = 2_500;

/**
 * The sequence number that a restored event or session gets: its own, or the next free one if a row
 * that was written before the ledgers were restored has that number. Keeping the numbers preserves
 * the order of the feed and of sessions created in the same millisecond; with new numbers, restored
 * rows would come after the rows that a volume still has.
 */
const numberIn = (table: CopiedTable): string =>
  `CASE WHEN EXISTS (SELECT 1 FROM ${table} WHERE seq = ?1 AND id <> ?2)
  THEN (SELECT max(seq) + 1 FROM ${table}) ELSE ?1 END`;

/** Conditions for rows that refer to another row: they are restored only if that row exists. */
const BELONG: Partial<Record<CopiedTable, string>> = {
  deliveries: 'EXISTS (SELECT 1 FROM events WHERE id = ?2)',
  attempts: 'EXISTS (SELECT 1 FROM deliveries WHERE id = ?1)',
};

/** The stores of a volume's data other than events. */
export interface Keepers {
  lines: RequestLines;
  sessions: LedgerSessions;
  outcomes: OutcomeParts;
  audit: AuditEntries;
}

/**
 * Reads a volume's state for a backup. Its address is not included, because the directory stores
 * addresses.
 */
export function readState(kv: SyncKvStorage, { lines, sessions }: Keepers): CopiedRow {
  const reported = kv.get<ReportedBacklog>(REPORTED);
  const row = {
    begun_after: kv.get<number>(BEGUN_AFTER) ?? null,
    sealed: Number(kv.get(SEALED) === true),
    kept_ms: lines.keptMs ?? null,
    reported: reported === undefined ? null : JSON.stringify(reported),
    sessions_kept_ms: sessions.kept?.keptMs ?? null,
    sessions_settled_ms: sessions.kept?.settledMs ?? null,
  };
  return { table: 'state', row };
}

/** Restores the state, without changing values that the volume already has. */
export function restoreState(
  kv: SyncKvStorage,
  { lines, sessions }: Keepers,
  row: CopiedRow['row'],
): void {
  const { begun_after: begunAfter, sealed, kept_ms: linesMs, reported } = row;
  const { sessions_kept_ms: keptMs, sessions_settled_ms: settledMs } = row;
  if (typeof begunAfter === 'number' && kv.get(BEGUN_AFTER) === undefined)
    kv.put(BEGUN_AFTER, begunAfter);
  if (sealed === 1) kv.put(SEALED, true);
  if (typeof linesMs === 'number' && lines.keptMs === undefined) lines.keepFor(linesMs);
  if (typeof keptMs === 'number' && typeof settledMs === 'number' && sessions.kept === undefined)
    sessions.keepFor({ keptMs, settledMs });
  const backlog = parseReported(reported);
  if (backlog !== undefined && kv.get(REPORTED) === undefined) kv.put(REPORTED, backlog);
}

/** The parts of a volume, which are read one after another. */
type Part = 'events' | 'requests' | 'sessions' | 'outcomes' | 'audit';

/** Which tables a volume has, by part. */
type Tables = Record<Part, boolean>;

/** The part that each table belongs to; undefined for the state, which is not stored in a table. */
const PART_OF: Readonly<Record<CopiedTable, Part | undefined>> = {
  state: undefined,
  held_endpoints: 'events',
  events: 'events',
  deliveries: 'events',
  attempts: 'events',
  requests: 'requests',
  erased_days: 'sessions',
  sessions: 'sessions',
  outcome_parts: 'outcomes',
  audit_entries: 'audit',
};

/** Which tables a volume has, apart from those for events. */
export const keptIn = ({ lines, sessions, outcomes, audit }: Keepers): Omit<Tables, 'events'> => ({
  requests: lines.exists,
  sessions: sessions.exists,
  outcomes: outcomes.exists,
  audit: audit.exists,
});

/**
 * Creates the tables that the rows belong to, apart from those for events.
 * @returns whether the tables for events are needed
 */
export function prepareFor(
  rows: readonly CopiedRow[],
  { lines, sessions, outcomes, audit }: Keepers,
): boolean {
  const parts = new Set(rows.map(({ table }) => PART_OF[table]));
  if (parts.has('requests')) lines.prepare();
  if (parts.has('sessions')) sessions.prepare();
  if (parts.has('outcomes')) outcomes.prepare();
  if (parts.has('audit')) audit.prepare();
  return parts.has('events');
}

interface PartRows {
  rows: CopiedRow[];
  /** The number of the last row that was read; undefined when no rows are left to read. */
  last?: number;
}

const READERS: Readonly<Record<Part, (sql: SqlStorage, after: number) => PartRows>> = {
  events: readEvents,
  requests: readRequests,
  sessions: readSessions,
  outcomes: readOutcomes,
  audit: readAudit,
};

/** @param after the value `next` of the previous page; undefined for the first page */
export function readPage(sql: SqlStorage, has: Tables, after: string | undefined): CopiedPage {
  const [kind = 'events', number = '-1'] = after?.split(':') ?? [];
  const parts = Object.entries(READERS) as [Part, (typeof READERS)[Part]][];
  const rows = after === undefined ? readFew(sql, has) : [];
  for (const [part, read] of parts.slice(parts.findIndex(([name]) => name === kind))) {
    if (!has[part]) continue;
    const found = read(sql, part === kind ? Number(number) : -1);
    rows.push(...found.rows);
    if (found.last !== undefined) return { rows, next: `${part}:${found.last}` };
  }
  return { rows, next: null };
}

/** Reads the tables that have only a few rows. */
const readFew = (sql: SqlStorage, has: Tables): CopiedRow[] => [
  ...(has.events ? rowsOf('held_endpoints', select(sql, 'held_endpoints', 'true', [])) : []),
  ...(has.sessions ? rowsOf('erased_days', select(sql, 'erased_days', 'true', [])) : []),
];

const select = (
  sql: SqlStorage,
  table: CopiedTable,
  where: string,
  values: (string | number)[],
): Row[] =>
  sql
    .exec<Row>(
      `SELECT ${Object.keys(COPIED[table]).join(', ')} FROM ${table} WHERE ${where}`,
      ...values,
    )
    .toArray();

const rowsOf = (table: CopiedTable, rows: readonly Row[]): CopiedRow[] =>
  rows.map((row) => ({ table, row }));

function readRequests(sql: SqlStorage, after: number): PartRows {
  const lines = select(sql, 'requests', 'id > ? ORDER BY id LIMIT ?', [after, MAX.requests]);
  return partRows(
    'requests',
    lines,
    lines.length < MAX.requests ? undefined : lines.at(-1)?.['id'],
  );
}

function readSessions(sql: SqlStorage, after: number): PartRows {
  const found = select(sql, 'sessions', 'seq > ? ORDER BY seq LIMIT ?', [after, MAX.sessions]);
  const sessions = takeFitting(
    found,
    ({ external_user_id: user, metadata, funnel }) =>
      SESSION_BYTES + lengthOf(user) + lengthOf(metadata) + lengthOf(funnel),
  );
  const last = sessions.at(-1)?.['seq'];
  return partRows(
    'sessions',
    sessions,
    isLastPage(sessions, found, MAX.sessions) ? undefined : last,
  );
}

function readOutcomes(sql: SqlStorage, after: number): PartRows {
  return readNumbered(sql, 'outcome_parts', after, MAX.outcome_parts, ({ outcomes }) =>
    lengthOf(outcomes),
  );
}

function readAudit(sql: SqlStorage, after: number): PartRows {
  return readNumbered(sql, 'audit_entries', after, MAX.audit, (entry) =>
    Object.values(entry).reduce<number>((length, value) => length + lengthOf(value), 0),
  );
}

/** @param textsOf returns the size of a row's texts */
function readNumbered(
  sql: SqlStorage,
  table: 'outcome_parts' | 'audit_entries',
  after: number,
  most: number,
  textsOf: (row: Row) => number,
): PartRows {
  const found = select(sql, table, 'number > ? ORDER BY number LIMIT ?', [after, most]);
  const rows = takeFitting(found, (row) => ROW_BYTES + textsOf(row));
  return partRows(table, rows, isLastPage(rows, found, most) ? undefined : rows.at(-1)?.['number']);
}

/** @param found the rows that were read, of which only `rows` fit into the page */
const isLastPage = (rows: readonly Row[], found: readonly Row[], most: number): boolean =>
  rows.length < most && rows.length === found.length;

const partRows = (
  table: CopiedTable,
  rows: readonly Row[],
  last: Row[string] | undefined,
): PartRows => ({
  rows: rowsOf(table, rows),
  ...(last !== undefined && { last: Number(last) }),
});

/** @returns the first rows, as many as fit into a page, but at least one */
function takeFitting(rows: readonly Row[], sizeOf: (row: Row) => number): Row[] {
  let bytes = 0;
  return rows.filter((row, place) => {
    bytes += sizeOf(row);
    return place === 0 || bytes <= MAX_BYTES;
  });
}

function readEvents(sql: SqlStorage, after: number): PartRows {
  const found = select(sql, 'events', 'seq > ? ORDER BY seq LIMIT ?', [after, MAX.events]);
  const deliveries = Map.groupBy(selectDeliveries(sql, found), (row) => String(row['event_id']));
  let bytes = 0;
  const events = found.filter((event, place) => {
    const own = deliveries.get(String(event['id'])) ?? [];
    bytes += lengthOf(event['body']) + ROW_BYTES;
    for (const { attempts, delivered_by: by } of own)
      bytes += ROW_BYTES + lengthOf(by) + Number(attempts) * ATTEMPT_BYTES;
    return place === 0 || bytes <= MAX_BYTES;
  });
  const last = events.at(-1)?.['seq'];
  if (last === undefined) return { rows: [] };
  const theirs = events.flatMap(({ id }) => deliveries.get(String(id)) ?? []);
  const attempts = select(
    sql,
    'attempts',
    'delivery_id IN (SELECT value FROM json_each(?)) ORDER BY delivery_id, number',
    [JSON.stringify(theirs.map(({ id }) => id))],
  );
  return {
    rows: [
      ...rowsOf('events', events),
      ...rowsOf('deliveries', theirs),
      ...rowsOf('attempts', attempts),
    ],
    last: Number(last),
  };
}

/**
 * Finds deliveries by session, because no index contains the event's id. For events without a
 * session, all deliveries without a session are searched; there are only a few of them.
 */
function selectDeliveries(sql: SqlStorage, events: readonly Row[]): Row[] {
  const areOfThese = 'event_id IN (SELECT value FROM json_each(?)) ORDER BY position';
  const ids = JSON.stringify(events.map(({ id }) => id));
  const sessions = [...new Set(events.map(({ session_id: id }) => id))];
  return [
    ...select(
      sql,
      'deliveries',
      `session_id IN (SELECT value FROM json_each(?)) AND ${areOfThese}`,
      [JSON.stringify(sessions.filter((id) => id !== null)), ids],
    ),
    ...(sessions.includes(null)
      ? select(sql, 'deliveries', `session_id IS NULL AND ${areOfThese}`, [ids])
      : []),
  ];
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

/** Inserts the rows that do not exist yet. The tables must exist. */
export function addRows(sql: SqlStorage, rows: readonly CopiedRow[]): RowsRestored {
  let added = 0;
  for (const { table, row } of rows) {
    const names = Object.keys(COPIED[table]);
    const places = names
      .map((name, at) => (name === 'seq' ? numberIn(table) : `?${at + 1}`))
      .join(', ');
    added += sql
      .exec(
        `INSERT OR IGNORE INTO ${table} (${names.join(', ')})
         SELECT ${places} WHERE ${BELONG[table] ?? 'true'} RETURNING 1`,
        ...names.map((name) => row[name] ?? null),
      )
      .toArray().length;
  }
  return { added, left: rows.length - added };
}
