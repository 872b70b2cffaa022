// HTTP requests about sessions that have moved to a ledger: no response reveals where a session is
// stored.
import { exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';
import type { SessionEvent } from '../../../src/domain/verification/rules/session/result.ts';
import { call } from '../../support/customer/api.ts';
import {
  listedSession,
  moveToVolume,
  putInVolume,
  readFromD1,
} from '../../support/customer/listed-sessions.ts';
import { sessionEvent } from '../../support/customer/session-events.ts';
import { withContext } from '../../support/installation/context.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';

const idOf = (n: number): string => n.toString(16).padStart(64, '0');
const consume = (events: SessionEvent[]) => withContext((ctx) => consumeSessionEvents(ctx, events));

/** Ends sessions in D1, and optionally erases them. */
async function endSessions(
  { id: tenantId }: DashboardTenant,
  count: number,
  { test = false, isErased = false } = {},
): Promise<void> {
  const ends = Array.from({ length: count }, (_, n) =>
    sessionEvent(idOf(n), n % 2 === 0 ? 'success' : 'failed', n + 1, { tenantId, test }),
  );
  await consume(ends);
  if (isErased)
    await consume(
      ends.map(({ row }) => ({
        type: 'erased',
        funnel: [],
        row: { ...row, version: row.version + 1, erasedAtMs: row.createdAtMs + 90_000 },
      })),
    );
}

async function move(tenantId: string, numbers: readonly number[], test = false): Promise<void> {
  const rows = await Promise.all(numbers.map((n) => readFromD1(idOf(n))));
  await moveToVolume({ tenantId, test }, rows);
}

const listOf = async ({ owner }: DashboardTenant, query = '') =>
  (await ask('GET', `/sessions${query}`, owner.token)).body;

const exportOf = async ({ owner }: DashboardTenant): Promise<string> => {
  const url = 'http://localhost:8787/dashboard/v1/sessions/export';
  const headers = { Authorization: `Bearer ${owner.token}` };
  return (await exports.default.fetch(new Request(url, { headers }))).text();
};

describe('the list and the file', () => {
  it('are the same after sessions have moved, in the dashboard and for backends', async () => {
    const tenant = await makeDashboardTenant();
    await endSessions(tenant, 8);
    const read = async () => ({
      pages: await Promise.all(
        ['', '?per_page=3&page=2', '?status=failed', '?verification_type=age_check'].map(
          async (query) => {
            const { data, meta } = await listOf(tenant, query);
            return { data, pagination: (meta as { pagination?: object }).pagination };
          },
        ),
      ),
      file: await exportOf(tenant),
      ofBackend: (await call('/api/v1/sessions', { headers: { 'X-API-Key': tenant.secret } })).body
        .data,
    });
    const before = await read();
    expect(before.pages[0]?.data).toHaveLength(8);
    await move(tenant.id, [5, 6, 7]);
    expect(await read()).toEqual(before);
    await move(tenant.id, [0, 1, 2, 3, 4]);
    expect(await read()).toEqual(before);
  });
});

describe('the page of a session', () => {
  it.each([false, true])('is the same, with its steps (test mode: %s)', async (test) => {
    const tenant = await makeDashboardTenant();
    await endSessions(tenant, 1, { test });
    const [listed] = (await listOf(tenant, test ? '?mode=test' : '')).data;
    const read = async () =>
      (await ask('GET', `/sessions/${listed.token}`, tenant.owner.token)).body;
    const { data } = await read();
    expect(data.timeline).toMatchObject([
      { type: 'created' },
      { name: 'opened' },
      { name: 'camera' },
      { name: 'camera' },
      { type: 'ended' },
    ]);
    await move(tenant.id, [0], test);
    expect((await read()).data).toEqual(data);
    await putInVolume({ tenantId: tenant.id, test, number: 2 }, [listedSession(idOf(9), 1)]);
    expect((await read()).data).toEqual(data);
    const other = await makeDashboardTenant();
    const foreign = await ask('GET', `/sessions/${listed.token}`, other.owner.token);
    expect(foreign.status).toBe(404);
  });
});

describe('the erasure of a session that was erased before', () => {
  it('is confirmed again after it has moved, for its customer only', async () => {
    const [tenant, other] = [await makeDashboardTenant(), await makeDashboardTenant()];
    await endSessions(tenant, 1, { isErased: true });
    const [{ token }] = (await listOf(tenant)).data;
    const erase = ({ owner }: DashboardTenant) =>
      ask('DELETE', `/sessions/${token}/data`, owner.token);
    const before = await erase(tenant);
    expect([before.status, before.body.data]).toEqual([200, { erased: true }]);
    await move(tenant.id, [0]);
    const after = await erase(tenant);
    expect([after.status, after.body.data]).toEqual([200, { erased: true }]);
    expect((await erase(other)).status).toBe(404);
  });
});

describe('the erasure of a session that a restored backup has brought back', () => {
  it.each(['D1', 'a ledger'])('ends the row in %s, whose object is gone', async (place) => {
    const [tenant, other] = [await makeDashboardTenant(), await makeDashboardTenant()];
    await endSessions(tenant, 1);
    const [{ token }] = (await listOf(tenant)).data;
    await consume([
      sessionEvent(idOf(0), 'success', 1, { tenantId: tenant.id, version: 4, externalUserId: 'u' }),
    ]);
    if (place === 'a ledger') await move(tenant.id, [0]);
    const erase = ({ owner }: DashboardTenant) =>
      ask('DELETE', `/sessions/${token}/data`, owner.token);
    expect((await erase(other)).status).toBe(404);
    expect(JSON.stringify((await listOf(tenant)).data)).toContain('"u"');
    const { status, body } = await erase(tenant);
    expect([status, body.data]).toEqual([200, { erased: true }]);
    const [listed] = (await listOf(tenant)).data;
    expect(listed.erased_at).toEqual(expect.any(String));
    expect(JSON.stringify(listed)).not.toContain('"u"');
    expect((await erase(tenant)).body.data).toEqual({ erased: true });
  });
});
