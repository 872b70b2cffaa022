// /readyz/ledgers (D-176): what a backup reads from a volume, and what a restore writes into it.
import { createExecutionContext, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createContext } from '../../../src/context.ts';
import { randomToken } from '../../../src/crypto/random.ts';
import { COPIED, type CopiedRow } from '../../../src/domain/platform/ledgers/copied-rows.ts';
import { firstIdAt } from '../../../src/domain/platform/request-log/line.ts';
import { forgetDeploymentLinks } from '../../../src/domain/platform/deployment-links/links.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/time/durations.ts';
import { movedEntry } from '../../support/customer/audit-log.ts';
import { ledgerOf, queryLedger, ringLedger } from '../../support/customer/ledgers.ts';
import {
  allowCopies,
  callLedgers as call,
  keysOf,
  linesOf,
  listVolume,
  postRows as post,
  readVolume,
  restoreVolume,
  tablesOf,
} from '../../support/customer/ledger-copies.ts';
import { movedSession, putSessions } from '../../support/customer/moved-sessions.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

let tenantId: string;
let sent: unknown[];

beforeEach(async () => {
  ({ id: tenantId } = await makeTenant());
  await allowCopies();
  await listVolume(tenantId);
  sent = [];
  vi.spyOn(env.WEBHOOKS, 'sendBatch').mockImplementation(async (messages) => {
    sent.push(...[...messages].map(({ body }) => body));
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  });
});
afterEach(() => vi.restoreAllMocks());

const readAll = (id = tenantId) => readVolume(id);
const restore = (rows: readonly object[], id = tenantId) => restoreVolume(id, rows);

const NOW = Date.now();

/**
 * Records events with one delivery each. Every third event has no session, like the test events
 * that are sent to endpoints.
 */
async function fill(count: number): Promise<void> {
  const ref = { tenantId, test: false, number: 1, residency: 'none' as const };
  const names = Array.from({ length: count }, (_one, n) => String(n));
  const common = (name: string) => ({
    session_id: Number(name) % 3 === 0 ? null : `session-${Math.floor(Number(name) / 2)}`,
    position: Number(name),
    created_at_ms: NOW,
  });
  await ledgerOf(ref).record({
    events: names.map((name) => ({
      id: `evt_${name}`,
      type: 'session.success',
      body: JSON.stringify({ data: { name } }),
      redacted: 0 as const,
      ...common(name),
    })),
    deliveries: names.map((name) => ({
      id: `dlv_${name}`,
      event_id: `evt_${name}`,
      endpoint_id: 'we_1',
      ...common(name),
    })),
    ref,
    nowMs: NOW,
    begunAfter: 40,
    fullBytes: 1e9,
  });
}

/**
 * Marks one delivery as delivered, and adds a failed attempt, a held endpoint and two lines of the
 * request log.
 */
async function use(): Promise<void> {
  await queryLedger(
    { tenantId },
    `UPDATE deliveries SET state = 'delivered', attempts = 1, delivered_by = '{"number":1}' WHERE id = 'dlv_0'`,
  );
  await queryLedger({ tenantId }, `UPDATE deliveries SET attempts = 1 WHERE id = 'dlv_1'`);
  await queryLedger(
    { tenantId },
    `INSERT INTO attempts VALUES ('dlv_1', 1, 'https://shop.example', 5, 6, 500, NULL, 'no')`,
  );
  await queryLedger({ tenantId }, `INSERT INTO held_endpoints VALUES ('we_2', 7)`);
  const line = { request_id: 'r', method: 'GET', route: '/', status: 200, code: null };
  await ledgerOf({ tenantId }).noteRequests(
    [1, 2].map((n) => ({ ...line, id: firstIdAt(NOW) + n, duration_ms: n })),
    7 * DAY_MS,
  );
}

