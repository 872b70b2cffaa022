// Use case: sends a test event of any type. It is queued, signed and delivered like any other, but
// belongs to no session and is not in the feed.
import type { Context } from '../../../context.ts';
import { runTogether } from '../../../db/run-together.ts';
import { randomToken } from '../../../crypto/random.ts';
import { AppError } from '../../../errors.ts';
import type { prepareAudit } from '../../platform/audit/record.ts';
import { countAgainst } from '../../terms/guess-limits.ts';
import { matchesMode, type WebhookEndpoint } from './endpoint.ts';
import { eventBody, type WebhookEvent } from './event.ts';
import type { EventType } from './event-types.ts';
import { readForEvents } from './event-store.ts';
import { prepareWork } from './ledger-work.ts';
import { listEndpoints, readEndpoint } from './manage-endpoints.ts';
import { ownEvents } from './record-events.ts';
import { sampleData } from './sample-data.ts';

interface SentTest {
  eventId: string;
  deliveries: { id: string; endpointId: string }[];
}

/** Prepares the audit entry for the event. */
type AuditOfTest = (eventId: string) => ReturnType<typeof prepareAudit>;

/**
 * Sends the event whether or not the endpoint subscribes to its type.
 * @throws AppError NOT_FOUND; CONFLICT unless the endpoint is enabled; TOO_MANY_REQUESTS above a
 *   limit per customer
 */
export async function sendTestEvent(
  ctx: Context,
  tenantId: string,
  endpointId: string,
  type: EventType,
  audit?: AuditOfTest,
): Promise<SentTest> {
  const endpoint = await readEndpoint(ctx, tenantId, endpointId);
  if (endpoint.state !== 'enabled')
    throw new AppError('CONFLICT', 'Nothing is sent to this endpoint. Enable it first.');
  await countTest(ctx, tenantId);
  return publishTest(ctx, tenantId, type, [endpoint], audit);
}

/**
 * Sends the event to every enabled endpoint that receives events of the mode and type.
 * @throws AppError TOO_MANY_REQUESTS above a limit per customer
 */
export async function sendTestEventToAll(
  ctx: Context,
  tenantId: string,
  test: boolean,
  type: EventType,
): Promise<SentTest> {
  await countTest(ctx, tenantId);
  const endpoints = await listEndpoints(ctx, tenantId);
  const subscribed = endpoints.filter(
    (endpoint) =>
      endpoint.state === 'enabled' &&
      endpoint.eventTypes.includes(type) &&
      matchesMode(endpoint, test),
  );
  return publishTest(ctx, tenantId, type, subscribed);
}

const countTest = (ctx: Context, tenantId: string) =>
  countAgainst(ctx, [ctx.config.guessLimits.webhookTest, tenantId]);

async function publishTest(
  ctx: Context,
  tenantId: string,
  type: EventType,
  endpoints: readonly WebhookEndpoint[],
  audit?: AuditOfTest,
): Promise<SentTest> {
  const nowMs = ctx.now();
  const id = `evt_${randomToken(24)}`;
  const body = eventBody(id, type, nowMs, sampleData(type, nowMs));
  const event: WebhookEvent = {
    id,
    tenantId,
    test: true,
    type,
    position: 0,
    body,
    createdAtMs: nowMs,
  };
  const owned = await ownEvents(ctx, [event], endpoints, () => true);
  const entry = audit?.(id);
  const also = entry === undefined ? [] : [entry.statement];
  if (endpoints.length > 0) {
    const { begunAfter } = await readForEvents(ctx.db, [tenantId]);
    const work = prepareWork(ctx, [{ tenantId, work: { kind: 'record', begunAfter, owned } }]);
    await runTogether(ctx.db, [work.statement, ...also]);
    entry?.announce();
    await work.perform();
  }
  return {
    eventId: id,
    deliveries: owned.deliveries.map((delivery) => ({
      id: delivery.id,
      endpointId: delivery.endpoint_id,
    })),
  };
}
