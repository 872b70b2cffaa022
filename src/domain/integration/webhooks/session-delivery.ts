// A delivery as the page of a session shows it, as data.
import type { Attempt, Delivery } from './delivery.ts';

export interface SessionDelivery extends Pick<
  Delivery,
  'id' | 'endpointId' | 'eventId' | 'eventType' | 'state'
> {
  /** In order, without response bodies: those are part of the delivery resource. */
  attempts: Pick<Attempt, 'number' | 'atMs' | 'durationMs' | 'status' | 'failure'>[];
}
