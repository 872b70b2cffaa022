// The request log, which shows a customer's developers the calls made with the customer's keys,
// without the bodies.
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetEarlierLines } from '../../../src/domain/platform/request-log/forget-lines.ts';
import {
  firstIdAt,
  toStoredLine,
  type RequestLine,
} from '../../../src/domain/platform/request-log/line.ts';
import { readLines } from '../../../src/domain/platform/request-log/read-lines.ts';
import { writeToLedger } from '../../../src/domain/platform/ledgers/volumes.ts';
import { insertNewRows } from '../../../src/db/insert-rows.ts';
import { requestLines } from '../../../src/db/schema/request-lines.ts';
import { VALID_INIT } from '../../support/customer/api.ts';
import { makeContext } from '../../support/installation/context.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { serviceWith } from '../../support/installation/service-with.ts';

const DAY_MS = 86_400_000;
const keepsLines = serviceWith({ ...env, REQUEST_LOG_DAYS: '7' } as Env);
const keepsNone = serviceWith(env);

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

interface Call {
  method?: string;
  path: string;
  key?: string;
  body?: unknown;
}

function toRequest({ method = 'GET', path, key = tenant.secret, body }: Call): Request {
  return new Request(`http://localhost:8787${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const read = (query = '', token = tenant.owner.token) => ask('GET', `/requests${query}`, token);

/** The first volume of the customer's ledger in live mode. */
const firstVolume = () => env.LEDGER.get(env.LEDGER.idFromName(`${tenant.id}:live:1`));

const storedLines = (volume = firstVolume()) =>
  runInDurableObject(volume, (_object, { storage }) =>
    storage.sql.exec('SELECT * FROM requests').toArray(),
  );

type Fields = Partial<RequestLine>;

const newLines = (
  count: number,
  { id: from = firstIdAt(Date.now()), ...rest }: Fields,
): RequestLine[] =>
  Array.from({ length: count }, (_, index) => ({
    tenant_id: tenant.id,
    test: false,
    request_id: `req_${from + index}`,
    method: 'POST',
    route: '/verify/v1/init',
    status: 201,
    code: null,
    duration_ms: 3,
    ...rest,
    id: from + index,
  }));

/** Writes log lines with the given fields to the ledger, without making calls. */
async function putLines(count: number, fields: Fields = {}): Promise<void> {
  const lines = newLines(count, fields).map(toStoredLine);
  await writeToLedger(
    makeContext(),
    { tenantId: tenant.id, test: false },
    { write: (ledger) => ledger.noteRequests(lines, 7 * DAY_MS), keptDays: 7 },
  );
}

/** Writes log lines as versions before D-170 did. */
async function putEarlierLines(count: number, fields: Fields = {}): Promise<void> {
  await insertNewRows(makeContext().db, requestLines, newLines(count, fields));
}

/** A context that keeps lines for a week, unlike the tests' own settings. */
function keeping() {
  const ctx = makeContext();
  return { ...ctx, config: { ...ctx.config, requestLogDays: 7 } };
}

const countEarlierLines = () =>
  env.DB.prepare('SELECT count(*) AS n FROM request_lines').first('n');

describe('the request log', () => {
  it('has method, path, status, code, duration and request id of each call, and no content', async () => {
    const [made, refused, read404] = await Promise.all(
      [
        { method: 'POST', path: '/verify/v1/init', body: { ...VALID_INIT, metadata: 'a-secret' } },
        {
          method: 'POST',
          path: '/verify/v1/init',
          body: { ...VALID_INIT, callback_url: 'a-secret' },
        },
        { path: '/verify/v1/result/xtk_a-secret?a=a-secret' },
      ].map((one) => keepsLines(toRequest(one))),
    );
    const { data } = (await read()).body;
    expect(data).toHaveLength(3);
    const lineOf = (answer: Response | undefined) =>
      data.find((line: any) => line.request_id === answer?.headers.get('X-Request-Id'));
    expect(lineOf(made)).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/^20\d\d-/),
      request_id: expect.stringMatching(/^req_/),
      method: 'POST',
      path: '/verify/v1/init',
      status: 201,
      duration_ms: expect.any(Number),
    });
    expect(lineOf(refused)).toMatchObject({ status: 400, code: 'INVALID_CALLBACK_URL' });
    expect(lineOf(read404)).toMatchObject({
      method: 'GET',
      path: '/verify/v1/result/{token}',
      status: 404,
      code: 'NOT_FOUND',
    });
    expect(JSON.stringify(await storedLines())).not.toContain('a-secret');
    expect(await countEarlierLines()).toBe(0);
  });

  it('writes the lines of one second together', async () => {
    const calls = Array.from({ length: 20 }, () => toRequest({ path: '/api/v1/sessions' }));
    await Promise.all(calls.map((one) => keepsLines(one)));
    const { data } = (await read('?limit=100')).body;
    expect(data).toHaveLength(20);
    expect(new Set(data.map(({ id }: any) => id)).size).toBe(20);
  });

  it('shows calls with a publishable key that need a secret one', async () => {
    await keepsLines(toRequest({ path: '/api/v1/sessions', key: tenant.publishable }));
    expect((await read()).body.data).toMatchObject([{ code: 'SECRET_KEY_REQUIRED', status: 403 }]);
  });

  it('has no line for an invalid key, for another customer, or for the other mode', async () => {
    const other = await makeDashboardTenant();
    await keepsLines(toRequest({ path: '/api/v1/sessions', key: 'sk_live_nobody' }));
    await keepsLines(toRequest({ path: '/api/v1/sessions', key: other.secret }));
    await keepsLines(toRequest({ path: '/api/v1/sessions', key: tenant.testSecret }));
    expect((await read()).body.data).toEqual([]);
    expect((await read('?mode=test')).body.data).toMatchObject([{ test: true, status: 200 }]);
    expect((await read('', other.owner.token)).body.data).toHaveLength(1);
  });

  it('is readable with a secret key too: the lines of its own mode, and of no other customer', async () => {
    const other = await makeDashboardTenant();
    const readAs = async (key: string, query = '') => {
      const answer = await keepsNone(toRequest({ path: `/api/v1/requests${query}`, key }));
      return (await answer.json<{ data: unknown[] }>()).data;
    };
    await keepsLines(toRequest({ path: '/api/v1/sessions' }));
    await keepsLines(toRequest({ path: '/api/v1/sessions/xtk_none', key: tenant.testSecret }));
    await keepsLines(toRequest({ path: '/api/v1/events', key: other.secret }));
    expect(await readAs(tenant.secret)).toEqual((await read()).body.data);
    expect(await readAs(tenant.secret)).toMatchObject([{ path: '/api/v1/sessions', status: 200 }]);
    expect(await readAs(tenant.testSecret)).toMatchObject([{ status: 404, test: true }]);
    expect(await readAs(tenant.secret, '?only_errors=true')).toEqual([]);
    for (const query of ['?limit=0', '?before=x', '?only_errors=yes'])
      expect(await readAs(tenant.secret, query)).toBeUndefined();
  });

  it('is paged to older lines, and can show errors only', async () => {
    const from = firstIdAt(Date.now() - 60_000);
    await putLines(30, { id: from });
    await putLines(2, { id: from + 5_000, status: 409, code: 'CONFLICT' });
    const first = (await read()).body.data;
    expect(first).toHaveLength(25);
    const rest = (await read(`?before=${first.at(-1).id}`)).body.data;
    expect([...first, ...rest].map(({ id }: any) => id)).toEqual([
      from + 5_001,
      from + 5_000,
      ...Array.from({ length: 30 }, (_, index) => from + 29 - index),
    ]);
    expect((await read('?only_errors=true')).body.data).toMatchObject([
      { status: 409, code: 'CONFLICT' },
      { status: 409 },
    ]);
  });

  it.each([
    ['mode=both', 'mode'],
    ['only_errors=1', 'only_errors'],
    ['before=0', 'before'],
    ['before=x', 'before'],
    ['limit=101', 'limit'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await read(`?${query}`);
    expect([status, body.error?.details?.[0]?.field]).toEqual([400, field]);
  });

  it('is deleted after seven days, and hides what is due to be deleted', async () => {
    const weekAgo = firstIdAt(Date.now() - 7 * DAY_MS);
    await putLines(30, { id: weekAgo - 10_000_000 });
    await putLines(2, { id: weekAgo + 100_000_000 });
    const page = { onlyErrors: false, before: undefined, limit: 100 };
    const shown = await readLines(keeping(), { tenantId: tenant.id, test: false }, page);
    expect(shown).toHaveLength(2);
    expect(await runDurableObjectAlarm(firstVolume())).toBe(true);
    expect(await storedLines()).toHaveLength(2);
  });

  it('leaves no storage once all lines are deleted', async () => {
    await putLines(3, { id: firstIdAt(Date.now() - 8 * DAY_MS) });
    expect(await runDurableObjectAlarm(firstVolume())).toBe(true);
    expect((await read()).body.data).toEqual([]);
    const tables = await runInDurableObject(firstVolume(), async (_object, { storage }) => [
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'requests'").toArray(),
      await storage.getAlarm(),
    ]);
    expect(tables).toEqual([[], null]);
    await keepsLines(toRequest({ path: '/api/v1/sessions' }));
    expect((await read()).body.data).toHaveLength(1);
  });

  it('is not kept when the operator has turned it off', async () => {
    await keepsNone(toRequest({ path: '/api/v1/sessions' }));
    expect(await env.DB.prepare('SELECT count(*) AS n FROM ledger_volumes').first('n')).toBe(0);
  });

  it('does not fail a call whose line cannot be written, and loses only that line', async () => {
    const noLedger = { get: () => ({ noteRequests: () => Promise.reject(new Error('down')) }) };
    const broken = { ...noLedger, idFromName: () => 'x' };
    const service = serviceWith({ ...env, REQUEST_LOG_DAYS: '7', LEDGER: broken } as never);
    expect((await service(toRequest({ path: '/api/v1/sessions' }))).status).toBe(200);
    expect((await read()).body.data).toEqual([]);
    await keepsLines(toRequest({ path: '/api/v1/sessions' }));
    expect((await read()).body.data).toHaveLength(1);
  });
});

describe('lines that an earlier version wrote to D1', () => {
  const from = firstIdAt(Date.now() - 60_000);

  it('are listed among those of the ledger', async () => {
    await putEarlierLines(20, { id: from });
    await putLines(20, { id: from + 10 });
    const { data } = (await read('?limit=100')).body;
    expect(data.map(({ id }: any) => id)).toEqual(
      Array.from({ length: 30 }, (_, index) => from + 29 - index),
    );
    const older = (await read(`?limit=100&before=${from + 5}`)).body.data;
    expect(older).toHaveLength(5);
  });

  it('are listed for their own customer and mode only', async () => {
    const other = await makeDashboardTenant();
    await putEarlierLines(1, { id: from, test: true });
    await putEarlierLines(1, { id: from + 1, tenant_id: other.id });
    expect((await read()).body.data).toEqual([]);
    expect((await read('?mode=test')).body.data).toHaveLength(1);
    expect((await read('', other.owner.token)).body.data).toHaveLength(1);
  });

  it('are deleted when their time has run out', async () => {
    // Adds more rows than one statement deletes.
    await putEarlierLines(5_001, { id: firstIdAt(Date.now() - 8 * DAY_MS) });
    await putEarlierLines(2, { id: from });
    await forgetEarlierLines(keeping());
    expect(await countEarlierLines()).toBe(2);
  });
});
