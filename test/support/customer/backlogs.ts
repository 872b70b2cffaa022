// What the volumes of ledgers report to operators about their deliveries.
import { deliverWebhook } from '../../../src/domain/integration/webhooks/deliver.ts';
import { listVolumes, queryLedgers, ringLedger } from './ledgers.ts';
import type { WebhookWorld } from './webhook-world.ts';

/** Sets columns of all deliveries, for a past that the clock of ledgers does not know. */
export const setDeliveries = (assignments: string, ...values: SqlStorageValue[]) =>
  queryLedgers(`UPDATE deliveries SET ${assignments}`, ...values);

/** Lets the alarms of all volumes ring, and passes on what they report; attempts are not made. */
export async function reportBacklogs(world: WebhookWorld): Promise<void> {
  for (const volume of await listVolumes()) await ringLedger(volume);
  for (const message of world.takeDue())
    if ('backlog' in message) await deliverWebhook(world.ctx, message);
}
