import { env, exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../src/domain/terms/locate-page.ts';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';
import { recordInLedger } from '../../../src/domain/integration/webhooks/ledgers.ts';
import { withContext } from '../../support/installation/context.ts';
import { call, init, post } from '../../support/customer/api.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { makeMember } from '../../support/staff/members.ts';
import { sessionEvent } from '../../support/customer/session-events.ts';
import { queryLedger } from '../../support/customer/ledgers.ts';
import { eventually } from '../../support/installation/eventually.ts';

const DAY_MS = 86_400_000;
const day = (daysAgo: number): string => dayOf(Date.now() - daysAgo * DAY_MS);
const idOf = (n: number): string => n.toString(16).padStart(64, '0');

type Event = ReturnType<typeof sessionEvent>;

const consume = (events: Event[]) => withContext((ctx) => consumeSessionEvents(ctx, events));

/** The event of a customer's session number `n`, which was created the given number of days ago. */
const session = (
  tenant: DashboardTenant,
  n: number,
  status: string,
  daysAgo: number,
  more: Partial<Event['row']> = {},
): Event => sessionEvent(idOf(n), status, daysAgo, { tenantId: tenant.id, ...more });

async function list(tenant: DashboardTenant, query = '') {
  const { status, body } = await ask('GET', `/sessions${query}`, tenant.owner.token);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { rows: body.data as Record<string, unknown>[], meta: body.meta as any };
}

async function download(token: string, query = ''): Promise<Response> {
  const url = `http://localhost:8787/dashboard/v1/sessions/export${query}`;
  return exports.default.fetch(new Request(url, { headers: { Authorization: `Bearer ${token}` } }));
}

/** Records an event and its delivery, whose second attempt succeeded. */
async function recordDelivery(tenantId: string, sessionId: string, atMs: number): Promise<void> {
  const about = { session_id: sessionId, position: 3, created_at_ms: atMs };
  const event = {
    id: 'evt_1',
    type: 'session.success',
    body: '{}',
    redacted: 0,
    ...about,
  } as const;
  const delivery = { id: 'dlv_1', event_id: 'evt_1', endpoint_id: 'we_1', ...about };
  const recorded = { events: [event], deliveries: [delivery] };
  await withContext((ctx) => recordInLedger(ctx, { tenantId, test: false }, recorded, 0));
  const url = 'https://a.example';
  await queryLedger(
    { tenantId },
    "INSERT INTO attempts VALUES ('dlv_1', 1, ?, ?, 9, 500, 'status', NULL)",
    url,
    atMs + 60_000,
  );
  const last = { number: 2, url, at_ms: atMs + 120_000, duration_ms: 8, status: 204 };
  await queryLedger(
    { tenantId },
    "UPDATE deliveries SET state = 'delivered', attempts = 2, delivered_by = ?",
    JSON.stringify({ ...last, failure: null, answer: null }),
  );
}

const settle = (tenant: DashboardTenant, token: string, status: string) =>
  post(`/verify/v1/sandbox/${token}/outcome`, { status }, tenant.testSecret);

describe('GET /dashboard/v1/sessions', () => {
  it('filters by status, mode, type, user and days, and by all of them together', async () => {
    const tenant = await makeDashboardTenant();
    const known = { externalUserId: 'u-1', verificationType: 'age_check' };
    await consume([
      session(tenant, 1, 'pending', 0),
      session(tenant, 2, 'success', 0, known),
      session(tenant, 3, 'failed', 1, { ...known, reason: 'age_below_threshold' }),
      session(tenant, 4, 'success', 3, { verificationType: 'agate_id' }),
      session(tenant, 5, 'success', 0, { ...known, test: true }),
      sessionEvent(idOf(6), 'success', 0, known),
    ]);
    const totals = async (query: string) => (await list(tenant, query)).meta.pagination.total;
    for (const [query, total] of [
      ['', 4],
      ['?mode=test', 1],
      ['?status=success', 2],
      ['?verification_type=age_check', 2],
      ['?verification_type=age_check&status=failed', 1],
      ['?external_user_id=u-1', 2],
      ['?external_user_id=u-1&status=success&verification_type=age_check', 1],
      ['?external_user_id=u-1&mode=test', 1],
      [`?start_date=${day(1)}`, 3],
      [`?end_date=${day(1)}`, 2],
      [`?start_date=${day(1)}&end_date=${day(1)}&status=failed&external_user_id=u-1`, 1],
      ['?status=canceled', 0],
      ['?external_user_id=u-2', 0],
    ] as const) {
      const { rows, meta } = await list(tenant, query);
      expect([query, rows.length, meta.pagination.total]).toEqual([query, total, total]);
    }
    expect(await totals('?mode=live')).toBe(4);
    expect((await list(tenant, '?verification_type=age_check&status=failed')).rows).toEqual([
      expect.objectContaining({
        token: expect.stringMatching(/^xtk_/),
        status: 'failed',
        reason: 'age_below_threshold',
        external_user_id: 'u-1',
        verified: false,
      }),
    ]);
  });

  it('shows every session once across pages, newest first, also those of the same moment', async () => {
    const tenant = await makeDashboardTenant();
    const many = Array.from({ length: 25 }, (_, n) =>
      session(tenant, n, n % 2 === 0 ? 'success' : 'failed', n % 3, { externalUserId: 'u-1' }),
    );
    await consume(many);
    for (const filter of ['', '&status=success', '&external_user_id=u-1']) {
      const pages = [];
      for (const page of [1, 2, 3, 4])
        pages.push(await list(tenant, `?per_page=7&page=${page}${filter}`));
      const rows = pages.flatMap((page) => page.rows);
      const created = rows.map((row) => String(row.created_at));
      expect([filter, rows.length]).toEqual([filter, filter.includes('status') ? 13 : 25]);
      expect(new Set(rows.map(({ token }) => token)).size).toBe(rows.length);
      expect(created).toEqual(created.toSorted().toReversed());
      const past = await list(tenant, `?per_page=7&page=9${filter}`);
      expect([past.rows, past.meta.pagination.total]).toEqual([[], rows.length]);
    }
  });

  it.each(['mode=both', 'status=done', 'verification_type=x', 'start_date=2026-02-30', 'page=0'])(
    'refuses %s',
    async (query) => {
      const { owner } = await makeDashboardTenant();
      const reply = await ask('GET', `/sessions?${query}`, owner.token);
      expect([reply.status, reply.body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );
});

describe('GET /dashboard/v1/sessions/{token}', () => {
  it('shows the result with metadata, and the timeline in order, for staff only', async () => {
    const tenant = await makeDashboardTenant();
    const token = await init(tenant.testSecret, { user_id: 'u-1', metadata: 'order 7' });
    await settle(tenant, token, 'success');
    const reply = await ask('GET', `/sessions/${token}`, tenant.owner.token);
    expect(reply.body.data).toMatchObject({
      token: expect.stringMatching(/^xtk_/),
      status: 'success',
      verified: true,
      external_user_id: 'u-1',
      metadata: 'order 7',
      checks: { age: { performed: true, passed: true, gate: 18 } },
      page: { site: 'Cellar Door', asks_for_document: false },
      test: true,
      timeline: [
        { type: 'created' },
        { type: 'visitor', name: 'verdict' },
        { type: 'ended', status: 'success' },
      ],
      deliveries: [],
    });
    const byResult = await ask('GET', `/sessions/${reply.body.data.token}`, tenant.owner.token);
    expect(byResult.body.data).toEqual(reply.body.data);
    expect((await ask('GET', `/sessions/${token}`)).status).toBe(401);
  });

  it('shows every webhook attempt with its response', async () => {
    const tenant = await makeDashboardTenant();
    const token = await init(tenant.secret);
    const { data } = (await ask('GET', `/sessions/${token}`, tenant.owner.token)).body;
    const atMs = Date.parse(data.created_at);
    const id = env.VERIFICATION_SESSION.idFromString(await objectIdOf(token)).toString();
    await recordDelivery(tenant.id, id, atMs);
    const reply = await ask('GET', `/sessions/${token}`, tenant.owner.token);
    const sent = { type: 'webhook', delivery_id: 'dlv_1', endpoint_id: 'we_1' };
    expect(reply.body.data.timeline).toEqual([
      expect.objectContaining({ type: 'created' }),
      expect.objectContaining({
        ...sent,
        attempt: 1,
        http_status: 500,
        failure: 'status',
        duration_ms: 9,
      }),
      expect.objectContaining({ ...sent, attempt: 2, http_status: 204, duration_ms: 8 }),
    ]);
    expect(reply.body.data.deliveries).toEqual([
      {
        id: 'dlv_1',
        endpoint_id: 'we_1',
        event_id: 'evt_1',
        event_type: 'session.success',
        state: 'delivered',
        attempts: 2,
      },
    ]);
  });

  it('keeps outcome and timeline of an erased session, and no personal data', async () => {
    const tenant = await makeDashboardTenant();
    const token = await init(tenant.testSecret, { user_id: 'person-1', metadata: 'secret-2' });
    await settle(tenant, token, 'failed');
    await eventually(async () =>
      expect((await list(tenant, '?mode=test&status=failed')).rows).toHaveLength(1),
    );
    await call(`/api/v1/sessions/${token}/data`, {
      method: 'DELETE',
      headers: { 'X-API-Key': tenant.testSecret },
    });
    await eventually(async () => {
      const { body } = await ask('GET', `/sessions/${token}`, tenant.owner.token);
      expect(body.data).toMatchObject({
        status: 'failed',
        erased_at: expect.any(String),
        timeline: [{ type: 'created' }, { name: 'verdict' }, { type: 'ended' }, { type: 'erased' }],
      });
      expect(body.data).not.toHaveProperty('page');
      expect(JSON.stringify(body)).not.toMatch(/person-1|secret-2/);
    });
  });

  it('answers 404 to another customer, and for invalid tokens', async () => {
    const [tenant, other] = [await makeDashboardTenant(), await makeDashboardTenant()];
    const token = await init(tenant.secret);
    await consume([session(tenant, 1, 'success', 0)]);
    const listed = String((await list(tenant)).rows[0]!.token);
    expect((await ask('GET', `/sessions/${listed}`, tenant.owner.token)).status).toBe(200);
    const wrongSecret = `${listed.slice(0, -1)}${listed.endsWith('A') ? 'B' : 'A'}`;
    for (const [who, text] of [
      [other, token],
      [other, listed],
      [tenant, wrongSecret],
      [tenant, 'xtk_x'],
      [tenant, 'x'],
    ] as const)
      expect([text, (await ask('GET', `/sessions/${text}`, who.owner.token)).status]).toEqual([
        text,
        404,
      ]);
  });
});

describe('GET /dashboard/v1/sessions/export', () => {
  it('streams the sessions of the list as CSV, with escaped formulas', async () => {
    const tenant = await makeDashboardTenant();
    await consume([
      session(tenant, 1, 'success', 1, { externalUserId: '=1+1', metadata: 'a,"b"' }),
      session(tenant, 2, 'failed', 0, { reason: 'liveness_failed', measured: 'edge' }),
      session(tenant, 3, 'success', 0, { test: true }),
    ]);
    const response = await download(tenant.owner.token);
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="sessions.csv"');
    const [head, ...lines] = (await response.text()).split('\r\n');
    expect(head).toBe(
      'token,status,verified,reason,verification_type,purpose,verification_mode,gate,external_user_id,metadata,ip_country,created_at,completed_at,expires_at,erased_at,test,measured,previous,contested',
    );
    const { rows } = await list(tenant);
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^${String(rows[0]!.token)},failed,false,liveness_failed,.*,,edge,,$`),
      ),
      expect.stringMatching(new RegExp(`,18,"'=1\\+1","a,""b""",,${day(1)}T12:00:00Z,.*,,,,$`)),
      '',
    ]);
    const failed = await (await download(tenant.owner.token, '?status=failed')).text();
    expect(failed.trim().split('\r\n')).toHaveLength(2);
  });

  it('skips and repeats no session between batches', { timeout: 60_000 }, async () => {
    const tenant = await makeDashboardTenant();
    const count = 5_010;
    const now = Date.now();
    const rows = Array.from(
      { length: count },
      (_, n) => [idOf(n), now - Math.floor(n / 700) * 1_000] as const,
    );
    await env.DB.prepare(
      `INSERT INTO verification_sessions (id, tenant_id, test, version, status, purpose, verification_mode,
         created_at_ms, expires_at_ms)
       SELECT value ->> 0, ?1, 0, 1, 'pending', 'age_verification', 'auto', value ->> 1, 0 FROM json_each(?2)`,
    )
      .bind(tenant.id, JSON.stringify(rows))
      .run();
    const lines = (await (await download(tenant.owner.token)).text()).trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(count);
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(count);
  });

  it('refuses more sessions than the limit, with a hint', async () => {
    const tenant = await makeDashboardTenant();
    await env.DB.prepare(
      "INSERT INTO session_days VALUES (?, 0, ?, 'success', 'age_check', 100001)",
    )
      .bind(tenant.id, day(3))
      .run();
    const response = await download(tenant.owner.token);
    const body = await response.json<any>();
    expect([response.status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    const narrowed = await download(tenant.owner.token, `?start_date=${day(1)}`);
    expect([narrowed.status, (await narrowed.text()).startsWith('token,')]).toEqual([200, true]);
  });

  it('is audited, because it exports personal data', async () => {
    const tenant = await makeDashboardTenant();
    await (await download(tenant.owner.token, '?mode=test')).text();
    const entry = await env.DB.prepare(
      "SELECT audience, tenant_id, staff_id, after FROM audit_entries WHERE action = 'session.export'",
    ).first();
    expect(entry).toEqual({
      audience: 'dashboard',
      tenant_id: tenant.id,
      staff_id: tenant.owner.id,
      after: '{"sessions":0,"test":true}',
    });
  });

  it('is not for roles that may only read single sessions', async () => {
    const tenant = await makeDashboardTenant();
    const reviewer = await makeMember(tenant.id, 'reviewer');
    expect((await download(reviewer.token)).status).toBe(403);
    expect((await ask('GET', '/sessions', reviewer.token)).status).toBe(200);
  });
});

/** The id of the object that a token refers to. */
async function objectIdOf(token: string): Promise<string> {
  const { parseToken } = await import('../../../src/crypto/capability-token.ts');
  return parseToken(token)!.objectId;
}
