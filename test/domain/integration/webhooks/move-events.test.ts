// Events that earlier versions recorded in D1 are moved into ledgers while traffic continues. At
// any moment the feed shows each event once and in order, and pending deliveries are still made.
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { consumeSessionEvents } from '../../../../src/domain/integration/webhooks/consume-events.ts';
import { readEarlier } from '../../../../src/domain/integration/webhooks/earlier-event-store.ts';
import { moveEvents } from '../../../../src/domain/integration/webhooks/move-events.ts';
import {
  readFeed,
  readNewestEvents,
} from '../../../../src/domain/integration/webhooks/read-feed.ts';
import type { Principal } from '../../../../src/domain/verification/customer.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { newInbox, received, receiverUrl } from '../../../support/customer/inbox.ts';
import { queryLedger } from '../../../support/customer/ledgers.ts';
import {
  completedEvent,
  endSession,
  newSessionId,
  registerAt,
  registerUnreachable,
} from '../../../support/customer/webhooks.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';

let world: WebhookWorld;
let principal: Principal;

beforeEach(async () => {
  world = new WebhookWorld();
  const { id } = await makeTenant();
  principal = {
    kind: 'secret',
    test: false,
    isProven: true,
    tenant: {
      id,
      name: 'Cellar Door',
      residency: 'none',
      embedOrigins: [],
      attemptCap: 3,
      retentionDays: 30,
    },
  };
});

/** Inserts events as an earlier version recorded them, each with a delivery. */
async function addEarlier(names: readonly string[], endpointId: string, state = 'delivered') {
  const { id } = principal.tenant;
  for (const name of names)
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO events (id, tenant_id, test, type, session_id, position, body, created_at_ms)
         VALUES (?1, ?2, 0, 'session.success', ?3, 2, ?4, ?5)`,
      ).bind(`evt_${name}`, id, `session-${name}`, JSON.stringify({ id: name }), world.nowMs),
      env.DB.prepare(
        `INSERT INTO webhook_deliveries (id, event_id, endpoint_id, tenant_id, session_id, position,
           state, attempts, round_started_ms, next_attempt_ms, created_at_ms)
         VALUES (?1, ?2, ?3, ?4, ?5, 2, ?6, ?7, ?8, ?8, ?8)`,
      ).bind(
        `dlv_${name}`,
        `evt_${name}`,
        endpointId,
        id,
        `session-${name}`,
        state,
        state === 'pending' ? 1 : 2,
        world.nowMs,
      ),
      env.DB.prepare(
        `INSERT INTO webhook_attempts (delivery_id, number, url, at_ms, duration_ms, failure)
         VALUES (?, 1, 'https://hooks.example/x', 5, 3, 'timeout')`,
      ).bind(`dlv_${name}`),
    ]);
}

const nameOf = (body: string): string => {
  const { id, data } = JSON.parse(body) as { id: string; data?: { external_user_id: string } };
  return data?.external_user_id ?? id;
};

const oldestFirst = async (after?: string, limit = 100) =>
  (await readFeed(world.ctx, principal, after, limit)).map(nameOf);

const newestFirst = async (before?: string, limit = 100) =>
  (
    await readNewestEvents(world.ctx, { tenantId: principal.tenant.id, test: false }, before, limit)
  ).map(nameOf);

const ALL = ['a', 'b', 'c', 'd', 'user-2', 'user-3'];

/** Expects the complete feed in both directions, from several positions, and page by page. */
async function expectWholeFeed(): Promise<void> {
  expect(await oldestFirst()).toEqual(ALL);
  expect(await newestFirst()).toEqual(ALL.toReversed());
  expect(await oldestFirst('evt_b')).toEqual(ALL.slice(2));
  expect(await oldestFirst('evt_b', 3)).toEqual(ALL.slice(2, 5));
  expect(await newestFirst('evt_d', 2)).toEqual(['c', 'b']);
  const pages: string[] = [];
  for (let after: string | undefined; ;) {
    const [body] = await readFeed(world.ctx, principal, after, 1);
    if (body === undefined) break;
    pages.push(nameOf(body));
    const { id } = JSON.parse(body) as { id: string };
    after = id.startsWith('evt_') ? id : `evt_${id}`;
  }
  expect(pages).toEqual(ALL);
}

it('shows every event once and in order before, while and after events are moved', async () => {
  await addEarlier(['a', 'b', 'c', 'd'], 'we_gone');
  expect(await oldestFirst()).toEqual(ALL.slice(0, 4));
  await endSession(world.ctx, principal.tenant.id, undefined, 2);
  await endSession(world.ctx, principal.tenant.id, undefined, 3);
  await expectWholeFeed();
  // Imitates a run that was cut off after it had moved an event but before it had deleted the event
  // from D1.
  const kept = await env.DB.prepare("SELECT * FROM events WHERE id = 'evt_b'").first();
  await moveEvents(world.ctx);
  const names = Object.keys(kept!);
  await env.DB.prepare(
    `INSERT INTO events (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
    .bind(...Object.values(kept!))
    .run();
  await expectWholeFeed();
  await moveEvents(world.ctx);
  await expectWholeFeed();
  for (const table of ['events', 'webhook_deliveries', 'webhook_attempts'])
    expect(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first('n')).toBe(0);
});

