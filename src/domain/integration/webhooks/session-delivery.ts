// Plain data: a delivery as the page of a session shows it.
import type { Attempt, Delivery } from './delivery.ts';

export interface SessionDelivery extends Pick<
  Delivery,
  'id' | 'endpointId' | 'eventId' | 'eventType' | 'state'
> {
  /** The attempts in order, without response bodies, which only the delivery resource contains. */
  attempts: Pick<Attempt, 'number' | 'atMs' | 'durationMs' | 'status' | 'failure'>[];
}
