// The delivery of one event to one endpoint, and its attempts, as plain data.
import type { VolumeBacklog } from '../../platform/ledgers/volume.ts';
import type { AttemptRow, DeliveryRow, DeliveryState, VolumeRef } from './ledger-rows.ts';

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

/** An attempt that has to be made. */
export interface AttemptToMake {
  deliveryId: string;
  /** Number of attempts before this one. */
  attempt: number;
  endpointId: string;
}

/** An attempt that only this caller makes. */
export interface ClaimedDelivery {
  delivery: DeliveryRow;
  /** JSON exactly as signed and sent. */
  body: string;
}

/** The state of a delivery after an attempt. */
export type DeliveryEnd =
  | { state: 'delivered' }
  | { state: 'dead' }
  | { state: 'pending'; nextAttemptMs: number };

export interface AttemptOutcome {
  /** As it was claimed. */
  delivery: DeliveryRow;
  attempt: Omit<AttemptRow, 'delivery_id'>;
  outcome: DeliveryEnd;
  /** Whether the endpoint still has the URL that was called. */
  isSameReceiver: boolean;
  roundStartedMs: number;
}

export interface FinishedAttempt {
  /** This delivery, if it still has to be tried at once. */
  again?: AttemptToMake;
  /** The session's next pending delivery to the endpoint, once this one is finished. */
  next?: AttemptToMake;
}

/** Triggers one attempt; idempotent. */
export interface AttemptMessage extends AttemptToMake {
  volume: VolumeRef;
}

/** Tells operators what a volume has not delivered. */
interface BacklogMessage {
  volume: VolumeRef;
  backlog: VolumeBacklog;
}

/** An attempt or the attempts of an endpoint, queued before deliveries were in ledgers. */
type EarlierMessage = Pick<AttemptToMake, 'deliveryId'> | Pick<AttemptToMake, 'endpointId'>;

/** A message of the queue `agate-webhooks`. */
export type WebhookMessage = AttemptMessage | BacklogMessage | EarlierMessage;

/** @returns what a message is about, for operators */
export function subjectOfMessage(message: WebhookMessage): string {
  if ('backlog' in message) return message.volume.tenantId;
  return 'deliveryId' in message ? message.deliveryId : message.endpointId;
}
