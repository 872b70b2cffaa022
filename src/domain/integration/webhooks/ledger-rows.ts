// Events and deliveries as a ledger stores them (objects/ledger/tables.ts), with the parameters and
// results of its calls.
import { DAY_MS } from '../../../time/durations.ts';

export type DeliveryState = 'pending' | 'delivered' | 'dead';

export interface NewEventRow {
  id: string;
  type: string;
  session_id: string | null;
  position: number;
  body: string;
  /** 1 if personal data has been removed from the body. */
  redacted: 0 | 1;
  created_at_ms: number;
}

export interface NewDeliveryRow {
  id: string;
  event_id: string;
  endpoint_id: string;
  session_id: string | null;
  position: number;
  created_at_ms: number;
}

/** Events to record together with their deliveries. */
export interface NewEvents {
  events: readonly NewEventRow[];
  deliveries: readonly NewDeliveryRow[];
}

export interface DeliveryRow extends NewDeliveryRow {
  state: DeliveryState;
  attempts: number;
  round_attempts: number;
  round_started_ms: number;
  next_attempt_ms: number;
  leased_until_ms: number;
  finished_at_ms: number | null;
  delivered_by: string | null;
}

export interface AttemptRow {
  delivery_id: string;
  number: number;
  url: string;
  at_ms: number;
  duration_ms: number;
  status: number | null;
  failure: string | null;
  answer: string | null;
}

/** A delivery with the data that is displayed for it in lists. */
export interface DeliveryFile {
  delivery: DeliveryRow;
  type: string;
  body: string;
  /**
   * The attempts that have their own rows, in any order; `delivery.delivered_by` may contain one
   * more.
   */
  attempts: AttemptRow[];
}

/**
 * Events recorded before there were ledgers, with the sequence numbers that they had in the feed at
 * that time, and with their deliveries and attempts.
 */
export interface EarlierEvents {
  events: readonly (Omit<NewEventRow, 'redacted'> & { seq: number })[];
  deliveries: readonly DeliveryRow[];
  attempts: readonly AttemptRow[];
}

export interface DeliveryFilter {
  endpointId: string;
  state?: DeliveryState | undefined;
}

/** The new state of an endpoint, as reported to the object of a ledger volume. */
export type EndpointChange = 'enabled' | 'held' | 'disabled' | 'deleted';

/** How long an event can be read and replayed (D-27). */
export const EVENTS_KEPT_MS = 30 * DAY_MS;

/**
 * The JSON members that an erasure removes from an event's body, as paths for SQLite's
 * `json_remove`.
 */
export const PERSONAL_PATHS = [
  '$.data.external_user_id',
  '$.data.ip_country',
  '$.data.checks.document.document_type',
  '$.data.checks.document.country',
]
  .map((path) => `'${path}'`)
  .join(', ');
