// The list of sessions in D1 with a customer that has very many: how large it is, and the CPU of
// its pages and of a search by user. Sessions are those of bench/lists.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FREQUENT_USER, insertLargeList, LARGE } from '../lists/customer-rows.ts';
import { fillFast, migrate } from '../lists/fill.ts';
import { measureList, type MeasuredList, type Page } from '../lists/lists.ts';
import { contextOn, useCase, type Slice } from '../lists/measure.ts';

export interface ListFigures {
  fillMs: number;
  bytes: number;
  /** The size of a session's row with its index entries. */
  bytesPerSession: number;
  pages: MeasuredList[];
}

/**
 * Counts sessions for the totals of lists, for all days in one statement. The counts are those of
 * the nightly recount (a test compares them).
 */
const COUNT_SESSIONS = `INSERT INTO session_days (tenant_id, test, day, status, verification_type, value)
  SELECT tenant_id, test, strftime('%Y-%m-%d', created_at_ms / 1000, 'unixepoch'), status,
    COALESCE(verification_type, ''), count(*)
  FROM verification_sessions GROUP BY 1, 2, 3, 4, 5`;

/** Fills a migrated database with sessions of one customer. */
export async function fillList(
  database: DatabaseSync,
  sessions: number,
  nowMs: number,
): Promise<void> {
  const insert = () => {
    insertLargeList(database, sessions, nowMs);
    database.exec(COUNT_SESSIONS);
  };
  await fillFast(database, insert, []);
}

export async function measureSessions(sessions: number): Promise<ListFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'agate-growth-'));
  const file = join(folder, 'd1.sqlite');
  let database = new DatabaseSync(file);
  try {
    const nowMs = Date.now();
    migrate(database);
    await fillList(database, sessions, nowMs);
    const fillMs = Date.now() - nowMs;
    const ofList = bytesOf(database, 'verification_sessions%');
    const bytes = bytesOf(database, '%');
    // Reopening gives an empty cache of the default 2 MB.
    database.close();
    database = new DatabaseSync(file);
    const pages = await measurePages(database, sessions);
    return { fillMs, bytes, bytesPerSession: ofList / sessions, pages };
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

async function measurePages(database: DatabaseSync, sessions: number): Promise<MeasuredList[]> {
  const ctx = await contextOn(database);
  const listSessions = await useCase<Page>('verification/list-sessions', 'listSessions');
  const read = (filter: object) => (slice: Slice) =>
    listSessions(ctx, { tenantId: LARGE, test: false, ...filter }, slice);
  // A user whose number ends in 2 has one session, in live mode.
  const rareUser = `user-${10 * Math.floor(sessions / 20) + 2}`;
  const lists = [
    { name: 'all', read: read({}) },
    { name: 'of one status', read: read({ status: 'success' }) },
    { name: 'of a user with one', read: read({ externalUserId: rareUser }) },
    { name: 'of a user with a tenth of all', read: read({ externalUserId: FREQUENT_USER }) },
    { name: 'of an unknown user', read: read({ externalUserId: 'nobody' }) },
  ];
  const measured: MeasuredList[] = [];
  for (const list of lists) measured.push(await measureList(list));
  return measured;
}

const bytesOf = (database: DatabaseSync, names: string): number =>
  Number(
    database
      .prepare('SELECT sum(pgsize) AS bytes FROM dbstat WHERE aggregate = TRUE AND name LIKE ?')
      .get(names)?.['bytes'],
  );
