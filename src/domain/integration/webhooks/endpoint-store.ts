// SQL for webhook endpoints.
import { and, eq, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm';
import { batchAround, type Database, type Statement } from '../../../db/client.ts';
import { insertWhen } from '../../../db/insert-when.ts';
import { webhookEndpoints } from '../../../db/schema/index.ts';
import type { EndpointMode, WebhookEndpoint } from './endpoint.ts';
import type { EventType } from './event-types.ts';

type Row = typeof webhookEndpoints.$inferSelect;

/**
 * @param max the maximum number of endpoints per tenant
 * @param audit written in the same transaction
 * @returns false when the tenant already has `max` endpoints; the insert itself counts them
 */
export async function insertEndpoint(
  db: Database,
  endpoint: WebhookEndpoint,
  max: number,
  audit: Statement,
): Promise<boolean> {
  const { tenantId } = endpoint;
  const isRoom = sql`(SELECT count(*) FROM ${webhookEndpoints} WHERE ${webhookEndpoints.tenant_id} = ${tenantId}) < ${max}`;
  const [inserted] = await db.batch([
    insertWhen(db, webhookEndpoints, toColumns(endpoint), isRoom).returning({
      id: webhookEndpoints.id,
    }),
    audit,
  ]);
  return inserted.length > 0;
}

/** @returns the tenant's endpoints, oldest first */
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

/** The columns that can be edited. */
interface EndpointColumns {
  url?: string;
  description?: string | null;
  eventTypes?: readonly EventType[];
  mode?: EndpointMode;
  state?: 'enabled' | 'paused';
}

/**
 * Updates the given columns; there must be at least one. A new URL resets the failure record, which
 * belongs to the previous receiver; enabling an endpoint resets the record as well.
 * @param before statements that run first in the same transaction
 * @param audit written in the same transaction
 * @param endpoint the endpoint as it was read: the URL is replaced only if it has not changed since
 * @returns the updated endpoint; undefined when it does not exist, when the update would pause a
 *   disabled endpoint or change the state of a pending one, or when it would replace a URL that has
 *   changed since the endpoint was read
 */
export async function updateEndpointRow(
  db: Database,
  { tenantId, id, url: knownUrl, state: knownState }: WebhookEndpoint,
  columns: EndpointColumns,
  before: readonly Statement[],
  audit: Statement,
): Promise<WebhookEndpoint | undefined> {
  const { url, description, eventTypes, mode, state } = columns;
  const isReset = or(
    state === 'enabled' ? ne(webhookEndpoints.state, 'enabled') : undefined,
    url === undefined ? undefined : ne(webhookEndpoints.url, url),
  );
  const [row] = await batchAround(
    db,
    before,
    db
      .update(webhookEndpoints)
      .set({
        ...(url !== undefined && { url }),
        ...(description !== undefined && { description }),
        ...(eventTypes !== undefined && { event_types: JSON.stringify(eventTypes) }),
        ...(mode !== undefined && { mode }),
        ...(state !== undefined && { state, disabled_reason: null }),
        ...(isReset !== undefined && {
          failing_since_ms: sql`iif(${isReset}, NULL, ${webhookEndpoints.failing_since_ms})`,
        }),
      })
      .where(
        and(
          eq(webhookEndpoints.id, id),
          eq(webhookEndpoints.tenant_id, tenantId),
          state === 'paused' ? ne(webhookEndpoints.state, 'disabled') : undefined,
          state === undefined ? undefined : ne(webhookEndpoints.state, 'pending'),
          url === undefined ? undefined : isStill(knownUrl, knownState),
        ),
      )
      .returning(),
    [audit],
  );
  return row && toEndpoint(row);
}

/**
 * The condition that the endpoint still has the URL that was read, and is pending if and only if it
 * was pending then.
 */
const isStill = (url: string, state: WebhookEndpoint['state']) =>
  and(
    eq(webhookEndpoints.url, url),
    state === 'pending' ? eq(webhookEndpoints.state, state) : ne(webhookEndpoints.state, 'pending'),
  );

/**
 * Enables an endpoint that has answered its challenge.
 * @param audit written in the same transaction
 * @returns undefined when the endpoint is no longer pending with this URL
 */
export async function markVerified(
  db: Database,
  { tenantId, id, url }: WebhookEndpoint,
  audit: Statement,
): Promise<WebhookEndpoint | undefined> {
  const [[row]] = await db.batch([
    db
      .update(webhookEndpoints)
      .set({ state: 'enabled' })
      .where(
        and(
          eq(webhookEndpoints.id, id),
          eq(webhookEndpoints.tenant_id, tenantId),
          isStill(url, 'pending'),
        ),
      )
      .returning(),
    audit,
  ]);
  return row && toEndpoint(row);
}

/**
 * The condition that the endpoint is not enabled yet, for statements that run in the same
 * transaction before the update that enables it.
 */
export const isNotEnabled = (db: Database, endpointId: string) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.state, 'enabled'))),
  );

/**
 * Replaces the secret. Until `previousUntilMs`, deliveries are signed with the previous secret as
 * well.
 * @returns false while the secret replaced by an earlier rotation is still in use, or when there is
 *   no such endpoint
 */
export async function replaceSecret(
  db: Database,
  { tenantId, id }: Pick<WebhookEndpoint, 'tenantId' | 'id'>,
  sealed: string,
  { nowMs, previousUntilMs }: { nowMs: number; previousUntilMs: number },
  audit: Statement,
): Promise<boolean> {
  const [replaced] = await db.batch([
    db
      .update(webhookEndpoints)
      .set({
        previous_secret: sql`${webhookEndpoints.secret}`,
        previous_until_ms: previousUntilMs,
        secret: sealed,
      })
      .where(
        and(
          eq(webhookEndpoints.id, id),
          eq(webhookEndpoints.tenant_id, tenantId),
          or(
            isNull(webhookEndpoints.previous_until_ms),
            lte(webhookEndpoints.previous_until_ms, nowMs),
          ),
        ),
      )
      .returning({ id: webhookEndpoints.id }),
    audit,
  ]);
  return replaced.length > 0;
}

/**
 * Deletes the endpoint.
 * @param effects written in the same transaction
 * @returns false when there is no such endpoint
 */
export async function removeEndpoint(
  db: Database,
  { tenantId, id }: Pick<WebhookEndpoint, 'tenantId' | 'id'>,
  effects: readonly Statement[],
): Promise<boolean> {
  const [removed] = await db.batch([
    db
      .delete(webhookEndpoints)
      .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.tenant_id, tenantId)))
      .returning({ id: webhookEndpoints.id }),
    ...effects,
  ]);
  return removed.length > 0;
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

export const toColumns = (endpoint: WebhookEndpoint): typeof webhookEndpoints.$inferInsert => ({
  id: endpoint.id,
  tenant_id: endpoint.tenantId,
  url: endpoint.url,
  description: endpoint.description ?? null,
  event_types: JSON.stringify(endpoint.eventTypes),
  mode: endpoint.mode,
  state: endpoint.state,
  secret: endpoint.secret,
  created_at_ms: endpoint.createdAtMs,
});