it('delivers what was pending, with its attempts, once it is moved', async () => {
  const inbox = newInbox();
  const { endpoint } = await registerAt(world.ctx, principal.tenant.id, receiverUrl(inbox, 'ok'));
  await addEarlier(['a'], endpoint.id);
  await addEarlier(['b'], endpoint.id, 'pending');
  await moveEvents(world.ctx);
  await world.deliverDue();
  expect((await received(inbox)).map(({ body }) => nameOf(body))).toEqual(['b']);
  const attempts = await queryLedger<{ number: number }>(
    { tenantId: principal.tenant.id },
    "SELECT number FROM attempts WHERE delivery_id = 'dlv_b'",
  );
  expect(attempts).toEqual([{ number: 1 }]);
  const [row] = await queryLedger<{ state: string; attempts: number }>(
    { tenantId: principal.tenant.id },
    "SELECT state, attempts FROM deliveries WHERE id = 'dlv_b'",
  );
  expect(row).toEqual({ state: 'delivered', attempts: 2 });
});

it('deletes what a customer that no longer exists has left', async () => {
  principal.tenant.id = 'ten_gone';
  await addEarlier(['a'], 'we_gone', 'pending');
  await moveEvents(world.ctx);
  expect(await env.DB.prepare('SELECT count(*) AS n FROM webhook_deliveries').first('n')).toBe(0);
});

it('removes the data of people who were erased, before and while their events are moved', async () => {
  const sessionId = newSessionId();
  const { row } = completedEvent(principal.tenant.id, sessionId, 2);
  await addEarlier(['a', 'b'], 'we_gone');
  const personal = JSON.stringify({
    id: 'a',
    data: { external_user_id: 'ada-at-shop', status: 'success' },
  });
  const put = (body: string) =>
    env.DB.prepare("UPDATE events SET session_id = ?, body = ? WHERE id = 'evt_a'")
      .bind(sessionId, body)
      .run();
  await put(personal);
  await consumeSessionEvents(world.ctx, [
    { type: 'erased', funnel: [], row: { ...row, version: 3, erasedAtMs: world.nowMs } },
  ]);
  const [body] = await readFeed(world.ctx, principal, undefined, 1);
  expect(body).not.toContain('ada-at-shop');
  // Imitates a run that read the event before the person's data was erased.
  await put(personal);
  await moveEvents(world.ctx);
  const [moved] = await readFeed(world.ctx, principal, undefined, 1);
  expect(moved).toContain('success');
  expect(moved).not.toContain('ada-at-shop');
});

it('moves what others have while the ledger of one customer fails, and says so', async () => {
  await addEarlier(['a', 'b'], 'we_gone', 'pending');
  const failing = principal.tenant.id;
  principal.tenant.id = (await makeTenant()).id;
  await addEarlier(['c'], 'we_gone');
  const { objects } = world.ctx;
  const ctx: typeof world.ctx = {
    ...world.ctx,
    objects: {
      ...objects,
      ledger: (residency, name) => {
        if (name.startsWith(failing)) throw new Error('The object does not answer.');
        return objects.ledger(residency, name);
      },
    },
  };
  await expect(moveEvents(ctx)).rejects.toThrow('could not be moved');
  const left = await env.DB.prepare('SELECT id FROM events ORDER BY id').all<{ id: string }>();
  expect(left.results.map(({ id }) => id)).toEqual(['evt_a', 'evt_b']);
  await moveEvents(world.ctx);
  expect(await env.DB.prepare('SELECT count(*) AS n FROM events').first('n')).toBe(0);
});

it('moves the events of a session together, and no delivery of an endpoint that was deleted', async () => {
  const { endpoint } = await registerUnreachable(
    world.ctx,
    principal.tenant.id,
    'https://hooks.example/x',
  );
  await addEarlier(['first'], endpoint.id);
  await addEarlier(['second'], endpoint.id, 'pending');
  await addEarlier(['other'], 'we_gone');
  await env.DB.prepare("UPDATE events SET session_id = 'session' WHERE id <> 'evt_other'").run();
  const { byOwner } = await readEarlier(world.ctx.db, 1, []);
  expect(byOwner.flatMap(({ events }) => events.map(({ id }) => id)).toSorted()).toEqual([
    'evt_first',
    'evt_second',
  ]);
  await moveEvents(world.ctx);
  const rows = await queryLedger<{ endpoint_id: string }>(
    { tenantId: principal.tenant.id },
    'SELECT DISTINCT endpoint_id FROM deliveries',
  );
  expect(rows.map((row) => row.endpoint_id)).not.toContain('we_gone');
});
