import type { Account } from '../../../src/domain/accounts/account.ts';
import { runTogether } from '../../../src/db/run-together.ts';
import { prepareFace } from '../../../src/domain/faces/face-templates/account-face.ts';
import { sessionLives } from '../../../src/domain/signing-in/sessions/store.ts';
import { makeContext } from '../installation/context.ts';
import { seeFace } from '../visitor/scripted-face.ts';

/**
 * Stores a face in the account without a check.
 * @param sessionId an existing session
 */
export async function keepFace({ id }: Account, sessionId: string, person = 'Ada'): Promise<void> {
  const ctx = makeContext();
  const { descriptor } = seeFace({ yaw: 0, pitch: 0, person });
  const face = { descriptor, model: 'scripted', consent: { notice: '4', atMs: Date.now() } };
  const { statement } = await prepareFace(ctx, id, face, sessionLives(id, sessionId));
  await runTogether(ctx.db, [statement]);
}
