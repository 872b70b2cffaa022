// Use case: the end of a face check that a customer asked for becomes the end of its challenge (D-98). By the event that the
// session's object sends until this has been done; twice changes nothing.
import type { Context } from '../../../context.ts';
import { confirmFace, readFace } from '../../verification/begin-face-check.ts';
import type { SessionEvent } from '../../verification/rules/session/result.ts';
import { challengeIdOf, type FaceChallenge } from './challenge.ts';
import { expireChallenge } from './expire-challenges.ts';
import { decide, pretend, writeVerdict, type Verdict } from './settle-challenge.ts';
import { findChallenge } from './store.ts';

type Row = SessionEvent['row'];

/** @throws what D1 and the object throw: then the event comes again */
export async function settleFaceSession(ctx: Context, { type, row }: SessionEvent): Promise<void> {
  if (type !== 'completed') return;
  const challenge = await findChallenge(ctx.db, row, challengeIdOf(row.id));
  // Without one its person was erased: the face goes unused.
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
  // Settled by the customer: there was no face.
  if (test && reason !== null) return pretend(ctx, challenge, { passed: true });
  const face = await readFace(ctx, id);
  // It waited for longer than faces do.
  if (face === undefined) return { end: { passed: false, reason: 'internal_error' } };
  const { isCompared: blocksFaces, ...shown } = face;
  return decide(ctx, { ...challenge, blocksFaces }, async () => ({ ok: true, ...shown }));
}
