// Use case: makes the delivery attempt that a queue message triggers, records it and queues the
// next one.
import type { Context } from '../../../context.ts';
import type { Attempt, AttemptMessage, WebhookMessage } from './delivery.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import {
  claimAttempt,
  finishAttempt,
  type AttemptOutcome,
  type ClaimedAttempt,
} from './delivery-store.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { isOwnReceiver } from './own-receiver.ts';
import { nextDelayMs, RETRY_PERIOD_MS, roundStartOf } from './schedule.ts';
import { sendWebhook, type Sent } from './send.ts';
import { signRequest } from './sign-request.ts';
import { drainEndpoint } from './sweep.ts';
import { isReceiverUrl } from '../../terms/receiver-url.ts';

/** An attempt that is unfinished this long after its timeout was lost with its Worker. */
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
 * @returns the seconds until the queue should redeliver; undefined unless another consumer holds
 *   the lease
 * @throws any error of D1 or the queue: the message is then redelivered
 */
export async function deliverWebhook(
  ctx: Context,
  message: WebhookMessage,
): Promise<number | undefined> {
  if ('endpointId' in message) {
    await drainEndpoint(ctx, message);
    return undefined;
  }
  return attemptDelivery(ctx, message);
}

async function attemptDelivery(ctx: Context, message: AttemptMessage): Promise<number | undefined> {
  const nowMs = ctx.now();
  const leaseMs = ctx.config.webhooks.timeoutMs + LEASE_MARGIN_MS;
  const claim = await claimAttempt(ctx.db, message, nowMs, leaseMs);
  if (claim.outcome === 'nothing') return undefined;
  if (claim.outcome === 'leased') return Math.ceil((claim.untilMs - nowMs) / 1000);
  await makeAttempt(ctx, claim.claimed);
  return undefined;
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
  const outcome = outcomeOf(claimed, attempt, nowMs);
  const { again, next } = await finishAttempt(ctx.db, claimed, attempt, outcome);
  const reason = disableReasonOf(claimed, sent, nowMs);
  if (reason !== undefined && (await disableEndpoint(ctx, endpoint, reason))) return;
  if (again !== undefined) return queueDeliveries(ctx, [again]);
  if (outcome.state === 'pending')
    await ctx.queues.webhooks.send(
      { deliveryId: delivery.id, attempt: attempt.number },
      { delaySeconds: Math.ceil((outcome.nextAttemptMs - nowMs) / 1000) },
    );
  if (next !== undefined && next.deliveryId !== delivery.id) await queueDeliveries(ctx, [next]);
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

function outcomeOf({ delivery }: ClaimedAttempt, attempt: Attempt, nowMs: number): AttemptOutcome {
  if (attempt.failure === undefined) return { state: 'delivered' };
  if (attempt.status === 410) return { state: 'dead' };
  const startedMs = roundStartOf(delivery, attempt.atMs);
  const delayMs = nextDelayMs(delivery.round_attempts + 1, startedMs, nowMs, Math.random());
  return delayMs === undefined
    ? { state: 'dead' }
    : { state: 'pending', nextAttemptMs: nowMs + delayMs };
}

/** 410 Gone disables an endpoint immediately; otherwise three days of failures do (D-26). */
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
