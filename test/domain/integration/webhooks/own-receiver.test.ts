// The webhook that a deployment uses to check itself. The service sends it to its own address, once
// for each link that the deployment stored.
import { env, exports } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runSchedule } from '../../../../src/background.ts';
import { LIFETIMES } from '../../../../src/config/config.ts';
import { sha256Hex } from '../../../../src/crypto/hash.ts';
import { consumeSessionEvents } from '../../../../src/domain/integration/webhooks/consume-events.ts';
import { prepareOwnReceiver } from '../../../../src/domain/integration/webhooks/own-receiver.ts';
import { DAILY } from '../../../../src/domain/operations/health/schedule.ts';
import { queryLedger } from '../../../support/customer/ledgers.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';
import { completedEvent, newSessionId } from '../../../support/customer/webhooks.ts';

const BASE = 'https://verify.quarry.example';
const TOKEN = `xwc_${'a'.repeat(43)}`;

let world: WebhookWorld;
let tenantId: string;
/** The requests that the service sent, with the statuses of their responses. */
let sent: { url: string; status: number; init: RequestInit }[];

/** Calls this service as if it were deployed at its own address. */
const call = (path: string, init: RequestInit): Promise<Response> =>
  exports.default.fetch(new Request(`http://localhost:8787${path}`, init));

beforeEach(async () => {
  world = new WebhookWorld();
  world.ctx.config = { ...world.ctx.config, baseUrl: BASE, isLocal: false };
  tenantId = (await makeTenant()).id;
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = await call(url.replace(BASE, ''), init);
    sent.push({ url, status: answer.status, init });
    return answer;
  });
  await write({});
});
afterEach(() => vi.unstubAllGlobals());

/**
 * Stores a link as `npm run deploy` does before it calls the service
 * (scripts/deploy/check-webhook.ts).
 */
async function write({ token = TOKEN, expiresAtMs = Date.now() + LIFETIMES.webhookCheckMs }) {
  await env.DB.prepare(
    `INSERT INTO deployment_links (token_hash, kind, tenant_id, created_at_ms, expires_at_ms) VALUES (?, 'webhook', ?, 1, ?)`,
  )
    .bind(await sha256Hex(token), tenantId, expiresAtMs)
    .run();
}

const prepare = (token = TOKEN) =>
  call('/readyz/webhook', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
async function end({ test = true } = {}): Promise<void> {
  const event = completedEvent(tenantId, newSessionId(), 2);
  await consumeSessionEvents(world.ctx, [{ ...event, row: { ...event.row, test } }]);
  await world.deliverDue();
}
const usedAt = async () =>
  (await env.DB.prepare('SELECT used_at_ms FROM deployment_links').first<{ used_at_ms: number }>())
    ?.used_at_ms;

/** Queries the ledger of the customer's test mode. */
const query = (sql: string) => queryLedger({ tenantId, test: true }, sql);

/** Counts the remaining endpoints, deliveries and attempts. */
const left = async () => ({
  endpoints: await env.DB.prepare('SELECT count(*) AS n FROM webhook_endpoints').first('n'),
  ...(
    await query(
      `SELECT (SELECT count(*) FROM deliveries) AS deliveries,
         (SELECT count(*) FROM attempts) AS attempts`,
    )
  )[0],
});

it('accepts the signed end of a test session, once', async () => {
  await prepareOwnReceiver(world.ctx, TOKEN);
  await prepareOwnReceiver(world.ctx, TOKEN);
  await end({ test: false });
  expect(sent).toEqual([]);
  await end();
  expect(sent.map(({ url, status }) => [url, status])).toEqual([
    [`${BASE}/readyz/webhook/${TOKEN}`, 200],
  ]);
  expect(await usedAt()).toBeGreaterThan(1);
  expect(await query('SELECT state FROM deliveries')).toEqual([{ state: 'delivered' }]);
  // A repeated webhook is refused, and no more webhooks are sent.
  const { init } = sent[0]!;
  expect((await call(`/readyz/webhook/${TOKEN}`, { ...init })).status).toBe(404);
  await end();
  expect(sent).toHaveLength(1);
  expect((await prepare()).status).toBe(404);
});

it('is prepared over HTTP by anybody who holds the link', async () => {
  expect((await prepare()).status).toBe(200);
  const row = await env.DB.prepare('SELECT url, mode, tenant_id FROM webhook_endpoints').first();
  expect(row).toEqual({
    url: `http://localhost:8787/readyz/webhook/${TOKEN}`,
    mode: 'test',
    tenant_id: tenantId,
  });
});

it('keeps the link valid when a request is not signed correctly', async () => {
  await prepareOwnReceiver(world.ctx, TOKEN);
  const answers: number[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>;
    const path = url.replace(BASE, '');
    for (const wrong of [
      { ...init, body: (init.body as string).replace('success', 'failed') },
      { ...init, headers: { ...headers, 'webhook-id': 'evt_other' } },
      { ...init, headers: { ...headers, 'Agate-Signature': 't=1,v1=00' } },
      { ...init, headers: { ...headers, 'webhook-timestamp': '1' } },
      { ...init, headers: {} },
    ])
      answers.push((await call(path, wrong)).status);
    return call(path, init);
  });
  await end();
  expect(answers).toEqual([400, 400, 400, 400, 400]);
  expect(await usedAt()).toBeGreaterThan(1);
});

