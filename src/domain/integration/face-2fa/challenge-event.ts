// The event that reports the end of a challenge. Each challenge has only one such event; recording
// the event again has no effect.
import { eventBody, sessionEventId, type WebhookEvent } from '../webhooks/event.ts';
import { FACE_EVENT_TYPE } from '../webhooks/event-types.ts';
import type { FaceChallenge } from './challenge.ts';
import { presentChallenge } from './present-challenge.ts';

/**
 * @param challenge a challenge that has ended
 * @param nowMs the current time, at or after the end of the challenge
 */
export async function eventOfEnd(challenge: FaceChallenge, nowMs: number): Promise<WebhookEvent> {
  const { id: sessionId, tenantId, test } = challenge;
  const id = await sessionEventId(sessionId, 1);
  const type = FACE_EVENT_TYPE;
  const body = eventBody(id, type, nowMs, presentChallenge(challenge, nowMs));
  return { id, tenantId, test, type, body, sessionId, position: 1, createdAtMs: nowMs };
}
