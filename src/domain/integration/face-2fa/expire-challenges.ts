// Use cases of challenges that nobody answered in time: their end and its event are one transaction. Nothing comes of an erased
// person's, and one that has ended meanwhile keeps its end.
import type { Context } from '../../../context.ts';
import { prepareOwnEvents } from '../webhooks/record-events.ts';
import { eventOfEnd } from './challenge-event.ts';
import type { FaceChallenge } from './challenge.ts';
import { hasExpired, listDue, writeExpiry } from './store.ts';

/** Their customers are parameters of one statement, of which D1 takes a hundred. */
const SLICE = 90;
const SLICES_PER_RUN = 10;

/** By cron: those whose time is over. @throws what D1 and the queue throw: the next run does the rest */
export async function expireFaceChallenges(ctx: Context): Promise<void> {
  const nowMs = ctx.now();
  for (let slice = 0; slice < SLICES_PER_RUN; slice += 1) {
    const due = await listDue(ctx.db, nowMs, SLICE);
    if (due.length > 0) await expire(ctx, due, nowMs);
    if (due.length < SLICE) return;
  }
}

/** Its check has run out of time. @param atMs when @throws what D1 and the queue throw; a repeat changes nothing */
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
  const { statements, announce } = await prepareOwnEvents(ctx, events, hasExpired);
  await writeExpiry(ctx.db, challenges, atMs, statements);
  await announce();
}
