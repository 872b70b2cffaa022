// Migration 0045 counts what lies in tables that are in use: tried on a database that is filled.
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { applyMigration, applyMigrationsBefore } from './apply-migrations.ts';

const COUNTING = '0045_lists-without-walks.sql';
const DAY_MS = 86_400_000;

/** Of the rows themselves, as the migration's tables have to say it. */
const DELIVERIES = `SELECT endpoint_id, strftime('%Y-%m-%d', created_at_ms / 1000, 'unixepoch') AS day, state, count(*) AS value
  FROM webhook_deliveries GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
const ENTRIES = `SELECT tenant_id, strftime('%Y-%m-%d', at_ms / 1000, 'unixepoch') AS day,
    iif(audience = 'dashboard', coalesce(staff_id, 0), 0) AS member_id, action, target_type, count(*) AS value
  FROM audit_entries WHERE tenant_id <> '' GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`;

let database: DatabaseSync;

const all = (sql: string) => database.prepare(sql).all();
const counted = () => [
  all('SELECT * FROM delivery_days ORDER BY 1, 2, 3'),
  all('SELECT * FROM tenant_audit_days ORDER BY 1, 2, 3, 4, 5'),
];

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  applyMigrationsBefore(database, COUNTING);
  database.exec('PRAGMA foreign_keys = OFF');
  fill(0, 3_000);
  applyMigration(database, COUNTING);
});

/** Every state, three endpoints, and entries of members, of keys, of nobody and of the operators, over a week. */
function fill(from: number, to: number): void {
  const delivery = database.prepare(
    `INSERT INTO webhook_deliveries (id, event_id, endpoint_id, tenant_id, position, state, round_started_ms, next_attempt_ms,
       created_at_ms) VALUES (?, ?, ?, 'ten_1', 1, ?, 1, 1, ?)`,
  );
  const entry = database.prepare(
    `INSERT INTO audit_entries (at_ms, staff_id, audience, tenant_id, action, target_type, target_id)
     VALUES (?, ?, ?, ?, ?, ?, 'x')`,
  );
  for (let n = from; n < to; n += 1) {
    const atMs = Date.UTC(2026, 10, 1) + (n % 7) * DAY_MS + n;
    const state = ['pending', 'delivered', 'dead'][n % 3] ?? '';
    delivery.run(`dlv_${n}`, `evt_${n}`, `we_${n % 4}`, state, atMs);
    const audience = ['dashboard', 'system', 'admin'][n % 3] ?? '';
    const action = n % 2 === 0 ? 'key.create' : 'session.export';
    const type = n % 2 === 0 ? 'key' : 'session';
    const member = n % 5 === 0 ? null : n % 4;
    entry.run(atMs, member, audience, ['', 'ten_1', 'ten_2'][n % 11] ?? 'ten_3', action, type);
  }
}

test('it counts what was there before', () => {
  const [deliveries = [], entries = []] = counted();
  expect(deliveries).toEqual(all(DELIVERIES));
  expect(entries).toEqual(all(ENTRIES));
  expect(deliveries.reduce((sum, { value }) => sum + Number(value), 0)).toBe(3_000);
  expect(entries.map(({ tenant_id: id }) => id)).not.toContain('');
  expect(new Set(entries.map(({ member_id: id }) => id)).size).toBeGreaterThan(3);
});

test('what comes, changes and goes afterwards is counted on top of it', () => {
  fill(3_000, 3_500);
  database.exec("UPDATE webhook_deliveries SET state = 'delivered' WHERE endpoint_id = 'we_1'");
  database.exec("UPDATE webhook_deliveries SET attempts = 2 WHERE endpoint_id = 'we_2'");
  database.exec("DELETE FROM webhook_deliveries WHERE endpoint_id = 'we_3' OR state = 'dead'");
  expect(counted()).toEqual([all(DELIVERIES), all(ENTRIES)]);
  database.exec('DELETE FROM webhook_deliveries');
  expect(counted()[0]).toEqual([]);
});
