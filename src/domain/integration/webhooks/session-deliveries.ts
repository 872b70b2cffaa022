// Use case: the webhook deliveries of one session and their attempts.
import type { Context } from '../../../context.ts';
import type { Attempt, Delivery } from './delivery.ts';
import { listOfSession } from './session-delivery-store.ts';

export interface SessionDelivery extends Pick<
  Delivery,
  'id' | 'endpointId' | 'eventId' | 'eventType' | 'state'
> {
  /** In order, without response bodies: those are part of the delivery resource. */
  attempts: Pick<Attempt, 'number' | 'atMs' | 'durationMs' | 'status' | 'failure'>[];
}

export async function readSessionDeliveries(
  ctx: Context,
  tenantId: string,
  sessionId: string,
): Promise<SessionDelivery[]> {
  return listOfSession(ctx.db, tenantId, sessionId);
}
