// SQL for the check in which a deployment makes the service send a webhook to itself.
import { and, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { useDeploymentLink } from '../../../db/deployment-link.ts';
import {
  deploymentLinks,
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
} from '../../../db/schema/index.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { toColumns } from './endpoint-store.ts';

/** Inserts the endpoint; does nothing if it exists already. */
export async function addOwnReceiver(db: Database, endpoint: WebhookEndpoint): Promise<void> {
  await db.insert(webhookEndpoints).values(toColumns(endpoint)).onConflictDoNothing();
}

/** Deletes the old endpoints whose URL begins with `urlStart`, and all their deliveries. */
export async function deleteOwnReceivers(
  db: Database,
  urlStart: string,
  createdBeforeMs: number,
): Promise<void> {
  const isOld = and(
    lt(webhookEndpoints.created_at_ms, createdBeforeMs),
    sql`substr(${webhookEndpoints.url}, 1, ${urlStart.length}) = ${urlStart}`,
  );
  const endpoints = db.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(isOld);
  const areTheirs = inArray(webhookDeliveries.endpoint_id, endpoints);
  const deliveries = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(areTheirs);
  await db.batch([
    db.delete(webhookAttempts).where(inArray(webhookAttempts.delivery_id, deliveries)),
    db.delete(webhookDeliveries).where(areTheirs),
    db.delete(webhookEndpoints).where(isOld),
  ]);
}

/** @returns whether this request used the link up */
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
