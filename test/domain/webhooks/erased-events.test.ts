import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { SessionEvent } from '../../../src/domain/verification/rules/result.ts';
import { consumeSessionEvents } from '../../../src/domain/webhooks/consume-events.ts';
import { claimAttempt, finishAttempt } from '../../../src/domain/webhooks/delivery-store.ts';
import { readNewestEvents } from '../../../src/domain/webhooks/read-feed.ts';
import { makeTenant } from '../../support/tenants.ts';
import { WebhookWorld } from '../../support/webhook-world.ts';
import { completedEvent, newSessionId, registerUnreachable } from '../../support/webhooks.ts';

/** A session that has ended, and what it sends when its person is erased. */
function endedAndErased(tenantId: string): { ended: SessionEvent; erased: SessionEvent } {
  const ended = completedEvent(tenantId, newSessionId(), 2);
  const nothing = { externalUserId: null, ipCountry: null };
  const row = { ...ended.row, ...nothing, version: 3, erasedAtMs: Date.now() };
  return { ended, erased: { type: 'erased', funnel: [], row } };
}

it('keep nothing of a person or of their document, and what it came to', async () => {
  const { ctx } = new WebhookWorld();
  const { id: tenantId } = await makeTenant();
  const { ended, erased } = endedAndErased(tenantId);
  const { result } = ended;
  if (result === undefined) throw new Error('A session that has ended has a result.');
  const read = { performed: true, passed: true };
  result.checks.document = { ...read, type: 'residence_permit', country: 'SY' };
  await consumeSessionEvents(ctx, [ended]);
  await consumeSessionEvents(ctx, [erased]);
  const [body = ''] = await readNewestEvents(ctx, { tenantId, test: false }, undefined, 1);
  const { data } = JSON.parse(body) as { data: Record<string, unknown> };
  expect(data).toMatchObject({ status: 'success', checks: { document: read } });
  for (const trace of ['residence_permit', '"SY"', 'user-2', '"NL"'])
    expect(body).not.toContain(trace);
});

it('nor what a receiver answers to a delivery that was on its way meanwhile', async () => {
  const { ctx } = new WebhookWorld();
  const { id: tenantId } = await makeTenant();
  await registerUnreachable(ctx, tenantId, 'https://hooks.example/a');
  const { ended, erased } = endedAndErased(tenantId);
  await consumeSessionEvents(ctx, [ended]);
  const delivery = await env.DB.prepare('SELECT id FROM webhook_deliveries').first<{
    id: string;
  }>();
  const attempt = { deliveryId: delivery?.id ?? '', attempt: 0 };
  const claim = await claimAttempt(ctx.db, attempt, ctx.now(), 60_000);
  if (claim.outcome !== 'claimed') throw new Error('The delivery is due.');
  await consumeSessionEvents(ctx, [erased]);
  const answered = { number: 1, url: 'https://hooks.example/a', atMs: ctx.now(), durationMs: 5 };
  const sent = { ...answered, status: 200, answer: 'Thanks, user-2!' };
  await finishAttempt(ctx.db, claim.claimed, sent, { state: 'delivered' });
  const kept = await env.DB.prepare('SELECT status, answer FROM webhook_attempts').first();
  expect(kept).toEqual({ status: 200, answer: null });
});
