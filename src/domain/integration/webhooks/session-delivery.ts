// A delivery as displayed on a session's page, as plain data.
import type { Attempt, Delivery } from './delivery.ts';

export interface SessionDelivery extends Pick<
  Delivery,
  'id' | 'endpointId' | 'eventId' | 'eventType' | 'state'
> {
  /** The attempts in order, without their URLs and response bodies. */
  attempts: Pick<Attempt, 'number' | 'atMs' | 'durationMs' | 'status' | 'failure'>[];
}
