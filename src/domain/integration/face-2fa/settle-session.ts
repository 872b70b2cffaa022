// Use case: ends a challenge when its face check has ended (D-98). The session's object resends its
// event until the challenge has been settled; handling an event again has no effect.
import type { Context } from '../../../context.ts';
import { confirmFace, readFace } from '../../verification/begin-face-check.ts';
import type { SessionEvent } from '../../verification/rules/session/result.ts';
import { challengeIdOf, type FaceChallenge } from './challenge.ts';
import { expireChallenge } from './expire-challenges.ts';
import { decide, sandboxVerdict, writeVerdict, type Verdict } from './settle-challenge.ts';
import { findChallenge } from './store.ts';

type Row = SessionEvent['row'];

/** @throws any error from D1 or the object, after which the event is delivered again */
export async function settleFaceSession(ctx: Context, { type, row }: SessionEvent): Promise<void> {
  if (type !== 'completed') return;
  const challenge = await findChallenge(ctx.db, row, challengeIdOf(row.id));
  // If the challenge is missing, its person has been erased, and the face is not used.
  if (challenge !== undefined && challenge.end === undefined) await settle(ctx, challenge, row);
  await confirmFace(ctx, row.id);
}

async function settle(ctx: Context, challenge: FaceChallenge, row: Row): Promise<void> {
  if (row.status === 'expired')
    return expireChallenge(ctx, challenge, row.completedAtMs ?? row.expiresAtMs);
  await writeVerdict(ctx, challenge, await verdictOf(ctx, challenge, row));
}

async function verdictOf(
  ctx: Context,
  challenge: FaceChallenge,
  { id, status, test, reason }: Row,
): Promise<Verdict> {
  if (status === 'canceled') return { end: { passed: false, reason: 'canceled' } };
  if (status !== 'success') {
    const why = reason === 'blacklist_match' ? 'blacklist_match' : 'liveness_failed';
    return { end: { passed: false, reason: why } };
  }
  // The customer settled a test session through the API, so there is no face.
  if (test && reason !== null) return sandboxVerdict(ctx, challenge, { passed: true });
  const face = await readFace(ctx, id);
  // The event arrived after the face had been discarded.
  if (face === undefined) return { end: { passed: false, reason: 'internal_error' } };
  const { isCompared: blocksFaces, residency, ...shown } = face;
  return decide(ctx, { ...challenge, blocksFaces, residency }, async () => ({
    ok: true,
    ...shown,
  }));
}
