// SQL for the deployment check in which the service sends a webhook to itself.
import { and, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { useDeploymentLink } from '../../../db/deployment-link.ts';
import { deploymentLinks, webhookEndpoints } from '../../../db/schema/index.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { toColumns } from './endpoint-store.ts';

/** Inserts the endpoint; does nothing if it already exists. */
export async function addOwnReceiver(db: Database, endpoint: WebhookEndpoint): Promise<void> {
  await db.insert(webhookEndpoints).values(toColumns(endpoint)).onConflictDoNothing();
}

/** @returns the endpoints created before `createdBeforeMs` whose URL begins with `urlStart` */
export async function listOwnReceivers(
  db: Database,
  urlStart: string,
  createdBeforeMs: number,
): Promise<Pick<WebhookEndpoint, 'id' | 'tenantId'>[]> {
  return db
    .select({ id: webhookEndpoints.id, tenantId: webhookEndpoints.tenant_id })
    .from(webhookEndpoints)
    .where(
      and(
        lt(webhookEndpoints.created_at_ms, createdBeforeMs),
        sql`substr(${webhookEndpoints.url}, 1, ${urlStart.length}) = ${urlStart}`,
      ),
    );
}

/**
 * Marks the link as used.
 * @returns false when it has expired or was already used
 */
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
