// The delivery of one event to one endpoint, and its attempts, as plain data.

export type DeliveryState = 'pending' | 'delivered' | 'dead';

export interface Delivery {
  /** `dlv_…` */
  id: string;
  eventId: string;
  endpointId: string;
  tenantId: string;
  eventType: string;
  sessionId?: string;
  state: DeliveryState;
  /** Number of attempts made. */
  attempts: number;
  nextAttemptMs: number;
  createdAtMs: number;
  finishedAtMs?: number;
}

/** Why an attempt failed. */
export const ATTEMPT_FAILURES = [
  'timeout',
  'connection',
  'redirect',
  'status',
  'url_not_allowed',
  'secret_unreadable',
] as const;
export type AttemptFailure = (typeof ATTEMPT_FAILURES)[number];

export interface Attempt {
  /** The attempt's number, from 1. */
  number: number;
  url: string;
  /** Also the timestamp in the signature. */
  atMs: number;
  durationMs: number;
  status?: number;
  failure?: AttemptFailure;
  /** The first 4 KiB of the response body. */
  answer?: string;
}

export interface DeliveryWithAttempts {
  delivery: Delivery;
  /** JSON exactly as signed and sent. */
  body: string;
  /** The earliest first. */
  attempts: Attempt[];
}

/** Triggers one attempt; idempotent. */
export interface AttemptMessage {
  deliveryId: string;
  /** Number of attempts before this one. */
  attempt: number;
}

/** Queues the overdue attempts of one endpoint in parts. */
export interface DrainMessage {
  endpointId: string;
  /** Covers attempts that were due before this time. */
  beforeMs: number;
}

/** A message of the queue `agate-webhooks`. */
export type WebhookMessage = AttemptMessage | DrainMessage;
