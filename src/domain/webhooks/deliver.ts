// Use case: the queue asks for an attempt. One is made, written down, and the next one asked for.
import type { Context } from '../../context.ts';
import type { Attempt, WebhookMessage } from './delivery.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { claimAttempt, finishAttempt, type ClaimedAttempt, type Ending } from './delivery-store.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { nextDelayMs, PATIENCE_MS } from './schedule.ts';
import { openSecret } from './secret.ts';
import { sendWebhook, type Sent } from './send.ts';
import { signatureHeaders } from './signature.ts';
import { isReceiverUrl } from '../terms/receiver-url.ts';

/** An attempt that has not come back so long after its timeout died with its Worker. */
const LEASE_MARGIN_MS = 20_000;

/** Seconds until the queue asks again after our own trouble. */
const OWN_TROUBLE_SECONDS = 5;

/** Each message for itself: one endpoint's trouble is not another's. */
export async function deliverWebhooks(
  ctx: Context,
  messages: readonly Message<WebhookMessage>[],
): Promise<void> {
  await Promise.all(
    messages.map(async (message) => {
      const again = await deliverWebhook(ctx, message.body).catch(() => OWN_TROUBLE_SECONDS);
      if (again === undefined) message.ack();
      else message.retry({ delaySeconds: again });
    }),
  );
}

/**
 * @returns seconds after which the queue should ask again, for an attempt that somebody else is at
 * @throws what D1 or the queue throw: the queue then asks again
 */
export async function deliverWebhook(
  ctx: Context,
  message: WebhookMessage,
): Promise<number | undefined> {
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
  const ending = endingOf(claimed, sent, nowMs);
  const next = await finishAttempt(ctx.db, claimed, attempt, ending);
  const fault = faultOf(claimed, sent, nowMs);
  if (fault !== undefined) return disableEndpoint(ctx, endpoint, fault);
  if (ending.state === 'pending')
    await ctx.queues.webhooks.send(
      { deliveryId: delivery.id, attempt: attempt.number },
      { delaySeconds: Math.ceil((ending.nextAttemptMs - nowMs) / 1000) },
    );
  if (next !== undefined && next.deliveryId !== delivery.id) await queueDeliveries(ctx, [next]);
}

async function send(
  { config, now }: Context,
  { delivery, endpoint, body }: ClaimedAttempt,
  atMs: number,
): Promise<Sent> {
  if (!isReceiverUrl(endpoint.url, config)) return { failure: 'url_not_allowed' };
  const sealed = [
    endpoint.secret,
    ...(endpoint.previousSecret !== undefined && now() < (endpoint.previousUntilMs ?? 0)
      ? [endpoint.previousSecret]
      : []),
  ];
  const secrets = await Promise.all(
    sealed.map((one) => openSecret(config, endpoint.id, one)),
  ).catch(() => []);
  const [newest, ...older] = secrets;
  if (newest === undefined) return { failure: 'secret_unreadable' };
  const timestamp = Math.floor(atMs / 1000);
  const signable = { id: delivery.event_id, body, timestamp };
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': `${config.serviceName}-Webhooks/1`,
    ...(await signatureHeaders(signable, [newest, ...older])),
  };
  return sendWebhook(endpoint.url, headers, body, config.webhooks.timeoutMs);
}

function endingOf({ delivery }: ClaimedAttempt, sent: Sent, nowMs: number): Ending {
  if (sent.failure === undefined) return { state: 'delivered' };
  if (sent.status === 410) return { state: 'dead' };
  const { round_attempts: before, round_started_ms: startedMs } = delivery;
  const delayMs = nextDelayMs(before + 1, startedMs, nowMs, Math.random());
  return delayMs === undefined
    ? { state: 'dead' }
    : { state: 'pending', nextAttemptMs: nowMs + delayMs };
}

/** 410 Gone disables an endpoint at once; so does failing for three days (D-26). */
function faultOf(
  { endpoint }: ClaimedAttempt,
  sent: Sent,
  nowMs: number,
): 'gone' | 'failing' | undefined {
  if (sent.status === 410) return 'gone';
  const { failingSinceMs = nowMs } = endpoint;
  return sent.failure !== undefined && nowMs - failingSinceMs >= PATIENCE_MS
    ? 'failing'
    : undefined;
}
