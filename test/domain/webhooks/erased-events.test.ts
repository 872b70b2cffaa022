import { expect, it } from 'vitest';
import { consumeSessionEvents } from '../../../src/domain/webhooks/consume-events.ts';
import { readNewestEvents } from '../../../src/domain/webhooks/read-feed.ts';
import type { SessionEvent } from '../../../src/domain/verification/rules/result.ts';
import { readDelivery } from '../../../src/domain/webhooks/deliveries.ts';
import { finishAttempt } from '../../../src/domain/webhooks/delivery-store.ts';
import { newInbox, receiverUrl } from '../../support/inbox.ts';
import { makeTenant } from '../../support/tenants.ts';
import { WebhookWorld } from '../../support/webhook-world.ts';
import { completedEvent, newSessionId, registerAt } from '../../support/webhooks.ts';

const erasureOf = (row: SessionEvent['row']): SessionEvent => ({
  type: 'erased',
  funnel: [],
  row: { ...row, version: 3, externalUserId: null, ipCountry: null, erasedAtMs: Date.now() },
});

it('keep nothing of a person or of their document, and what it came to', async () => {
  const { ctx } = new WebhookWorld();
  const { id: tenantId } = await makeTenant();
  const ended = completedEvent(tenantId, newSessionId(), 2);
  const { row, result } = ended;
  if (result === undefined) throw new Error('A session that has ended has a result.');
  const read = { performed: true, passed: true };
  result.checks.document = { ...read, type: 'residence_permit', country: 'SY' };
  await consumeSessionEvents(ctx, [ended]);
  await consumeSessionEvents(ctx, [erasureOf(row)]);
  const [body = ''] = await readNewestEvents(ctx, { tenantId, test: false }, undefined, 1);
  const { data } = JSON.parse(body) as { data: Record<string, unknown> };
  expect(data).toMatchObject({ status: 'success', checks: { document: read } });
  for (const trace of ['residence_permit', '"SY"', 'user-2', '"NL"'])
    expect(body).not.toContain(trace);
});

it('keep no answer of a receiver that erased the person before it gave it', async () => {
  const world = new WebhookWorld();
  const { ctx, nowMs } = world;
  const { id: tenantId } = await makeTenant();
  await registerAt(ctx, tenantId, receiverUrl(newInbox(), 'ok'));
  const ended = completedEvent(tenantId, newSessionId(), 2);
  await consumeSessionEvents(ctx, [ended]);
  const claimed = await world.claimDue();
  await consumeSessionEvents(ctx, [erasureOf(ended.row)]);
  const sent = { number: 1, url: 'https://shop.example', atMs: nowMs, durationMs: 5, status: 200 };
  await finishAttempt(
    ctx.db,
    claimed,
    { ...sent, answer: 'erased user-2' },
    { state: 'delivered' },
  );
  const { attempts } = await readDelivery(ctx, tenantId, claimed.delivery.id);
  expect(attempts).toEqual([sent]);
});
