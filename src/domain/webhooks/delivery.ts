// One event on its way to one endpoint, and the requests that were made for it, as data.

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
  /** Attempts ever made. */
  attempts: number;
  nextAttemptMs: number;
  createdAtMs: number;
  finishedAtMs?: number;
}

/** Why a request did not count, beside its status. */
export type AttemptFailure =
  'timeout' | 'connection' | 'redirect' | 'status' | 'url_not_allowed' | 'secret_unreadable';

export interface Attempt {
  /** From 1. */
  number: number;
  url: string;
  /** Also the timestamp that was signed. */
  atMs: number;
  durationMs: number;
  status?: number;
  failure?: AttemptFailure;
  /** The first 4 KiB of the answer. */
  answer?: string;
}

export interface DeliveryWithAttempts {
  delivery: Delivery;
  /** JSON, as it is signed and sent. */
  body: string;
  /** The earliest first. */
  attempts: Attempt[];
}

/** What the queue `agate-webhooks` carries: a wish for one attempt, harmless when it was made already. */
export interface WebhookMessage {
  deliveryId: string;
  /** How many attempts were made before this one. */
  attempt: number;
}
