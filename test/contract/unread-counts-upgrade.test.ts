// Upgrades a database whose triggers still count the deliveries in D1. Deliveries that have not
// moved to a ledger yet stay as they are, and can still be added, changed and moved.
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { newMeter, openLocalD1 } from '../../bench/nightly/local-d1.ts';
import { openDatabase } from '../../src/db/client.ts';
import { runTogether } from '../../src/db/run-together.ts';
import {
  deleteEarlier,
  earlierRedaction,
  readEarlier,
} from '../../src/domain/integration/webhooks/earlier-event-store.ts';
import { migrate, MIGRATIONS, newMigratedDatabase } from './apply-migrations.ts';

const MIGRATION = '0034_unread-counts.sql';
const DROPPED = ['delivery_days', 'outcome_sums', 'outcomes_summed'];
const NOON_MS = Date.parse('2026-11-28T12:00:00Z');
const STATES = ['pending', 'delivered', 'dead'] as const;

let database: DatabaseSync;

const all = (sql: string): Record<string, unknown>[] => database.prepare(sql).all();
const db = () => openDatabase(openLocalD1(database, newMeter));

/** Inserts an event with its delivery, as versions before D-174 do. */
function deliver(n: number): void {
  const ids = [`evt_${n}`, `s${n}`];
  database
    .prepare(
      `INSERT INTO events (id, tenant_id, test, type, session_id, position, body, created_at_ms)
       VALUES (?, 'ten_1', 0, 'session.success', ?, 1, '{}', ?)`,
    )
    .run(...ids, NOON_MS + n);
  database
    .prepare(
      `INSERT INTO webhook_deliveries (id, event_id, session_id, endpoint_id, tenant_id, position, state,
         round_started_ms, next_attempt_ms, created_at_ms, delivered_by)
       VALUES (?, ?, ?, 'we_1', 'ten_1', 1, ?, 1, 1, ?, '{"answer":"ok"}')`,
    )
    .run(`dlv_${n}`, ...ids, STATES[n % 3] ?? '', NOON_MS + n);
}

const deliveries = () => all('SELECT * FROM webhook_deliveries ORDER BY id');

const countOf = (state: string) =>
  all('SELECT state FROM webhook_deliveries').filter((row) => row['state'] === state).length;

const upgrade = (): void =>
  migrate(
    database,
    MIGRATIONS.filter((name) => name >= MIGRATION),
  );

beforeEach(() => {
  database = newMigratedDatabase(MIGRATIONS.filter((name) => name < MIGRATION));
  database.exec(`INSERT INTO tenants (id, name, created_at_ms) VALUES ('ten_1', 'A', 1);
    INSERT INTO webhook_endpoints (id, tenant_id, url, mode, event_types, state, secret, created_at_ms)
    VALUES ('we_1', 'ten_1', 'https://hooks.example/', 'both', '[]', 'enabled', 'x', 1)`);
  for (let n = 0; n < 9; n += 1) deliver(n);
  // The nightly job of a version before D-178 can run between a migration and its deployment.
  database.exec(`INSERT INTO outcome_sums VALUES ('ten_1', 'country', 'NL', 'success', '2026-11-28', 4);
    UPDATE outcomes_summed SET day = '2026-11-28'`);
});

test('the counts are dropped with their rows, and every delivery stays as it is', () => {
  const before = deliveries();
  for (const table of DROPPED) expect(all(`SELECT * FROM ${table}`)).not.toEqual([]);
  upgrade();
  expect(deliveries()).toEqual(before);
  const left = all("SELECT name FROM sqlite_schema WHERE sql LIKE '%webhook_deliveries_count%'");
  const tables = all('SELECT name FROM sqlite_schema').map(({ name }) => name);
  expect([left, tables.filter((name) => DROPPED.includes(String(name)))]).toEqual([[], []]);
});

test('deliveries of before and after are added, changed and deleted as before', () => {
  upgrade();
  for (let n = 9; n < 12; n += 1) deliver(n);
  expect(STATES.map(countOf)).toEqual([4, 4, 4]);
  database.exec("UPDATE webhook_deliveries SET state = 'delivered' WHERE id IN ('dlv_0', 'dlv_9')");
  expect(STATES.map(countOf)).toEqual([2, 6, 4]);
  database.exec("DELETE FROM webhook_deliveries WHERE state = 'dead'");
  expect(STATES.map(countOf)).toEqual([2, 6, 0]);
});

test('the deliveries are redacted, and leave for a ledger with their events', async () => {
  upgrade();
  database.exec(`INSERT INTO verification_sessions (id, tenant_id, test, version, status, purpose,
      verification_mode, created_at_ms, completed_at_ms, expires_at_ms, erased_at_ms)
    VALUES ('s1', 'ten_1', 0, 3, 'success', 'age', 'auto', 1, 1, 1, 1)`);
  await runTogether(db(), earlierRedaction(db(), ['s1']));
  expect(all("SELECT id FROM webhook_deliveries WHERE delivered_by ->> 'answer' IS NULL")).toEqual([
    { id: 'dlv_1' },
  ]);
  // The event of this pending delivery is gone, so it is deleted instead of moved.
  database.exec("DELETE FROM events WHERE id = 'evt_0'");
  const sizes: number[] = [];
  for (let run = 0; run < 9 && countOf('delivered') + countOf('dead') > 0; run += 1) {
    const { byOwner } = await readEarlier(db(), 4, []);
    const moved = byOwner.flatMap(({ events }) => events.map(({ id }) => id));
    sizes.push(byOwner.flatMap(({ deliveries: some }) => some).length);
    await deleteEarlier(db(), moved);
  }
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(8);
  expect([deliveries(), all('SELECT * FROM events')]).toEqual([[], []]);
});
