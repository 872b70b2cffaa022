// SQL for the deliveries of one session.
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import {
  events,
  webhookAttempts,
  webhookDeliveries as deliveries,
} from '../../../db/schema/index.ts';
import { attemptsOf } from './attempt-store.ts';
import type { SessionDelivery } from './session-delivery.ts';

/** A delivery can be replayed without limit, so the timeline needs a limit. */
const MAX_ATTEMPTS = 500;

export const selectOfSession = (db: Database, tenantId: string, sessionId: string) =>
  db
    .select({ delivery: deliveries, eventType: events.type })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.event_id))
    .where(and(eq(deliveries.session_id, sessionId), eq(deliveries.tenant_id, tenantId)));

export const selectAttemptsOfSession = (db: Database, tenantId: string, sessionId: string) =>
  db
    .select()
    .from(webhookAttempts)
    .where(
      inArray(
        webhookAttempts.delivery_id,
        db
          .select({ id: deliveries.id })
          .from(deliveries)
          .where(and(eq(deliveries.session_id, sessionId), eq(deliveries.tenant_id, tenantId))),
      ),
    )
    .orderBy(asc(webhookAttempts.delivery_id), asc(webhookAttempts.number))
    .limit(MAX_ATTEMPTS);

export async function listOfSession(
  db: Database,
  tenantId: string,
  sessionId: string,
): Promise<SessionDelivery[]> {
  const [found, attempts] = await db.batch([
    selectOfSession(db, tenantId, sessionId),
    selectAttemptsOfSession(db, tenantId, sessionId),
  ]);
  const byDelivery = Map.groupBy(attempts, ({ delivery_id: id }) => id);
  return found.map(({ delivery, eventType }) => ({
    id: delivery.id,
    endpointId: delivery.endpoint_id,
    eventId: delivery.event_id,
    eventType,
    state: delivery.state,
    attempts: attemptsOf(delivery, byDelivery.get(delivery.id) ?? []).map(
      ({ url: _url, answer: _answer, ...attempt }) => attempt,
    ),
  }));
}