describe('a link', () => {
  it.each([
    ['is unknown', `xlc_${'b'.repeat(43)}`, undefined],
    ['is no token', 'xlc_', undefined],
    ['has expired', `xlc_${'c'.repeat(43)}`, { expiresAtMs: Date.now() - 1 }],
    ['is of another kind', `xlc_${'d'.repeat(43)}`, { kind: 'webhook' }],
  ])('opens nothing if it %s', async (_name, token, link) => {
    if (link !== undefined) await allowCopies(token, link);
    await fill(1);
    for (const response of [
      await call(`${tenantId}/live/1`, {}, token),
      await post(`${tenantId}/live/1`, linesOf([]), token),
    ]) {
      expect(response.status).toBe(404);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
    }
  });

  it('is deleted by the schedule when it has expired', async () => {
    await env.DB.exec('UPDATE deployment_links SET expires_at_ms = 1');
    await forgetDeploymentLinks(createContext(env, createExecutionContext()));
    expect(await env.DB.prepare('SELECT 1 FROM deployment_links').first()).toBeNull();
  });
});

describe('a volume', () => {
  it('is copied with every row once, and what has been counted and is known', async () => {
    await fill(1_101);
    await use();
    const { pages, rows } = await readAll();
    expect(pages.length).toBeGreaterThan(3);
    const of = (name: string) => rows.filter(({ table }) => table === name).map(({ row }) => row);
    expect(of('events').map(({ seq }) => seq)).toEqual(
      Array.from({ length: 1_101 }, (_one, n) => 41 + n),
    );
    expect(new Set(of('deliveries').map(({ id }) => id)).size).toBe(1_101);
    expect(rows).toHaveLength(1 + 1 + 2 * 1_101 + 1 + 2);

    const { id: other } = await makeTenant();
    await listVolume(other);
    for (const page of pages) await restore(page, other);
    expect(await tablesOf(other)).toEqual(await tablesOf(tenantId));
    const known = Object.fromEntries(await keysOf(other));
    expect(known).toEqual({
      ...Object.fromEntries(await keysOf(tenantId)),
      ref: { tenantId: other, test: false, number: 1, residency: 'none' },
    });
    // New events come after those that were restored.
    expect(known).toMatchObject({ begun_after: 40, kept_ms: 7 * DAY_MS });
  });

  it('reads a volume without rows, and one that has only a request log', async () => {
    expect(await readAll()).toEqual({ pages: [[]], rows: [] });
    await ledgerOf({ tenantId }).noteRequests([], DAY_MS);
    expect((await readAll()).rows.map(({ table }) => table)).not.toContain('events');
  });

  it('is read in parts of a few megabytes', async () => {
    await fill(5);
    await queryLedger(
      { tenantId },
      'UPDATE events SET body = ?',
      JSON.stringify('x'.repeat(1.5e6)),
    );
    const line = { request_id: 'r', method: 'GET', route: '/', status: 200, code: null };
    const lines = Array.from({ length: 4_001 }, (_one, n) => ({
      ...line,
      id: firstIdAt(NOW) + n,
      duration_ms: n,
    }));
    await ledgerOf({ tenantId }).noteRequests(lines, 7 * DAY_MS);
    const { pages, rows } = await readAll();
    const count = (name: string, of: CopiedRow[]) =>
      of.filter(({ table }) => table === name).length;
    expect(pages.map((page) => count('events', page))).toEqual([2, 2, 1, 0, 0]);
    expect(count('deliveries', rows)).toBe(5);
    expect(pages.map((page) => count('requests', page))).toEqual([0, 0, 0, 4_000, 1]);
  });

  it('delivers after a restore what was pending', async () => {
    await fill(3);
    const { rows } = await readAll();
    const { id: other } = await makeTenant();
    await listVolume(other);
    await restore(rows, other);
    await queryLedger({ tenantId: other }, 'UPDATE deliveries SET due_ms = 1');
    expect(await ringLedger({ tenantId: other })).toBe(true);
    expect(sent).toHaveLength(3);
    expect(sent[0]).toMatchObject({ attempt: 0, volume: { tenantId: other } });
  });

  it('stays sealed', async () => {
    await fill(1);
    await runInDurableObject(ledgerOf({ tenantId }), (_object, { storage }) => {
      storage.kv.put('sealed', true);
    });
    const { rows } = await readAll();
    const { id: other } = await makeTenant();
    await listVolume(other);
    await restore(rows, other);
    expect(Object.fromEntries(await keysOf(other))).toMatchObject({ sealed: true });
  });

  it('has no columns but those that are copied', async () => {
    await fill(1);
    await use();
    await putSessions({ tenantId }, movedSession());
    const part = { number: 1, id: 'a', day: '2026-01-01', outcomes: '{}' };
    await ledgerOf({ tenantId }).putOutcomes([part]);
    await ledgerOf({ tenantId }).putAudit([movedEntry(1)]);
    for (const [table, columns] of Object.entries(COPIED)) {
      if (table === 'state') continue;
      const found = await queryLedger<{ name: string }>(
        { tenantId },
        `SELECT name FROM pragma_table_info('${table}')`,
      );
      expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(columns).toSorted());
    }
  });
});

