// Sessions that wait for a human of a customer who is gone: nobody can decide, so they end, and what was kept for that human with
// them (D-95).
import type { Context } from '../../context.ts';
import { listWaitingOfEnded } from './review-store.ts';

/** The next run takes others, by lot: those that cannot be reached stay, and would be in front of the rest. */
const MOST = 100;

/** A session that cannot be reached now is found again: its row says so until its end has arrived. */
export async function endReviewsOfEnded(ctx: Context): Promise<void> {
  const ids = await listWaitingOfEnded(ctx.db, MOST);
  const end = async (id: string): Promise<void> => ctx.objects.session(id)?.endReview();
  await Promise.allSettled(ids.map(end));
}
