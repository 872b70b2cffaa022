// Prepares ledger work for recording events that do not come from a session. The work is written in
// the same transaction as the change that the events report.
import type { Context } from '../../../context.ts';
import type { WebhookEvent } from './event.ts';
import { readForEvents } from './event-store.ts';
import type { OwnedWork } from './ledger-work.ts';
import { ownEvents } from './record-events.ts';

/**
 * @returns one piece of work per event, which records the event with its deliveries; its `subject`
 *   is the face challenge that the event is about
 */
export async function workOfEvents(
  ctx: Context,
  events: readonly WebhookEvent[],
): Promise<OwnedWork[]> {
  const tenantIds = [...new Set(events.map(({ tenantId }) => tenantId))];
  const { endpoints, begunAfter } = await readForEvents(ctx.db, tenantIds);
  return Promise.all(
    events.map(async (event) => ({
      tenantId: event.tenantId,
      subject: event.sessionId,
      work: {
        kind: 'record' as const,
        begunAfter,
        owned: await ownEvents(ctx, [event], endpoints),
      },
    })),
  );
}
