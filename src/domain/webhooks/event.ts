// Webhook events as data: types of events, their ids and their bodies (D-23). Pure.
import { sha256Hex } from '../../crypto/hash.ts';
import type { FinalStatus } from '../verification/rules/machine.ts';
import type { ResultObject } from '../verification/present-result.ts';

export const EVENT_TYPES = [
  'session.success',
  'session.failed',
  'session.canceled',
  'session.expired',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The body's own version: what `data` looks like. */
const BODY_VERSION = '2026-08-13';

export interface WebhookEvent {
  /** `evt_…` */
  id: string;
  tenantId: string;
  test: boolean;
  type: EventType;
  /** Absent for an event that only tries an endpoint. */
  sessionId?: string;
  /** The event's number within its session. */
  position: number;
  /** JSON, exactly as it is signed and sent. */
  body: string;
  createdAtMs: number;
}

export const eventTypeOf = (status: FinalStatus): EventType => `session.${status}`;

/** The same for a repeated message of the same change, so that it is sent once. */
export async function sessionEventId(sessionId: string, version: number): Promise<string> {
  return `evt_${(await sha256Hex(`${sessionId}:${version}`)).slice(0, 32)}`;
}

export async function deliveryIdOf(eventId: string, endpointId: string): Promise<string> {
  return `dlv_${(await sha256Hex(`${eventId}:${endpointId}`)).slice(0, 32)}`;
}

/** @param data exactly what GET /verify/v1/result answers */
export function eventBody(
  id: string,
  type: EventType,
  createdAtMs: number,
  data: ResultObject,
): string {
  const created = Math.floor(createdAtMs / 1000);
  return JSON.stringify({ id, type, api_version: BODY_VERSION, created, data });
}