describe('a restore', () => {
  it('accepts a backup of before the ledgers had sessions', async () => {
    await fill(1);
    const { rows } = await readAll();
    const earlier = rows.map(({ table, row }) => ({
      table,
      row: Object.fromEntries(
        Object.entries(row).filter(([name]) => !name.startsWith('sessions_')),
      ),
    }));
    expect(earlier[0]).toMatchObject({ table: 'state', row: { begun_after: 40 } });
    const { id: other } = await makeTenant();
    await listVolume(other);
    expect(await restore(earlier, other)).toEqual({ added: 2, left: 0 });
    expect(await tablesOf(other)).toEqual(await tablesOf(tenantId));
    expect(Object.fromEntries(await keysOf(other))).toMatchObject({ begun_after: 40 });
  });

  it('into the same volume changes nothing, and keeps what has happened since', async () => {
    await fill(5);
    await use();
    const { rows } = await readAll();
    await queryLedger({ tenantId }, `UPDATE deliveries SET state = 'dead' WHERE id = 'dlv_2'`);
    await ledgerOf({ tenantId }).redact(['session-0']);
    const before = [await tablesOf(tenantId), await keysOf(tenantId)];
    for (let n = 0; n < 2; n += 1)
      expect(await restore(rows)).toEqual({ added: 0, left: rows.length - 1 });
    expect([await tablesOf(tenantId), await keysOf(tenantId)]).toEqual(before);
  });

  it('leaves out what belongs to nothing', async () => {
    await fill(2);
    await use();
    const { rows } = await readAll();
    const { id: other } = await makeTenant();
    await listVolume(other);
    const orphans = rows.filter(({ table }) => table === 'deliveries' || table === 'attempts');
    expect(await restore(orphans, other)).toEqual({ added: 0, left: orphans.length });
  });

  it('after new events keeps both, and the order of the restored ones', async () => {
    await fill(4);
    const { rows } = await readAll();
    await ledgerOf({ tenantId }).erase();
    const [event] = rows.filter(({ table }) => table === 'events');
    const others = ['new_1', 'new_2'].map((id, n) => ({
      table: 'events',
      row: { ...event!.row, id, seq: 41 + n },
    }));
    await restore(others);
    expect(await restore(rows)).toEqual({ added: 8, left: 0 });
    expect(await restore(rows)).toEqual({ added: 0, left: 8 });
    const order = await queryLedger<{ id: string }>(
      { tenantId },
      'SELECT id FROM events ORDER BY seq',
    );
    expect(order.map(({ id }) => id).slice(0, 6)).toEqual([
      'new_1',
      'new_2',
      'evt_0',
      'evt_1',
      'evt_2',
      'evt_3',
    ]);
  });

  it('does not accept a volume that the directory does not name', async () => {
    for (const path of [`${tenantId}/live/2`, `${tenantId}/test/1`, 'ten_gone/live/1'])
      for (const response of [await call(path), await post(path, '')]) {
        expect(response.status).toBe(404);
        expect(await response.text()).toContain('The directory of ledgers does not name');
      }
    // A volume whose customer does not exist is not accepted either.
    await listVolume('ten_gone');
    expect((await post('ten_gone/live/1', '')).status).toBe(404);
  });

  const event = {
    seq: 1,
    id: 'evt_1',
    type: 't',
    session_id: null,
    position: 1,
    body: '{}',
    redacted: 0,
    created_at_ms: 1,
  };
  const sessionLine = (changes: object) => {
    const row = { ...movedSession({ id: 's' }), counted_before: 0, contested: 0, seq: 1 };
    return JSON.stringify({ table: 'sessions', row: { ...row, ...changes } });
  };
  it.each([
    ['{', 'Line 2 is not a JSON object'],
    ['[]', 'Line 2 is not a JSON object'],
    ['{"table":"sqlite_master","row":{}}', 'names no table'],
    ['{"table":"constructor","row":{}}', 'names no table'],
    ['{"table":"events"}', 'has no row'],
    [JSON.stringify({ table: 'events', row: { ...event, more: 1 } }), 'has a column'],
    [JSON.stringify({ table: 'events', row: { ...event, seq: '1' } }), 'has no valid seq'],
    [JSON.stringify({ table: 'events', row: { ...event, seq: 1.5 } }), 'has no valid seq'],
    [JSON.stringify({ table: 'events', row: { ...event, id: null } }), 'has no valid id'],
    [JSON.stringify({ table: 'events', row: { ...event, body: 'no' } }), 'has no valid body'],
    [sessionLine({ seq: null }), 'has no valid seq'],
    [sessionLine({ status: 1 }), 'has no valid status'],
    [sessionLine({ counted_before: true }), 'has no valid counted_before'],
    [sessionLine({ funnel: '[' }), 'has no valid funnel'],
    [sessionLine({ tenant_id: 'ten_1' }), 'has a column'],
    ['{"table":"erased_days","row":{"day":"2026-01-01"}}', 'has no valid value'],
    ['{"table":"session_days","row":{}}', 'names no table'],
    ['{"table":"events","row":{"seq":1,"id":"\\ud800"}}', 'has no valid id'],
  ])('refuses the line %s and writes nothing', async (line, message) => {
    const body = `${JSON.stringify({ table: 'events', row: event })}\n${line}\n`;
    const response = await post(`${tenantId}/live/1`, body);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(message);
    expect(await queryLedger({ tenantId }, 'SELECT * FROM events')).toEqual([]);
  });

  it('refuses a body that is too large and writes nothing', async () => {
    const row = {
      table: 'events',
      row: { ...event, body: JSON.stringify({ a: 'x'.repeat(1e6) }) },
    };
    const response = await post(
      `${tenantId}/live/1`,
      linesOf(Array.from({ length: 9 }, () => row)),
    );
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('larger than 8 MiB');
    expect(await queryLedger({ tenantId }, 'SELECT * FROM events')).toEqual([]);
  });

  it.each([`${randomToken(9)}/both/1`, 'ten_1/live/0', 'ten_1/live/1?after=accounts:1'])(
    'refuses the address %s',
    async (path) => {
      expect((await call(path)).status).toBe(400);
    },
  );
});

it('wakes a restored volume within minutes', async () => {
  await fill(1);
  const { rows } = await readAll();
  const { id: other } = await makeTenant();
  await listVolume(other);
  await restore(rows, other);
  const atMs = await runInDurableObject(ledgerOf({ tenantId: other }), (_object, { storage }) =>
    storage.getAlarm(),
  );
  expect(atMs).toBeLessThan(Date.now() + 5 * MINUTE_MS);
});
