// The triggers of a volume count deliveries by endpoint, day and state. They are tested with rows
// that are inserted, updated and deleted.
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { createEventTables } from '../../src/objects/ledger/tables.ts';
import { DAY_MS } from '../../src/time/durations.ts';

const COUNTED = `SELECT endpoint_id, strftime('%Y-%m-%d', created_at_ms / 1000, 'unixepoch') AS day, state, count(*) AS value
  FROM deliveries GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
const KEPT = 'SELECT * FROM delivery_days ORDER BY 1, 2, 3';

/** Runs statements in a new volume. */
const inVolume = <T>(use: (sql: SqlStorage) => T): Promise<T> =>
  runInDurableObject(env.LEDGER.get(env.LEDGER.newUniqueId()), (_object, { storage }) => {
    createEventTables(storage.sql);
    return use(storage.sql);
  });

/** Inserts deliveries in every state and to four endpoints, over a week. */
function fillDeliveries(sql: SqlStorage, from: number, to: number): void {
  for (let n = from; n < to; n += 1)
    sql.exec(
      `INSERT INTO deliveries (id, event_id, endpoint_id, position, state, round_started_ms, next_attempt_ms, due_ms, created_at_ms)
       VALUES (?, ?, ?, 1, ?, 1, 1, 1, ?)`,
      `dlv_${n}`,
      `evt_${n}`,
      `we_${n % 4}`,
      ['pending', 'delivered', 'dead'][n % 3],
      Date.UTC(2026, 10, 1) + (n % 7) * DAY_MS + n,
    );
}

test('deliveries are counted in their current state', () =>
  inVolume((sql) => {
    const all = (query: string) => sql.exec(query).toArray();
    fillDeliveries(sql, 0, 600);
    const counts = all(KEPT);
    expect(counts).toEqual(all(COUNTED));
    expect(counts.reduce((sum, { value }) => sum + Number(value), 0)).toBe(600);
    for (const change of [
      "UPDATE deliveries SET state = 'delivered' WHERE endpoint_id = 'we_1'",
      "UPDATE deliveries SET attempts = 2, state = state WHERE endpoint_id = 'we_2'",
      "DELETE FROM deliveries WHERE endpoint_id = 'we_3' OR state = 'dead'",
      "INSERT OR IGNORE INTO deliveries SELECT * FROM deliveries WHERE endpoint_id = 'we_2'",
    ]) {
      sql.exec(change);
      expect([change, all(KEPT)]).toEqual([change, all(COUNTED)]);
    }
    fillDeliveries(sql, 600, 700);
    expect(all(KEPT)).toEqual(all(COUNTED));
    sql.exec('DELETE FROM deliveries');
    expect(all(KEPT)).toEqual([]);
  }));

test('a volume has exactly the triggers that keep these counts', () =>
  inVolume((sql) => {
    const triggers = sql
      .exec("SELECT tbl_name, name FROM sqlite_schema WHERE type = 'trigger' ORDER BY 2")
      .toArray();
    expect(triggers).toEqual(
      ['delete', 'insert', 'update'].map((change) => ({
        tbl_name: 'deliveries',
        name: `deliveries_count_${change}`,
      })),
    );
  }));
