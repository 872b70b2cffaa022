// SQL for the check in which a deployment makes the service send a webhook to itself.
import type { Database } from '../../../db/client.ts';
import { useDeploymentLink } from '../../../db/deployment-link.ts';
import { deploymentLinks, webhookEndpoints } from '../../../db/schema/index.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { toColumns } from './endpoint-store.ts';

/** Inserts the endpoint; does nothing if it exists already. */
export async function addOwnReceiver(db: Database, endpoint: WebhookEndpoint): Promise<void> {
  await db.insert(webhookEndpoints).values(toColumns(endpoint)).onConflictDoNothing();
}

/** @returns whether this request is the one that uses the link up */
export async function takeWebhook(
  db: Database,
  tokenHash: string,
  nowMs: number,
): Promise<boolean> {
  const used = await useDeploymentLink(db, tokenHash, nowMs).returning({
    hash: deploymentLinks.token_hash,
  });
  return used.length === 1;
}
