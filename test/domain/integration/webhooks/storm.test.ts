import { describe, expect, it } from 'vitest';
import { deliverWebhook } from '../../../../src/domain/integration/webhooks/deliver.ts';
import { consumeSessionEvents } from '../../../../src/domain/integration/webhooks/consume-events.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { queryLedger } from '../../../support/customer/ledgers.ts';
import { newInbox, received, receiverUrl } from '../../../support/customer/inbox.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';
import { completedEvent, newSessionId, registerAt } from '../../../support/customer/webhooks.ts';

const SESSIONS = 250;
const EVENTS_EACH = 4;

/**
 * Delivers due messages as an unreliable queue would: some twice, some never, and out of order.
 * Then advances the clock.
 */
async function runBadQueue(world: WebhookWorld, passMs: number): Promise<void> {
  const due = world.takeDue().filter(() => Math.random() > 0.02);
  const handed = due.flatMap((message) => (Math.random() < 0.05 ? [message, message] : [message]));
  handed.sort(() => Math.random() - 0.5);
  for (let start = 0; start < handed.length; start += 20)
    await Promise.all(
      handed.slice(start, start + 20).map(async (message) => {
        const delay = await deliverWebhook(world.ctx, message);
        if (delay !== undefined) world.add(message, delay);
      }),
    );
  world.nowMs += passMs;
}

describe('a storm of events', () => {
  it('is delivered despite 30 % failures: each of 1,000 events arrives, in the order of its session', async () => {
    const world = new WebhookWorld();
    const tenant = await makeTenant();
    const inbox = newInbox();
    await registerAt(world.ctx, tenant.id, receiverUrl(inbox, 'flaky'));
    const sessions = Array.from({ length: SESSIONS }, () => newSessionId());
    for (let version = 1; version <= EVENTS_EACH; version += 1)
      for (let start = 0; start < SESSIONS; start += 50)
        await consumeSessionEvents(
          world.ctx,
          sessions.slice(start, start + 50).map((id) => completedEvent(tenant.id, id, version)),
        );
    const which = { tenantId: tenant.id };
    const pending = async () =>
      (
        await queryLedger<{ n: number }>(
          which,
          "SELECT count(*) AS n FROM deliveries WHERE state = 'pending'",
        )
      )[0]?.n;
    for (let round = 0; round < 150 && (await pending()) !== 0; round += 1) {
      // Most deliveries succeed within minutes; the others are attempted hours apart.
      await runBadQueue(world, round < 10 ? 60_000 : 1_800_000);
      await world.ring();
    }
    expect(await pending()).toBe(0);

    const requests = await received(inbox);
    const rows = await queryLedger<{ id: string; session_id: string; position: number }>(
      which,
      'SELECT id, session_id, position FROM events',
    );
    const events = new Map(rows.map((row) => [row.id, row]));
    expect(events.size).toBe(SESSIONS * EVENTS_EACH);
    expect(requests.filter(({ accepted }) => !accepted).length).toBeGreaterThan(200);
    const arrived = requests
      .filter(({ accepted }) => accepted)
      .map((r) => r.headers['webhook-id']!);
    // Each event arrives exactly once, because in this test nothing fails after the receiver has
    // responded with success.
    expect(arrived.length).toBe(events.size);
    expect(new Set(arrived)).toEqual(new Set(events.keys()));
    const last = new Map<string, number>();
    for (const id of arrived) {
      const { session_id, position } = events.get(id)!;
      expect(position).toBe((last.get(session_id) ?? 0) + 1);
      last.set(session_id, position);
    }
  }, 240_000);
});
