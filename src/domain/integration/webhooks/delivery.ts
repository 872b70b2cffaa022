// The delivery of one event to one endpoint, and its attempts, as plain data.
import type { VolumeBacklog } from '../../platform/ledgers/volume.ts';
import type { AttemptRow, DeliveryRow, DeliveryState } from './ledger-rows.ts';
import type { VolumeRef } from '../../platform/ledgers/volume.ts';

export interface Delivery {
  /** The delivery's id, `dlv_…`. */
  id: string;
  eventId: string;
  endpointId: string;
  tenantId: string;
  eventType: string;
  sessionId?: string;
  state: DeliveryState;
  /** The number of attempts made so far. */
  attempts: number;
  nextAttemptMs: number;
  createdAtMs: number;
  finishedAtMs?: number;
}

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
  /** The attempt's number, starting at 1. */
  number: number;
  url: string;
  /** The time of the attempt, which is also the timestamp in its signature. */
  atMs: number;
  durationMs: number;
  status?: number;
  failure?: AttemptFailure;
  /** The first 4 KiB of the response body. */
  answer?: string;
}

export interface DeliveryWithAttempts {
  delivery: Delivery;
  /** The event's JSON, exactly as it is signed and sent. */
  body: string;
  /** The attempts, earliest first. */
  attempts: Attempt[];
}

export interface AttemptToMake {
  deliveryId: string;
  /** The number of attempts before this one. */
  attempt: number;
  endpointId: string;
}

/** An attempt that the caller has claimed, so that nobody else makes it. */
export interface ClaimedDelivery {
  delivery: DeliveryRow;
  /** The event's JSON, exactly as it is signed and sent. */
  body: string;
}

/** The state of a delivery after an attempt. */
export type DeliveryEnd =
  | { state: 'delivered' }
  | { state: 'dead' }
  | { state: 'pending'; nextAttemptMs: number };

export interface AttemptOutcome {
  /** The delivery as it was when the attempt was claimed. */
  delivery: DeliveryRow;
  attempt: Omit<AttemptRow, 'delivery_id'>;
  outcome: DeliveryEnd;
  /** Whether the endpoint still has the URL that was called. */
  isSameReceiver: boolean;
  roundStartedMs: number;
}

export interface FinishedAttempt {
  /** The next attempt of this delivery, if it is due immediately. */
  again?: AttemptToMake;
  /**
   * An attempt for the session's next pending delivery to the endpoint; absent until this delivery
   * is finished.
   */
  next?: AttemptToMake;
}

/** Triggers one attempt. Receiving the message more than once is harmless. */
export interface AttemptMessage extends AttemptToMake {
  volume: VolumeRef;
}

/** Reports the overdue and the abandoned deliveries of a volume to operators. */
interface BacklogMessage {
  volume: VolumeRef;
  backlog: VolumeBacklog;
}

/**
 * A message that was queued before deliveries were kept in ledgers, for one delivery or for all
 * deliveries of an endpoint.
 */
type EarlierMessage = Pick<AttemptToMake, 'deliveryId'> | Pick<AttemptToMake, 'endpointId'>;

/** A message in the queue `agate-webhooks`. */
export type WebhookMessage = AttemptMessage | BacklogMessage | EarlierMessage;

/**
 * @returns the id that operators use to identify a message: the customer's, the delivery's or the
 *   endpoint's
 */
export function subjectOfMessage(message: WebhookMessage): string {
  if ('backlog' in message) return message.volume.tenantId;
  return 'deliveryId' in message ? message.deliveryId : message.endpointId;
}
