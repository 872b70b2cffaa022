// Maps webhook endpoints and their deliveries to wire fields.
import type { Attempt, DeliveryWithAttempts } from '../../domain/integration/webhooks/delivery.ts';
import type { WebhookEndpoint } from '../../domain/integration/webhooks/endpoint.ts';
import { toTimestamp } from '../../time/timestamp.ts';

export function presentWebhook(endpoint: WebhookEndpoint) {
  const { description, disabledReason, failingSinceMs, previousUntilMs = 0 } = endpoint;
  return {
    id: endpoint.id,
    url: endpoint.url,
    ...(description !== undefined && { description }),
    events: endpoint.eventTypes,
    mode: endpoint.mode,
    state: endpoint.state,
    ...(disabledReason !== undefined && { disabled_reason: disabledReason }),
    ...(failingSinceMs !== undefined && { failing_since: toTimestamp(failingSinceMs) }),
    ...(previousUntilMs > Date.now() && {
      previous_secret_expires_at: toTimestamp(previousUntilMs),
    }),
    created_at: toTimestamp(endpoint.createdAtMs),
  };
}

/** Maps an endpoint with its secret, which is shown only after creation and rotation. */
export const presentWebhookWithSecret = (endpoint: WebhookEndpoint, secret: string) => ({
  ...presentWebhook(endpoint),
  secret,
});

export function presentDelivery({ delivery: row, body, attempts }: DeliveryWithAttempts) {
  return {
    id: row.id,
    endpoint_id: row.endpointId,
    event: { id: row.eventId, type: row.eventType },
    state: row.state,
    created_at: toTimestamp(row.createdAtMs),
    ...(row.state === 'pending' && { next_attempt_at: toTimestamp(row.nextAttemptMs) }),
    ...(row.finishedAtMs !== undefined && { finished_at: toTimestamp(row.finishedAtMs) }),
    attempts: attempts.map((attempt) => presentAttempt(attempt, row.eventId, body)),
  };
}

/**
 * Presents an attempt without its signatures, which are computed for each attempt and not stored.
 */
function presentAttempt(attempt: Attempt, eventId: string, body: string) {
  const { status, failure, answer } = attempt;
  return {
    number: attempt.number,
    at: toTimestamp(attempt.atMs),
    duration_ms: attempt.durationMs,
    request: {
      method: 'POST' as const,
      url: attempt.url,
      headers: {
        'Content-Type': 'application/json',
        'webhook-id': eventId,
        'webhook-timestamp': String(Math.floor(attempt.atMs / 1000)),
      },
      body,
    },
    ...(status !== undefined && { status }),
    ...(failure !== undefined && { failure }),
    ...(answer !== undefined && { answer }),
  };
}
