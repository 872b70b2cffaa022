// The request log: the calls made with a customer's keys, for its developers, without their bodies.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetOldRequestLines } from '../../../src/domain/platform/request-log/forget-lines.ts';
import { firstIdAt } from '../../../src/domain/platform/request-log/line.ts';
import { readLines } from '../../../src/domain/platform/request-log/read-lines.ts';
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

/** Inserts log lines with the given fields, without making calls. */
async function putLines(count: number, fields: Partial<typeof requestLines.$inferInsert> = {}) {
  const { id: from = firstIdAt(Date.now()), ...rest } = fields;
  const rows = Array.from({ length: count }, (_, index) => ({
    tenant_id: tenant.id,
    test: false,
    request_id: `req_${from + index}`,
    method: 'POST',
    route: '/verify/v1/init',
    status: 201,
    duration_ms: 3,
    ...rest,
    id: from + index,
  }));
  await insertNewRows(makeContext().db, requestLines, rows);
}

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
    const { results } = await env.DB.prepare('SELECT * FROM request_lines').all();
    expect(JSON.stringify(results)).not.toContain('a-secret');
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

  it('reads no more rows than it shows, also when there are no errors to filter', async () => {
    await putLines(5_000);
    const plan = async (where: string) =>
      (
        await env.DB.prepare(
          `SELECT id FROM request_lines WHERE tenant_id = ? AND test = 0 AND id >= 0 ${where} ORDER BY id DESC LIMIT 25`,
        )
          .bind(tenant.id)
          .run()
      ).meta.rows_read;
    expect(await plan('')).toBeLessThanOrEqual(26);
    expect(await plan('AND status >= 400')).toBeLessThanOrEqual(1);
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

  it('is deleted after seven days, and hides what the sweep has yet to delete', async () => {
    const weekAgo = firstIdAt(Date.now() - 7 * DAY_MS);
    // More rows than one statement deletes.
    await putLines(5_001, { id: weekAgo - 10_000_000 });
    await putLines(2, { id: weekAgo + 10_000_000 });
    const ctx = makeContext();
    const config = { ...ctx.config, requestLogDays: 7 };
    const wanted = { test: false, onlyErrors: false, before: undefined, limit: 25 };
    expect(await readLines({ ...ctx, config }, tenant.id, wanted)).toHaveLength(2);
    await forgetOldRequestLines({ ...ctx, config });
    const count = await env.DB.prepare('SELECT count(*) AS n FROM request_lines').first('n');
    expect(count).toBe(2);
  });

  it('is not kept when the operator has turned it off', async () => {
    await keepsNone(toRequest({ path: '/api/v1/sessions' }));
    const count = await env.DB.prepare('SELECT count(*) AS n FROM request_lines').first('n');
    expect(count).toBe(0);
  });
});
