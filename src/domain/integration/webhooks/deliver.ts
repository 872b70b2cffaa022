// Use case: makes the delivery attempt that a queue message triggers, and records it.
import type { Context } from '../../../context.ts';
import { letterRemoval } from '../../platform/dead-letters/store.ts';
import { noteBacklog } from '../../platform/ledgers/volume-store.ts';
import type {
  Attempt,
  AttemptMessage,
  ClaimedDelivery,
  DeliveryEnd,
  WebhookMessage,
} from './delivery.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { noteAttempt } from './endpoint-health-store.ts';
import { findEndpoint } from './endpoint-store.ts';
import type { VolumeRef } from '../../platform/ledgers/volume.ts';
import { changeOf } from './ledger-work.ts';
import { ledgerAt } from '../../platform/ledgers/volume-refs.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { isOwnReceiver } from './own-receiver.ts';
import { nextDelayMs, RETRY_PERIOD_MS, roundStartOf } from './schedule.ts';
import { sendWebhook, type Sent } from './send.ts';
import { signRequest } from './sign-request.ts';
import { isReceiverUrl } from '../../terms/receiver-url.ts';

/**
 * How long after its timeout an unfinished attempt counts as lost, because the Worker that was
 * making it must have died.
 */
const LEASE_MARGIN_MS = 20_000;

/** Delay before the queue redelivers after an internal error. */
const INTERNAL_RETRY_SECONDS = 5;

/** Handles each message separately, so that a failing endpoint does not affect others. */
export async function deliverWebhooks(
  ctx: Context,
  messages: readonly Message<WebhookMessage>[],
): Promise<void> {
  await Promise.all(
    messages.map(async (message) => {
      const delaySeconds = await deliverWebhook(ctx, message.body).catch(
        () => INTERNAL_RETRY_SECONDS,
      );
      if (delaySeconds === undefined) message.ack();
      else message.retry({ delaySeconds });
    }),
  );
}

/**
 * @returns the seconds until the queue should redeliver, if another consumer holds the lease;
 *   otherwise undefined
 * @throws any error from D1, an object or the queue, after which the message is redelivered
 */
export async function deliverWebhook(
  ctx: Context,
  message: WebhookMessage,
): Promise<number | undefined> {
  if ('backlog' in message) await noteBacklog(ctx.db, message, ctx.now());
  else if ('volume' in message) return attemptDelivery(ctx, message);
  // Any other message was queued before ledgers existed: move-events.ts moves its deliveries into a
  // ledger, whose alarm queues them again.
  return undefined;
}

async function attemptDelivery(ctx: Context, message: AttemptMessage): Promise<number | undefined> {
  const { volume, endpointId } = message;
  const ledger = ledgerAt(ctx, volume);
  const nowMs = ctx.now();
  const endpoint = await findEndpoint(ctx.db, volume.tenantId, endpointId);
  if (endpoint?.state !== 'enabled') {
    // Ledgers are notified when an endpoint changes (ledger-work.ts); this repairs a missed
    // notification.
    await ledger.changeEndpoint(endpointId, changeOf(endpoint?.state), nowMs);
    return undefined;
  }
  const leaseMs = ctx.config.webhooks.timeoutMs + LEASE_MARGIN_MS;
  const { deliveryId, attempt } = message;
  const claim = await ledger.claim({ deliveryId, attempt, endpointId }, nowMs, leaseMs);
  if (claim.outcome === 'leased') return Math.ceil((claim.untilMs - nowMs) / 1000);
  if (claim.outcome === 'claimed') await makeAttempt(ctx, { ...claim.claimed, endpoint, volume });
  return undefined;
}

/** An attempt that the caller has claimed, with all the data needed to make it. */
export interface ClaimedAttempt extends ClaimedDelivery {
  endpoint: WebhookEndpoint;
  volume: VolumeRef;
}

async function makeAttempt(ctx: Context, claimed: ClaimedAttempt): Promise<void> {
  const { delivery, endpoint } = claimed;
  const atMs = ctx.now();
  const sent = await send(ctx, claimed, atMs);
  const nowMs = ctx.now();
  const attempt: Attempt = {
    number: delivery.attempts + 1,
    url: endpoint.url,
    atMs,
    durationMs: nowMs - atMs,
    ...sent,
  };
  await recordAttempt(ctx, claimed, attempt, outcomeOf(claimed, attempt, nowMs));
  const reason = disableReasonOf(claimed, sent, nowMs);
  if (reason !== undefined) await disableEndpoint(ctx, endpoint, reason);
}

/**
 * Records an attempt: first the health of the endpoint in D1, then the attempt and its outcome in
 * the ledger, whose alarm queues the next attempt. If the ledger fails, the attempt is made again.
 */
export async function recordAttempt(
  ctx: Context,
  { delivery, endpoint, volume }: ClaimedAttempt,
  attempt: Attempt,
  outcome: DeliveryEnd,
): Promise<void> {
  const isHealthy = outcome.state === 'delivered';
  // The attempt resolves any dead letter for this delivery.
  const letter = letterRemoval(ctx.db, 'agate-webhooks-dead', delivery.id);
  const noted = { isHealthy, atMs: attempt.atMs };
  const isSameReceiver = await noteAttempt(ctx.db, endpoint, noted, [letter]);
  const { again, next } = await ledgerAt(ctx, volume).finishAttempt({
    delivery,
    attempt: {
      number: attempt.number,
      url: attempt.url,
      at_ms: attempt.atMs,
      duration_ms: attempt.durationMs,
      status: attempt.status ?? null,
      failure: attempt.failure ?? null,
      answer: attempt.answer ?? null,
    },
    outcome,
    isSameReceiver,
    roundStartedMs: roundStartOf(delivery, attempt.atMs),
  });
  const due = [again, next].filter((one) => one !== undefined);
  await queueDeliveries(ctx, volume, due);
}

async function send(
  ctx: Context,
  { delivery, endpoint, body }: ClaimedAttempt,
  atMs: number,
): Promise<Sent> {
  const { config } = ctx;
  if (!isReceiverUrl(endpoint.url, config) && !(await isOwnReceiver(ctx, endpoint.url)))
    return { failure: 'url_not_allowed' };
  const headers = await signRequest(config, endpoint, { id: delivery.event_id, body }, atMs);
  if (headers === undefined) return { failure: 'secret_unreadable' };
  return sendWebhook(endpoint.url, headers, body, config.webhooks.timeoutMs);
}

function outcomeOf({ delivery }: ClaimedAttempt, attempt: Attempt, nowMs: number): DeliveryEnd {
  if (attempt.failure === undefined) return { state: 'delivered' };
  if (attempt.status === 410) return { state: 'dead' };
  const startedMs = roundStartOf(delivery, attempt.atMs);
  const delayMs = nextDelayMs(delivery.round_attempts + 1, startedMs, nowMs, Math.random());
  return delayMs === undefined
    ? { state: 'dead' }
    : { state: 'pending', nextAttemptMs: nowMs + delayMs };
}

/**
 * Returns the reason for disabling the endpoint: a 410 Gone response, or three days of failures
 * (D-26). Returns undefined when the endpoint need not be disabled.
 */
function disableReasonOf(
  { endpoint }: ClaimedAttempt,
  sent: Sent,
  nowMs: number,
): 'gone' | 'failing' | undefined {
  if (sent.status === 410) return 'gone';
  const { failingSinceMs = nowMs } = endpoint;
  return sent.failure !== undefined && nowMs - failingSinceMs >= RETRY_PERIOD_MS
    ? 'failing'
    : undefined;
}
