// GET /admin/v1/health: the largest ledger volumes, and the slowest of them (D-170).
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/db/client.ts';
import { volumeName } from '../../../src/domain/platform/ledgers/volume.ts';
import { selectLargest } from '../../../src/domain/platform/ledgers/volume-store.ts';
import { firstIdAt } from '../../../src/domain/platform/request-log/line.ts';
import { DAY_MS } from '../../../src/time/durations.ts';
import { NUMBERS, SEEDED_ROWS } from '../../support/counted/seeded-rows.ts';
import { planOf } from '../../support/counted/query-plans.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';

let tenantId: string;
beforeEach(async () => {
  ({ id: tenantId } = await makeTenant());
});

interface Row {
  number?: number;
  test?: boolean;
  bytes?: number;
  isFull?: boolean;
}

/** Adds a volume to the directory. */
const listVolume = ({ number = 1, test = false, bytes = 0, isFull = false }: Row, id = tenantId) =>
  env.DB.prepare(
    `INSERT INTO ledger_volumes (tenant_id, test, number, opened_at_ms, full_at_ms, kept_days, bytes)
     VALUES (?, ?, ?, 1, ?, 7, ?)`,
  )
    .bind(id, Number(test), number, isFull ? Date.now() : null, bytes)
    .run();

const volumeOf = (id: string, number = 1, test = false) =>
  env.LEDGER.get(env.LEDGER.idFromName(volumeName({ tenantId: id, test }, number)));

async function readHealth() {
  const { token } = await makeAdmin({ role: 'analyst' });
  const { status, body } = await ask('GET', '/health', token);
  expect(status).toBe(200);
  return body.data;
}

describe('the ledgers of GET /admin/v1/health', () => {
  it('are empty in a new installation, and fine', async () => {
    expect(await readHealth()).toMatchObject({
      checks: { ledgers: 'ok' },
      ledgers: { limit_bytes: 10_000_000_000, largest: [] },
    });
  });

  it('name the five largest volumes that are written to, with customer, mode, number, size and share', async () => {
    await listVolume({ number: 1, bytes: 4_000_000_000, isFull: true });
    await listVolume({ number: 2, bytes: 1_250_000_000 });
    await listVolume({ test: true, bytes: 640_000_000 });
    for (const n of [4, 3, 2, 1]) await listVolume({ bytes: n * 100_000_000 }, `ten_gone_${n}`);
    const { checks, ledgers } = await readHealth();
    expect(checks.ledgers).toBe('ok');
    const named = { tenant_id: tenantId, tenant_name: expect.any(String) };
    expect(ledgers.largest.slice(0, 2)).toEqual([
      {
        ...named,
        mode: 'live',
        number: 2,
        size_bytes: 1_250_000_000,
        share: 0.125,
        answer_ms: expect.any(Number),
      },
      expect.objectContaining({ ...named, mode: 'test', number: 1, share: 0.064 }),
    ]);
    expect(ledgers.largest.slice(2).map((one: { tenant_id: string }) => one.tenant_id)).toEqual([
      'ten_gone_4',
      'ten_gone_3',
      'ten_gone_2',
    ]);
    expect(ledgers.largest[2]).not.toHaveProperty('tenant_name');
  });

  it('show the size that a volume answers when the directory is behind it', async () => {
    await listVolume({ bytes: 0 });
    const from = firstIdAt(Date.now());
    const lines = Array.from({ length: 1_000 }, (_, at) => ({
      id: from + at,
      request_id: `req_${at}`,
      method: 'GET',
      route: '/verify/v1/result/{token}',
      status: 200,
      code: null,
      duration_ms: 3,
    }));
    const { bytes } = await volumeOf(tenantId).noteRequests(lines, DAY_MS);
    expect(bytes).toBeGreaterThan(50_000);
    const { ledgers } = await readHealth();
    expect(ledgers.largest[0]).toMatchObject({ tenant_id: tenantId, size_bytes: bytes });
  });

  it.each([
    ['ok', 6_900_000_000],
    ['degraded', 7_000_000_000],
    ['degraded', 9_490_000_000],
    ['down', 9_500_000_000],
  ] as const)('are %s when the largest has %i bytes', async (condition, bytes) => {
    await listVolume({ bytes });
    expect((await readHealth()).checks.ledgers).toBe(condition);
  });

  it('name a volume that does not answer, and are degraded', async () => {
    await listVolume({ bytes: 2_000_000 });
    await listVolume({ test: true, bytes: 1_000_000 });
    const busy = runInDurableObject(volumeOf(tenantId, 1, true), (_object, state) =>
      state.blockConcurrencyWhile(() => scheduler.wait(4_000)),
    );
    const { checks, ledgers } = await readHealth();
    await busy;
    expect(checks.ledgers).toBe('degraded');
    const silent = { tenant_id: tenantId, mode: 'test', number: 1 };
    expect(ledgers.slowest).toMatchObject(silent);
    expect(ledgers.slowest).not.toHaveProperty('answer_ms');
    expect(ledgers.largest[0]).toHaveProperty('answer_ms');
    expect(ledgers.largest[1]).not.toHaveProperty('answer_ms');
  });

  it('name the slowest volume with its time, which counts what it has to do first', async () => {
    await listVolume({ bytes: 2_000_000 });
    await listVolume({ test: true, bytes: 1_000_000 });
    const busy = runInDurableObject(volumeOf(tenantId), (_object, state) =>
      state.blockConcurrencyWhile(() => scheduler.wait(1_200)),
    );
    const { checks, ledgers } = await readHealth();
    await busy;
    expect(checks.ledgers).toBe('ok');
    expect(ledgers.slowest).toMatchObject({ tenant_id: tenantId, mode: 'live', number: 1 });
    expect(ledgers.slowest.answer_ms).toBeGreaterThan(100);
  });

  it('leave an empty volume without storage', async () => {
    await listVolume({ bytes: 0 });
    await readHealth();
    const tables = await runInDurableObject(volumeOf(tenantId), (_object, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'requests'").toArray(),
    );
    expect(tables).toEqual([]);
  });

  it('cost ten rows read of the directory, however many volumes there are', async () => {
    await env.DB.prepare(
      `INSERT INTO ledger_volumes (tenant_id, test, number, opened_at_ms, full_at_ms, kept_days, bytes)
       ${NUMBERS} SELECT 'ten_' || i, 0, 1, 1, iif(i % 2, 1, NULL), 7, i * 1000 FROM n`,
    ).run();
    const query = selectLargest(openDatabase(env.DB), 5).toSQL();
    const { meta, results } = await env.DB.prepare(query.sql)
      .bind(...query.params)
      .all();
    expect(results).toHaveLength(5);
    expect(SEEDED_ROWS).toBeGreaterThan(1_000);
    expect(meta.rows_read).toBeLessThanOrEqual(10);
    expect((await planOf(query)).join()).toContain('ledger_volumes_by_size');
  });
});
