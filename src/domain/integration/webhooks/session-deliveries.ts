// Use case: the webhook deliveries of one session and their attempts.
import type { Context } from '../../../context.ts';
import { listOfSession } from './session-delivery-store.ts';
import type { SessionDelivery } from './session-delivery.ts';

export async function readSessionDeliveries(
  ctx: Context,
  tenantId: string,
  sessionId: string,
): Promise<SessionDelivery[]> {
  return listOfSession(ctx.db, tenantId, sessionId);
}
