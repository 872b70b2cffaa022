// The ledger of the large customer: a volume over node:sqlite, with the tables and the statements
// of the service's own object. In the service, each call to the object costs a round trip that is
// not measured.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { numbers, spread } from './fill.ts';

type Statement = (sql: unknown, ...given: unknown[]) => unknown;

/**
 * Imports the object's modules without their types, because the modules use the types of the
 * Workers runtime and this file uses those of Node.
 */
const importModule = async (name: string): Promise<Record<string, Statement>> =>
  (await import(`../../src/objects/ledger/${name}.ts`)) as Record<string, Statement>;

const sessionTables = async (): Promise<string[]> => {
  const { SESSION_TABLES } = (await import('../../src/objects/ledger/session-tables.ts')) as {
    SESSION_TABLES: string[];
  };
  return SESSION_TABLES;
};

/** Methods that only run the statement of the same name. */
const METHODS = ['sequenceOf', 'countByDay', 'listTimes', 'listDeliveries'];
/**
 * The methods of the session list, each with the statement that it runs. The measured volume
 * contains no sessions.
 */
const SESSION_METHODS = {
  countSessions: 'countByDay',
  countSessionsOfUser: 'countOfUser',
  listSessionTimes: 'listTimes',
  listSessions: 'listSessions',
};

export const eventIdOf = (number: number): string => `evt_${number}`;

/** Wraps SQLite in the interface that an object uses. */
const sqlOf = (database: DatabaseSync) => ({
  exec: (sql: string, ...values: (string | number)[]) => {
    const rows = database.prepare(sql).all(...values);
    return { toArray: () => rows, one: () => rows[0] };
  },
});

/**
 * Inserts events from thirty days, each with a delivery. One delivery in two hundred has been
 * abandoned.
 */
function fill(database: DatabaseSync, events: number, endpointId: string, nowMs: number): void {
  const atMs = spread(30, events, nowMs);
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
  database.exec(`${numbers(events)} INSERT INTO events (seq, id, type, session_id, position, body, created_at_ms)
    SELECT i, 'evt_' || i, 'session.success', printf('%064x', i), 1,
      json_object('id', 'evt_' || i, 'data', json_object('status', 'success', 'filler', printf('%.400c', 'x'))), ${atMs} FROM n`);
  database.exec(`${numbers(events)} INSERT INTO deliveries (id, event_id, endpoint_id, session_id, position, state, attempts,
      round_started_ms, next_attempt_ms, due_ms, created_at_ms, finished_at_ms, delivered_by)
    SELECT 'del_' || i, 'evt_' || i, '${endpointId}', printf('%064x', i), 1, iif(i % 200 = 7, 'dead', 'delivered'), 1,
      ${atMs}, ${atMs}, ${atMs}, ${atMs}, ${atMs},
      iif(i % 200 = 7, NULL, json_object('number', 1, 'url', 'https://hooks.example/', 'at_ms', ${atMs}, 'duration_ms', 120, 'status', 200, 'answer', 'ok')) FROM n`);
  database.exec(`INSERT INTO attempts (delivery_id, number, url, at_ms, duration_ms, status, failure)
    SELECT id, 1, 'https://hooks.example/', created_at_ms, 120, 500, 'status' FROM deliveries WHERE state = 'dead'`);
  database.exec('COMMIT');
}

/** @param use receives the object in the form that the service's context provides */
export async function withLedger<T>(
  events: number,
  endpointId: string,
  use: (ledger: object) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'agate-ledger-'));
  const file = join(folder, 'ledger.sqlite');
  let database = new DatabaseSync(file);
  try {
    const [tables, rows, lists, sessions] = await Promise.all(
      ['tables', 'event-rows', 'delivery-lists', 'session-lists'].map(importModule),
    );
    tables?.['createEventTables']?.(sqlOf(database));
    for (const statement of await sessionTables()) database.exec(statement);
    fill(database, events, endpointId, Date.now());
    // Reopens the file, so that reading starts with an empty cache of the default 2 MB.
    database.close();
    database = new DatabaseSync(file);
    const sql = sqlOf(database);
    const statements = { ...rows, ...lists };
    const methods = METHODS.map((name) => [
      name,
      async (...given: unknown[]) => statements[name]?.(sql, ...given),
    ]);
    const ofSessions = Object.entries(SESSION_METHODS).map(([method, name]) => [
      method,
      async (...given: unknown[]) => sessions?.[name]?.(sql, ...given),
    ]);
    return await use({
      ...(Object.fromEntries([...methods, ...ofSessions]) as object),
      readFeed: async (...given: unknown[]) => ({
        events: rows?.['readFeed']?.(sql, ...given),
        begunAfter: 0,
      }),
    });
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}
