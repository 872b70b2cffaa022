// Use case: erases a session's personal data from every copy. The session's object is erased first,
// and keeps an alarm until the list row and events have been erased as well.
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import type { Principal } from '../../verification/customer.ts';
import { eraseAsTenant } from '../../verification/backend-session.ts';
import { consumeSessionEvents } from '../webhooks/consume-events.ts';

/**
 * Erases the session. Afterwards, its token no longer gives access to any data, even if this
 * function returns false. A repeated request returns the same response for a day.
 * @returns false when the database is unavailable: the remaining copies are erased once it is
 *   available again
 * @throws AppError NOT_FOUND, CONFLICT while the session runs
 */
export async function eraseSession(
  ctx: Context,
  principal: Principal,
  token: string,
): Promise<boolean> {
  const events = await eraseAsTenant(ctx, principal, token);
  try {
    if (events.length > 0) await consumeSessionEvents(ctx, events);
    return true;
  } catch (error) {
    logIncident('erasure_waits', { error: error instanceof Error ? error.name : 'unknown' });
    return false;
  }
}
