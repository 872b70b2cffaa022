// Webhook events as data: ids and bodies (D-23). Pure.
import { sha256Hex } from '../../../crypto/hash.ts';
import type { FaceChallengeObject } from '../face-2fa/present-challenge.ts';
import type { ResultObject } from '../../verification/present-result.ts';
import type { EventType } from './event-types.ts';

/** The version of the format of `data`, sent in the body as `api_version`. */
const BODY_VERSION = '2026-08-13';

export interface WebhookEvent {
  /** The event's id, `evt_…`. */
  id: string;
  tenantId: string;
  test: boolean;
  type: EventType;
  /** The id of the session or face challenge; absent for a test event. */
  sessionId?: string;
  /** The event's number within its session or challenge. */
  position: number;
  /** The event's JSON, exactly as it is signed and sent. */
  body: string;
  createdAtMs: number;
}

/**
 * Derives an event's id from the session and its version, so that a redelivered message about the
 * same change does not create a second event.
 */
export async function sessionEventId(sessionId: string, version: number): Promise<string> {
  return `evt_${(await sha256Hex(`${sessionId}:${version}`)).slice(0, 32)}`;
}

export async function deliveryIdOf(eventId: string, endpointId: string): Promise<string> {
  return `dlv_${(await sha256Hex(`${eventId}:${endpointId}`)).slice(0, 32)}`;
}

/** @param data exactly what GET /verify/v1/result or GET /verify/v1/2fa/status returns */
export function eventBody(
  id: string,
  type: EventType,
  createdAtMs: number,
  data: ResultObject | FaceChallengeObject,
): string {
  const created = Math.floor(createdAtMs / 1000);
  return JSON.stringify({ id, type, api_version: BODY_VERSION, created, data });
}
