// Asks the owner of an account to show the enrolled face, because a site requires this of anyone
// who passes its check with the account's age (D-104). The face is checked live at the edge, and a
// match is recorded in the sign-in session.
import type { Context } from '../../../context.ts';
import {
  compareFace,
  readAccountFace,
  useOfFace,
} from '../../faces/face-templates/account-face.ts';
import { readCurrentModel } from '../../faces/face-templates/current-model.ts';
import { recordAttempt } from '../../accounts/login-history/login-history.ts';
import type { SignIn } from '../sessions/session.ts';
import { noteFaceShown } from '../sessions/store.ts';
import { countAgainst } from '../../terms/guess-limits.ts';
import type { Visitor } from '../../terms/visitor.ts';
import { beginBoundFaceCheck, takeFace } from '../../verification/begin-face-check.ts';
import { firstPartyPrincipal } from '../../verification/first-party-principal.ts';

/**
 * @returns false when a comparison is impossible: the account has no face or a face from a
 *   different model, or there is no face Worker
 */
export async function canShowFace(ctx: Context, { account }: SignIn): Promise<boolean> {
  if (ctx.face === undefined) return false;
  const face = await readAccountFace(ctx, account.id);
  if (face === undefined) return false;
  const model = await readCurrentModel(ctx);
  return model === undefined || model === face.model;
}

/**
 * @param visit.returnPath a path of this service; `status` and `token` are added to its query
 * @returns the URL of the page to open, and the session's cookie; undefined when canShowFace is
 *   false
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function beginShowingFace(
  ctx: Context,
  signIn: SignIn,
  { returnPath, locale }: { returnPath: string; locale: string },
) {
  if (!(await canShowFace(ctx, signIn))) return undefined;
  const { id, subject } = signIn.account;
  await countAgainst(ctx, [ctx.config.guessLimits.faceShown, `${id}`]);
  return beginBoundFaceCheck(ctx, firstPartyPrincipal(ctx), {
    use: 'verify',
    userId: subject,
    callbackUrl: `${ctx.config.baseUrl}${returnPath}`,
    locale,
  });
}

/**
 * Finishes the check after the person has returned from its page. This works only once.
 * @param token `xtk_…` from the query
 */
export async function finishShowingFace(
  ctx: Context,
  { account, session }: SignIn,
  { token, visitor }: { token: string; visitor: Visitor },
): Promise<'shown' | 'failed' | 'canceled'> {
  const claim = { use: 'verify', userId: account.subject } as const;
  const taken = await takeFace(ctx, firstPartyPrincipal(ctx), token, claim);
  if (taken.status === 'canceled') return 'canceled';
  if (taken.status !== 'success') return 'failed';
  const face = await readAccountFace(ctx, account.id);
  const compared = face && (await compareFace(ctx, face, taken.face));
  if (face !== undefined && compared === 'same') {
    const shown = { accountId: account.id, id: session.id, nowMs: ctx.now() };
    return (await noteFaceShown(ctx.db, shown, [useOfFace(ctx, face)])) ? 'shown' : 'failed';
  }
  if (compared === 'other' || compared === 'unclear')
    await recordAttempt(ctx, account.id, { method: 'face', outcome: 'failed', ...visitor });
  return 'failed';
}
