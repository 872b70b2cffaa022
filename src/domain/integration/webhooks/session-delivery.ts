// A delivery as a session's page shows it, as plain data.
import type { Attempt, Delivery } from './delivery.ts';

export interface SessionDelivery extends Pick<
  Delivery,
  'id' | 'endpointId' | 'eventId' | 'eventType' | 'state'
> {
  /** The attempts in order, without response bodies, which only the delivery resource contains. */
  attempts: Pick<Attempt, 'number' | 'atMs' | 'durationMs' | 'status' | 'failure'>[];
}