it.each([
  ['a link that nobody wrote', async () => `xwc_${'b'.repeat(43)}`],
  ['what is no link', async () => 'x'],
  [
    'a link that has expired',
    async () => {
      const token = `xwc_${'c'.repeat(43)}`;
      await write({ token, expiresAtMs: Date.now() - 60_000 });
      return token;
    },
  ],
  [
    "an operator's link",
    async () => {
      await env.DB.exec("UPDATE deployment_links SET kind = 'operator'");
      return TOKEN;
    },
  ],
])('%s receives nothing, and nothing is sent to it', async (_what, make) => {
  const token = await make();
  expect((await prepare(token)).status).toBe(404);
  expect((await call(`/readyz/webhook/${token}`, { method: 'POST', body: '{}' })).status).toBe(404);
  await env.DB.prepare(
    `INSERT INTO webhook_endpoints (id, tenant_id, url, event_types, mode, state, secret, created_at_ms)
     VALUES ('we_own', ?, ?, '["session.success"]', 'both', 'enabled', 'x', 1)`,
  )
    .bind(tenantId, `${BASE}/readyz/webhook/${token}`)
    .run();
  await end();
  expect(sent).toEqual([]);
  expect(await query('SELECT failure FROM attempts')).toEqual([{ failure: 'url_not_allowed' }]);
});

it('is removed at night with its deliveries when its deployment was killed, and a customer’s endpoint stays', async () => {
  await prepareOwnReceiver(world.ctx, TOKEN);
  await env.DB.prepare(
    `INSERT INTO webhook_endpoints (id, tenant_id, url, event_types, mode, state, secret, created_at_ms)
     VALUES ('we_theirs', ?, 'https://site.example/readyz/webhook/', '["session.success"]', 'both', 'paused', 'x', 1)`,
  )
    .bind(tenantId)
    .run();
  await end();
  await query(
    `INSERT INTO attempts (delivery_id, number, url, at_ms, duration_ms, status, failure)
     SELECT id, 0, '', 1, 1, 500, 'status' FROM deliveries WHERE endpoint_id <> 'we_theirs'`,
  );
  expect(await left()).toEqual({ endpoints: 2, deliveries: 2, attempts: 1 });
  world.nowMs += LIFETIMES.webhookCheckMs - 60_000;
  await runSchedule(world.ctx, DAILY);
  expect(await left()).toEqual({ endpoints: 2, deliveries: 2, attempts: 1 });
  world.nowMs += 120_000;
  await runSchedule(world.ctx, DAILY);
  expect(await left()).toEqual({ endpoints: 1, deliveries: 1, attempts: 0 });
  expect(await query('SELECT endpoint_id FROM deliveries')).toEqual([{ endpoint_id: 'we_theirs' }]);
});
