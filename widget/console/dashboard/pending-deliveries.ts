// Determines whether the state of a session's deliveries can still change, and how soon to reload
// it. Pure.

/**
 * The reload interval while a member is waiting for a delivery: most receivers respond within this
 * time.
 */
export const DELIVERY_POLL_MS = 2_000;
/**
 * How long after a session has ended the page still waits for its first delivery. A fast receiver
 * has received its events well before then.
 */
const PATIENCE_MS = 60_000;

type Deliveries = readonly { state: 'pending' | 'delivered' | 'dead' }[];

interface Followed {
  completed_at?: string | undefined;
  deliveries: Deliveries;
}

export const hasPendingDeliveries = (deliveries: Deliveries): boolean =>
  deliveries.some(({ state }) => state === 'pending');

/** Whether no more changes to a watched session are expected soon. */
export function isSettled({ completed_at: at, deliveries }: Followed, nowMs: number): boolean {
  if (at === undefined || hasPendingDeliveries(deliveries)) return false;
  return deliveries.length > 0 || nowMs - Date.parse(at) > PATIENCE_MS;
}
