// How soon is asked again for what is being sent to an endpoint. Pure.

/** Whoever sent it is watching, and most receivers answer within this time. */
export const ON_ITS_WAY_MS = 2_000;
/** Events that a quick receiver gets are there long before. */
const PATIENCE_MS = 60_000;

type Deliveries = readonly { state: 'pending' | 'delivered' | 'dead' }[];

interface Followed {
  completed_at?: string | undefined;
  deliveries: Deliveries;
}

export const areOnTheirWay = (deliveries: Deliveries): boolean =>
  deliveries.some(({ state }) => state === 'pending');

/** Of a session that is followed: whether nothing more will change soon. */
export function isStill({ completed_at: at, deliveries }: Followed, nowMs: number): boolean {
  if (at === undefined || areOnTheirWay(deliveries)) return false;
  return deliveries.length > 0 || nowMs - Date.parse(at) > PATIENCE_MS;
}
