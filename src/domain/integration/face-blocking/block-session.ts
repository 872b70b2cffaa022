// Use case: block the face that appeared in a check, while that face is kept (D-16, D-100).
import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { openKeptFace } from '../../verification/face-finding.ts';
import { resolveToken } from '../../verification/tokens.ts';
import { addEntry, newName, type Blocker, type BlockReason } from './block-face.ts';

/**
 * Blocks the face. A session has at most one entry, so repeating the call has no effect.
 * @param token `xtk_…` or `xit_…`
 * @throws AppError NOT_FOUND, including for a session of another customer or mode; CONFLICT while
 *   the session runs, and when the list is full; SESSION_HAS_NO_FACE_DATA;
 *   SESSION_FACE_DATA_EXPIRED
 */
export async function blockSession(
  ctx: Context,
  blocker: Blocker,
  token: string,
  why: BlockReason,
): Promise<void> {
  const { tenantId, test } = blocker;
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.readKeptFace({ ...access, tenantId, test });
  if (!answer.ok) throw notFound();
  const { id: sessionId, face } = answer.value;
  if (typeof face === 'string') throw refuse(face);
  const { model } = face;
  const descriptor = await openKeptFace(ctx, sessionId, face);
  const entry = { name: newName(), source: 'session' as const, sessionId, ...why };
  await addEntry(ctx, blocker, entry, { descriptor, model });
}

function refuse(why: 'unknown' | 'expired' | 'running'): AppError {
  switch (why) {
    case 'running':
      return new AppError('CONFLICT', 'This session is still running.');
    case 'unknown':
      return new AppError(
        'SESSION_HAS_NO_FACE_DATA',
        'No face of this session was kept: it showed none, or your settings did not keep faces when it began.',
      );
    case 'expired':
      return new AppError('SESSION_FACE_DATA_EXPIRED', 'The face of this session was deleted.');
  }
}
