// Use case: what was sent about one session, and what came of it.
import type { Context } from '../../context.ts';
import type { Attempt, Delivery } from './delivery.ts';
import { listOfSession } from './session-delivery-store.ts';

export interface SessionDelivery extends Pick<
  Delivery,
  'id' | 'endpointId' | 'eventId' | 'eventType' | 'state'
> {
  /** In order; what was answered stands with the delivery. */
  attempts: Pick<Attempt, 'number' | 'atMs' | 'durationMs' | 'status' | 'failure'>[];
}

export async function readSessionDeliveries(
  ctx: Context,
  tenantId: string,
  sessionId: string,
): Promise<SessionDelivery[]> {
  return listOfSession(ctx.db, tenantId, sessionId);
}
