import { expect, it } from 'vitest';
import type { SessionEvent } from '../../../../src/domain/verification/rules/session/result.ts';
import { consumeSessionEvents } from '../../../../src/domain/integration/webhooks/consume-events.ts';
import { recordAttempt } from '../../../../src/domain/integration/webhooks/deliver.ts';
import { deleteEndpoint } from '../../../../src/domain/integration/webhooks/manage-endpoints.ts';
import { readNewestEvents } from '../../../../src/domain/integration/webhooks/read-feed.ts';
import { queryLedger } from '../../../support/customer/ledgers.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';
import {
  completedEvent,
  newSessionId,
  registerUnreachable,
  staffOf,
} from '../../../support/customer/webhooks.ts';

/**
 * @returns the events that report the end of a session and the later erasure of its personal data
 */
function endedAndErased(tenantId: string): { ended: SessionEvent; erased: SessionEvent } {
  const ended = completedEvent(tenantId, newSessionId(), 2);
  const nothing = { externalUserId: null, ipCountry: null };
  const row = { ...ended.row, ...nothing, version: 3, erasedAtMs: Date.now() };
  return { ended, erased: { type: 'erased', funnel: [], row } };
}

it('an erased event keeps the outcome, and nothing about the person or their document', async () => {
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

/**
 * Starts delivering a session's end event to a new endpoint.
 * @returns the endpoint, and a function that records the response to the attempt
 */
async function onItsWay(world: WebhookWorld, tenantId: string, ended: SessionEvent) {
  const { ctx } = world;
  const { endpoint } = await registerUnreachable(ctx, tenantId, 'https://hooks.example/a');
  await consumeSessionEvents(ctx, [ended]);
  const claimed = await world.claimDue();
  const answered = { number: 1, url: endpoint.url, atMs: ctx.now(), durationMs: 5, status: 200 };
  const sent = { ...answered, answer: 'Thanks, user-2!' };
  const finish = () => recordAttempt(ctx, claimed, sent, { state: 'delivered' });
  return { endpoint, finish };
}

const attempts = (tenantId: string) =>
  queryLedger(
    { tenantId },
    `SELECT status, answer FROM attempts
     UNION ALL SELECT delivered_by ->> 'status', delivered_by ->> 'answer'
       FROM deliveries WHERE delivered_by IS NOT NULL`,
  );

it('an erased event keeps no answer to a delivery that was in flight meanwhile', async () => {
  const world = new WebhookWorld();
  const { id: tenantId } = await makeTenant();
  const { ended, erased } = endedAndErased(tenantId);
  const { finish } = await onItsWay(world, tenantId, ended);
  await consumeSessionEvents(world.ctx, [erased]);
  await finish();
  expect(await attempts(tenantId)).toEqual([{ status: 200, answer: null }]);
});

it('an erased event keeps no answer to a delivery that had arrived before', async () => {
  const world = new WebhookWorld();
  const { id: tenantId } = await makeTenant();
  const { ended, erased } = endedAndErased(tenantId);
  const { finish } = await onItsWay(world, tenantId, ended);
  await finish();
  expect(await attempts(tenantId)).toEqual([{ status: 200, answer: 'Thanks, user-2!' }]);
  await consumeSessionEvents(world.ctx, [erased]);
  expect(await attempts(tenantId)).toEqual([{ status: 200, answer: null }]);
});

it('an attempt leaves nothing when its endpoint was deleted meanwhile', async () => {
  const world = new WebhookWorld();
  const { id: tenantId } = await makeTenant();
  const { endpoint, finish } = await onItsWay(world, tenantId, endedAndErased(tenantId).ended);
  await deleteEndpoint(world.ctx, staffOf(tenantId), endpoint.id);
  await finish();
  expect(await attempts(tenantId)).toEqual([]);
});
