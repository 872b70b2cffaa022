// SQL of webhook endpoints.
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { runTogether, type Database } from '../../db/client.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '../../db/schema/index.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import type { EventType } from './event.ts';

type Row = typeof webhookEndpoints.$inferSelect;

export async function insertEndpoint(db: Database, endpoint: WebhookEndpoint): Promise<void> {
  await db.insert(webhookEndpoints).values(toColumns(endpoint));
}

/** @returns those of the tenants that are not disabled */
export async function listListening(
  db: Database,
  tenantIds: readonly string[],
): Promise<WebhookEndpoint[]> {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(
      and(
        inArray(webhookEndpoints.tenant_id, [...tenantIds]),
        ne(webhookEndpoints.state, 'disabled'),
      ),
    );
  return rows.map(toEndpoint);
}

/** @returns the oldest first */
export async function listEndpointsOf(db: Database, tenantId: string): Promise<WebhookEndpoint[]> {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.tenant_id, tenantId))
    .orderBy(webhookEndpoints.created_at_ms, webhookEndpoints.id);
  return rows.map(toEndpoint);
}

export async function findEndpoint(
  db: Database,
  tenantId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  const [row] = await db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.tenant_id, tenantId)));
  return row && toEndpoint(row);
}

/** Writes what can be edited; secrets and the record of failures are left alone. */
export async function saveEndpoint(
  db: Database,
  { id, url, description, eventTypes, mode }: WebhookEndpoint,
): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({
      url,
      description: description ?? null,
      event_types: JSON.stringify(eventTypes),
      mode,
    })
    .where(eq(webhookEndpoints.id, id));
}

/** Enables it anew: what waits gets its full time again. */
export async function markEnabled(db: Database, id: string, nowMs: number): Promise<void> {
  await runTogether(db, [
    db
      .update(webhookEndpoints)
      .set({ state: 'enabled', disabled_reason: null, failing_since_ms: null })
      .where(eq(webhookEndpoints.id, id)),
    db
      .update(webhookDeliveries)
      .set({ round_attempts: 0, round_started_ms: nowMs, next_attempt_ms: nowMs })
      .where(and(eq(webhookDeliveries.endpoint_id, id), eq(webhookDeliveries.state, 'pending'))),
  ]);
}

/** @returns false when it is disabled: there is nothing to hold back then */
export async function markPaused(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .update(webhookEndpoints)
    .set({ state: 'paused' })
    .where(and(eq(webhookEndpoints.id, id), ne(webhookEndpoints.state, 'disabled')))
    .returning({ id: webhookEndpoints.id });
  return rows.length > 0;
}

/** The secret before signs too until the time given; one before that is gone. */
export async function replaceSecret(
  db: Database,
  id: string,
  sealed: string,
  previousUntilMs: number,
): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({
      previous_secret: sql`${webhookEndpoints.secret}`,
      previous_until_ms: previousUntilMs,
      secret: sealed,
    })
    .where(eq(webhookEndpoints.id, id));
}

/** With everything that was or waits to be sent to it. */
export async function removeEndpoint(db: Database, id: string): Promise<void> {
  const deliveries = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpoint_id, id));
  await runTogether(db, [
    db.delete(webhookAttempts).where(inArray(webhookAttempts.delivery_id, deliveries)),
    db.delete(webhookDeliveries).where(eq(webhookDeliveries.endpoint_id, id)),
    db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)),
  ]);
}

export function toEndpoint(row: Row): WebhookEndpoint {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    url: row.url,
    ...(row.description !== null && { description: row.description }),
    eventTypes: JSON.parse(row.event_types) as EventType[],
    mode: row.mode,
    state: row.state,
    ...(row.disabled_reason !== null && { disabledReason: row.disabled_reason }),
    ...(row.failing_since_ms !== null && { failingSinceMs: row.failing_since_ms }),
    secret: row.secret,
    ...(row.previous_secret !== null && { previousSecret: row.previous_secret }),
    ...(row.previous_until_ms !== null && { previousUntilMs: row.previous_until_ms }),
    createdAtMs: row.created_at_ms,
  };
}

function toColumns(endpoint: WebhookEndpoint): typeof webhookEndpoints.$inferInsert {
  return {
    id: endpoint.id,
    tenant_id: endpoint.tenantId,
    url: endpoint.url,
    description: endpoint.description ?? null,
    event_types: JSON.stringify(endpoint.eventTypes),
    mode: endpoint.mode,
    state: endpoint.state,
    secret: endpoint.secret,
    created_at_ms: endpoint.createdAtMs,
  };
}
