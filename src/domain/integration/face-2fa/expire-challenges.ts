// Use cases for challenges that nobody answered in time. The end of a challenge and the work that
// records its event are written in one transaction. Challenges of erased people are skipped, and a
// challenge that has already ended keeps its end.
import type { Context } from '../../../context.ts';
import { prepareWork } from '../webhooks/ledger-work.ts';
import { workOfEvents } from '../webhooks/own-events.ts';
import { eventOfEnd } from './challenge-event.ts';
import type { FaceChallenge } from './challenge.ts';
import { hasExpired, listDue, writeExpiry } from './store.ts';

/**
 * The number of challenges per slice. Each may belong to a different customer, and one statement
 * needs a parameter for each customer; D1 allows a hundred parameters.
 */
const SLICE = 90;
const SLICES_PER_RUN = 10;

/**
 * Expires challenges that are overdue. Called by cron.
 * @throws any error from D1 or the queue; the next run continues
 */
export async function expireFaceChallenges(ctx: Context): Promise<void> {
  const nowMs = ctx.now();
  for (let slice = 0; slice < SLICES_PER_RUN; slice += 1) {
    const due = await listDue(ctx.db, nowMs, SLICE);
    if (due.length > 0) await expire(ctx, due, nowMs);
    if (due.length < SLICE) return;
  }
}

/**
 * Expires the challenge of a check that timed out.
 * @param atMs when the check expired
 * @throws any error from D1 or the queue; repeating the call has no effect
 */
export async function expireChallenge(
  ctx: Context,
  challenge: FaceChallenge,
  atMs: number,
): Promise<void> {
  const expiresAtMs = Math.min(challenge.expiresAtMs, atMs);
  await expire(ctx, [{ ...challenge, expiresAtMs }], atMs);
}

async function expire(
  ctx: Context,
  challenges: readonly FaceChallenge[],
  atMs: number,
): Promise<void> {
  const nowMs = Math.max(ctx.now(), atMs);
  const events = await Promise.all(challenges.map((challenge) => eventOfEnd(challenge, nowMs)));
  const { statement, performWritten } = prepareWork(
    ctx,
    await workOfEvents(ctx, events),
    hasExpired,
  );
  await writeExpiry(ctx.db, challenges, atMs, [statement]);
  await performWritten();
}
