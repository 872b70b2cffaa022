import { expect, it } from 'vitest';
import { consumeSessionEvents } from '../../../src/domain/webhooks/consume-events.ts';
import { readNewestEvents } from '../../../src/domain/webhooks/read-feed.ts';
import { makeTenant } from '../../support/tenants.ts';
import { WebhookWorld } from '../../support/webhook-world.ts';
import { completedEvent, newSessionId } from '../../support/webhooks.ts';

it('keep nothing of a person or of their document, and what it came to', async () => {
  const { ctx } = new WebhookWorld();
  const { id: tenantId } = await makeTenant();
  const ended = completedEvent(tenantId, newSessionId(), 2);
  const { row, result } = ended;
  if (result === undefined) throw new Error('A session that has ended has a result.');
  const read = { performed: true, passed: true };
  result.checks.document = { ...read, type: 'residence_permit', country: 'SY' };
  await consumeSessionEvents(ctx, [ended]);
  const erased = {
    ...row,
    version: 3,
    externalUserId: null,
    ipCountry: null,
    erasedAtMs: Date.now(),
  };
  await consumeSessionEvents(ctx, [{ type: 'erased', funnel: [], row: erased }]);
  const [body = ''] = await readNewestEvents(ctx, { tenantId, test: false }, undefined, 1);
  const { data } = JSON.parse(body) as { data: Record<string, unknown> };
  expect(data).toMatchObject({ status: 'success', checks: { document: read } });
  for (const trace of ['residence_permit', '"SY"', 'user-2', '"NL"'])
    expect(body).not.toContain(trace);
});
