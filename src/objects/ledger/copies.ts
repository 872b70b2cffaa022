// SQL for backups and restores of a volume (D-176). Each event is read together with its deliveries
// and their attempts, in feed order, so that restored deliveries keep their order and no row is
// restored without the row that it refers to.
import {
  COPIED,
  parseReported,
  type CopiedPage,
  type CopiedRow,
  type CopiedTable,
  type RowsRestored,
} from '../../domain/platform/ledgers/copied-rows.ts';
import type { ReportedBacklog } from '../../domain/platform/ledgers/volume.ts';
import type { RequestLines } from './request-lines.ts';
import { BEGUN_AFTER, REPORTED, SEALED } from './tables.ts';

type Row = Record<string, string | number | null>;

/** The maximum number of events, and of request log lines, in one page. */
const [MAX_EVENTS, MAX_LINES] = [500, 4_000];
/** The maximum size of a page in bytes, which only a single larger event may exceed. */
const MAX_BYTES = 4_000_000;
/** Upper bound for the size of a row in bytes, without the texts that are measured. */
const ROW_BYTES = 500;
/** Upper bound for the size of an attempt in bytes, including the receiver's response. */
const ATTEMPT_BYTES = 2_500;

/**
 * The sequence number of a restored event, or the next free one if another event has it, because
 * that event was recorded before the ledgers were restored. The restored events keep their order.
 */
const NUMBER = `CASE WHEN EXISTS (SELECT 1 FROM events WHERE seq = ?1 AND id <> ?2)
  THEN (SELECT max(seq) + 1 FROM events) ELSE ?1 END`;

/** Conditions for rows that refer to another row: they are restored only if that row exists. */
const BELONG: Partial<Record<CopiedTable, string>> = {
  deliveries: 'EXISTS (SELECT 1 FROM events WHERE id = ?2)',
  attempts: 'EXISTS (SELECT 1 FROM deliveries WHERE id = ?1)',
};

/** Reads the state of a volume without its address, which the directory has. */
export function readState(kv: SyncKvStorage, { keptMs }: Pick<RequestLines, 'keptMs'>): CopiedRow {
  const reported = kv.get<ReportedBacklog>(REPORTED);
  const row = {
    begun_after: kv.get<number>(BEGUN_AFTER) ?? null,
    sealed: Number(kv.get(SEALED) === true),
    kept_ms: keptMs ?? null,
    reported: reported === undefined ? null : JSON.stringify(reported),
  };
  return { table: 'state', row };
}

/** Restores the state, without changing values that the volume already has. */
export function restoreState(
  kv: SyncKvStorage,
  lines: Pick<RequestLines, 'keptMs' | 'keepFor'>,
  { begun_after: begunAfter, sealed, kept_ms: keptMs, reported }: CopiedRow['row'],
): void {
  if (typeof begunAfter === 'number' && kv.get(BEGUN_AFTER) === undefined)
    kv.put(BEGUN_AFTER, begunAfter);
  if (sealed === 1) kv.put(SEALED, true);
  if (typeof keptMs === 'number' && lines.keptMs === undefined) lines.keepFor(keptMs);
  const backlog = parseReported(reported);
  if (backlog !== undefined && kv.get(REPORTED) === undefined) kv.put(REPORTED, backlog);
}

/** Which tables a volume has: those for events, and the one for the request log. */
export interface Tables {
  events: boolean;
  requests: boolean;
}

/** @param after `next` of the previous page; undefined for the first page */
export function readPage(sql: SqlStorage, has: Tables, after: string | undefined): CopiedPage {
  const [kind = 'events', number = '-1'] = after?.split(':') ?? [];
  const from = Number(number);
  const held = after === undefined && has.events ? selectHeld(sql) : [];
  if (kind === 'events' && has.events) {
    const { rows, last } = readEvents(sql, from);
    if (last !== undefined) return { rows: [...held, ...rows], next: `events:${last}` };
  }
  if (!has.requests) return { rows: held, next: null };
  const lines = select(sql, 'requests', 'id > ? ORDER BY id LIMIT ?', [
    kind === 'requests' ? from : -1,
    MAX_LINES,
  ]);
  const last = lines.length < MAX_LINES ? undefined : lines.at(-1)?.['id'];
  return {
    rows: [...held, ...rowsOf('requests', lines)],
    next: last === undefined ? null : `requests:${last}`,
  };
}

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

const selectHeld = (sql: SqlStorage): CopiedRow[] =>
  rowsOf('held_endpoints', select(sql, 'held_endpoints', 'true', []));

/**
 * @returns the rows, and the sequence number of the last event; no number when no events are left
 */
function readEvents(sql: SqlStorage, after: number): { rows: CopiedRow[]; last?: number } {
  const found = select(sql, 'events', 'seq > ? ORDER BY seq LIMIT ?', [after, MAX_EVENTS]);
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
 * Finds deliveries by session, because no index contains the event's id. Few events have no
 * session.
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
    const places = names.map((name, at) => (name === 'seq' ? NUMBER : `?${at + 1}`)).join(', ');
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
