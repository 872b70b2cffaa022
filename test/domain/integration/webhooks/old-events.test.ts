// Events are deleted 30 days after they were made, with everything about their deliveries.
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { forgetOldEvents } from '../../../../src/domain/integration/webhooks/sweep.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';

const DAY_MS = 86_400_000;

let world: WebhookWorld;

beforeEach(() => {
  world = new WebhookWorld();
});

/** Inserts an event with a delivery that failed once. */
async function addEvent(id: string, ageDays: number, sessionId: string | null): Promise<void> {
  const atMs = world.nowMs - ageDays * DAY_MS;
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO events (id, tenant_id, test, type, session_id, position, body, created_at_ms)
       VALUES (?, 'ten_1', 0, 'session.success', ?, 1, '{}', ?)`,
    ).bind(id, sessionId, atMs),
    env.DB.prepare(
      `INSERT INTO webhook_deliveries (id, event_id, endpoint_id, tenant_id, session_id, position,
         state, round_started_ms, next_attempt_ms, created_at_ms)
       VALUES ('dlv_' || ?1, ?1, 'we_1', 'ten_1', ?2, 1, 'dead', 1, 1, ?3)`,
    ).bind(id, sessionId, atMs),
    env.DB.prepare(
      `INSERT INTO webhook_attempts (delivery_id, number, url, at_ms, duration_ms, status)
       VALUES ('dlv_' || ?, 1, '', ?, 1, 500)`,
    ).bind(id, atMs),
  ]);
}

const left = async () =>
  (
    await env.DB.prepare(
      `SELECT 'event ' || id AS what FROM events UNION ALL SELECT 'delivery ' || event_id
         FROM webhook_deliveries UNION ALL SELECT 'attempt ' || delivery_id FROM webhook_attempts`,
    ).all<{ what: string }>()
  ).results.map(({ what }) => what);

const allOf = (id: string): string[] => [`event ${id}`, `delivery ${id}`, `attempt dlv_${id}`];

it('deletes the events of sessions and of tests, and nothing that is younger', async () => {
  await addEvent('old', 31, 'a session');
  await addEvent('old test', 31, null);
  await addEvent('young', 29, 'a session');
  await addEvent('young test', 29, null);
  await forgetOldEvents(world.ctx);
  expect((await left()).toSorted()).toEqual([...allOf('young'), ...allOf('young test')].toSorted());
});

it('deletes an old event that arrived late, behind a younger one', async () => {
  await addEvent('young', 29, 'one session');
  await addEvent('late', 31, 'another session');
  await forgetOldEvents(world.ctx);
  expect((await left()).toSorted()).toEqual(allOf('young').toSorted());
});
