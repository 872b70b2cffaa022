// A delivery as the page of a session shows it, as plain data.
import type { Attempt, Delivery } from './delivery.ts';

export interface SessionDelivery extends Pick<
  Delivery,
  'id' | 'endpointId' | 'eventId' | 'eventType' | 'state'
> {
  /** In order, without response bodies, which only the delivery resource has. */
  attempts: Pick<Attempt, 'number' | 'atMs' | 'durationMs' | 'status' | 'failure'>[];
}
