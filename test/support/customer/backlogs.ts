// The reports of ledger volumes about overdue deliveries, which operators see.
import { deliverWebhook } from '../../../src/domain/integration/webhooks/deliver.ts';
import { listVolumes, queryLedgers, ringLedger } from './ledgers.ts';
import type { WebhookWorld } from './webhook-world.ts';

/**
 * Sets columns of all deliveries, to move them into the past. Ledgers use the machine's clock
 * instead of the test's.
 */
export const setDeliveries = (assignments: string, ...values: SqlStorageValue[]) =>
  queryLedgers(`UPDATE deliveries SET ${assignments}`, ...values);

/**
 * Runs the alarms of all volumes and handles the reports that they queue, but attempts no
 * deliveries.
 */
export async function reportBacklogs(world: WebhookWorld): Promise<void> {
  for (const volume of await listVolumes()) await ringLedger(volume);
  for (const message of world.takeDue())
    if ('backlog' in message) await deliverWebhook(world.ctx, message);
}
