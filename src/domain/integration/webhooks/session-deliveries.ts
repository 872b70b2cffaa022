// Use case: reads the webhook deliveries of one session and their attempts.
import type { Context } from '../../../context.ts';
import { ledgerAt, listVolumeRefs } from '../../platform/ledgers/volume-refs.ts';
import { presentFile } from './present-delivery.ts';
import type { SessionDelivery } from './session-delivery.ts';

/** @returns the deliveries in order of creation */
export async function readSessionDeliveries(
  ctx: Context,
  tenantId: string,
  sessionId: string,
): Promise<SessionDelivery[]> {
  const volumes = await listVolumeRefs(ctx, tenantId);
  const files = await Promise.all(
    volumes.map((volume) => ledgerAt(ctx, volume).listOfSession(sessionId)),
  );
  return files
    .flat()
    .map((file) => presentFile(tenantId, file))
    .toSorted((one, other) => one.delivery.createdAtMs - other.delivery.createdAtMs)
    .map(({ delivery, attempts }) => ({
      id: delivery.id,
      endpointId: delivery.endpointId,
      eventId: delivery.eventId,
      eventType: delivery.eventType,
      state: delivery.state,
      attempts: attempts.map(({ url: _url, answer: _answer, ...attempt }) => attempt),
    }));
}
