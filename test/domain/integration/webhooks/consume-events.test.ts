// The D1 cost of a batch of session events: the queue delivers batches of 50, and the schedule
// processes batches of 150.
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../src/db/client.ts';
import { consumeSessionEvents } from '../../../../src/domain/integration/webhooks/consume-events.ts';
import { unfoldFunnel } from '../../../../src/domain/verification/rules/session/folded-funnel.ts';
import { makeContext } from '../../../support/installation/context.ts';
import { queryLedger } from '../../../support/customer/ledgers.ts';
import { recordStatements } from '../../../support/counted/recorded-statements.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import {
  completedEvent,
  newSessionId,
  registerUnreachable,
} from '../../../support/customer/webhooks.ts';

/** Counts the session list's rows in D1, and the events and deliveries in the customer's ledger. */
async function countAll(tenantId: string) {
  const counted = await queryLedger<{ n: number }>(
    { tenantId },
    'SELECT count(*) AS n FROM events UNION ALL SELECT count(*) FROM deliveries',
  );
  const listed = 'SELECT count(*) AS n FROM verification_sessions';
  return [await env.DB.prepare(listed).first<number>('n'), ...counted.map(({ n }) => n)];
}

it('fifty ends with the maximum of steps and two endpoints each take few statements', async () => {
  const { id: tenantId } = await makeTenant();
  const ctx = makeContext();
  for (const name of ['a', 'b'])
    await registerUnreachable(ctx, tenantId, `https://hooks.example/${name}`);
  const steps = Array.from({ length: 40 }, (_, n) => ({ name: 'camera' as const, atMs: n }));
  const ends = Array.from({ length: 50 }, () => ({
    ...completedEvent(tenantId, newSessionId(), 2),
    funnel: steps,
  }));
  const { db, statements } = recordStatements();
  const watched = makeContext({ db: openDatabase(db) });
  await consumeSessionEvents(watched, ends);
  expect(statements.length).toBeLessThanOrEqual(20);
  expect(await countAll(tenantId)).toEqual([50, 50, 100]);
  await consumeSessionEvents(watched, ends);
  expect(await countAll(tenantId)).toEqual([50, 50, 100]);
  const read = 'SELECT funnel FROM verification_sessions LIMIT 1';
  const { funnel } = (await env.DB.prepare(read).first<{ funnel: string }>())!;
  expect(unfoldFunnel(funnel)).toEqual(steps);
});
