// Ends sessions that are waiting for a reviewer although their customer has been deleted. Nobody
// can review them any more, and the data kept for the reviewer is deleted (D-95).
import type { Context } from '../../context.ts';
import { listWaitingOfEnded } from './review-store.ts';

/**
 * The maximum number of sessions per run. Each run picks sessions at random, so that unreachable
 * sessions do not block the rest.
 */
const MAX_PER_RUN = 100;

/**
 * Ends the waiting sessions of deleted customers. A session that cannot be reached now is found
 * again in a later run, because its row keeps its status until the end of the session has been
 * recorded.
 */
export async function endReviewsOfEnded(ctx: Context): Promise<void> {
  const ids = await listWaitingOfEnded(ctx.db, MAX_PER_RUN);
  const end = async (id: string): Promise<void> => ctx.objects.session(id)?.endReview();
  await Promise.allSettled(ids.map(end));
}
