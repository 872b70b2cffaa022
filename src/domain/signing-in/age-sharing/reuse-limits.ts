// The limits on passing checks with an account's age (D-55): the owner must authenticate for every
// check, and the number of checks per day is limited. A check is counted against both limits before
// it passes, so that simultaneous checks cannot exceed them.
import type { Context } from '../../../context.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { AppError } from '../../../errors.ts';
import { hasShownFace, requireFreshSignIn } from '../sessions/sign-in.ts';
import type { SignIn } from '../sessions/session.ts';
import { countAgainst } from '../../terms/guess-limits.ts';
import { openedAtMs } from '../../verification/rules/age/account-age.ts';
import type { SessionRecord } from '../../verification/rules/session/session.ts';

interface CountedReuse {
  /** Reverses the count for a check that did not pass. */
  refund: () => Promise<void>;
}

/**
 * @throws AppError FRESH_SIGN_IN_REQUIRED unless the owner has used a passkey or the password since
 *   this check was opened; FACE_REQUIRED when the customer also requires the account's face, and
 *   the face has not been shown since then (D-104)
 */
export function requireGesture(ctx: Context, signIn: SignIn, check: SessionRecord): void {
  const { session } = signIn;
  requireFreshSignIn(ctx, signIn);
  if (session.authenticatedAtMs < openedAtMs(check)) throw gestureMissing();
  if (check.request.accept?.ownerFace === true && !hasShownFace(session, openedAtMs(check)))
    throw new AppError(
      'FACE_REQUIRED',
      'Please show the face of this account to answer this check.',
    );
}

/**
 * @throws AppError FRESH_SIGN_IN_REQUIRED when the owner's last authentication has already been
 *   used for a check; TOO_MANY_REQUESTS when a limit is exceeded
 */
export async function countReuse(
  ctx: Context,
  signIn: SignIn,
  check: SessionRecord,
): Promise<CountedReuse> {
  const { account, session } = signIn;
  const gesture = ctx.objects.rateLimiter(
    `age-reuse-gesture:${session.id}:${session.authenticatedAtMs}`,
  );
  const { allowed } = await gesture.count(1, LIFETIMES.freshSignInMs / 1000);
  if (!allowed) throw gestureMissing();
  const { ageReuse, ageReuseSite } = ctx.config.guessLimits;
  // The site's limit comes first, so that a site that sends too many requests does not use up the
  // person's limit for all sites.
  const counted = await countAgainst(
    ctx,
    [ageReuseSite, `${account.id}:${check.tenant.id}`],
    [ageReuse, `${account.id}`],
  );
  return {
    refund: async () => {
      await Promise.all([gesture.refund(), counted.refund()]);
    },
  };
}

const gestureMissing = (): AppError =>
  new AppError('FRESH_SIGN_IN_REQUIRED', 'Please sign in again to answer this check.');
