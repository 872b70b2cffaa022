// Enrols the face of an account's owner (D-99): a face check runs in the signed-in browser, the new
// face replaces any earlier template, and the browser becomes a trusted device. Also deletes the
// face.
import type { Context } from '../../../context.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { forgetFace, prepareFace } from '../../faces/face-templates/account-face.ts';
import { prepareNotice } from '../../accounts/notifications/notification.ts';
import { requireFreshSignIn, type BrowserCookies } from '../sessions/sign-in.ts';
import type { SignIn } from '../sessions/session.ts';
import { sessionLives } from '../sessions/store.ts';
import type { Visitor } from '../../terms/visitor.ts';
import { prepareTrust, writeTrust } from '../../accounts/trusted-devices/trusted-device.ts';
import { beginBoundFaceCheck, takeFace } from '../../verification/begin-face-check.ts';
import { firstPartyPrincipal } from '../../verification/first-party-principal.ts';

interface FaceVisit {
  /** A path of this service; `status` and `token` are added to its query. */
  returnPath: string;
  /** A language that the pages support. */
  locale: string;
}

/**
 * @returns the URL of the page to open, and the session's cookie (http/auth/browser-cookie.ts)
 * @throws AppError FRESH_SIGN_IN_REQUIRED; UNAVAILABLE without a face Worker
 */
export function beginEnrolment(ctx: Context, signIn: SignIn, { returnPath, locale }: FaceVisit) {
  requireFreshSignIn(ctx, signIn);
  return beginBoundFaceCheck(ctx, firstPartyPrincipal(ctx), {
    use: 'enroll',
    userId: signIn.account.subject,
    callbackUrl: `${ctx.config.baseUrl}${returnPath}`,
    locale,
  });
}

type EnrolmentOutcome =
  /** `cookie`: the cookie of the trusted device. */
  { ok: true; cookie: string } | { ok: false; reason: 'failed' | 'canceled' };

/**
 * Finishes the enrolment once the person has returned from the face check. This works once, and
 * only for the account that began the enrolment.
 * @param token `xtk_…` from the query
 * @throws AppError FRESH_SIGN_IN_REQUIRED for a sign-in that was not fresh when the check began
 */
export async function finishEnrolment(
  ctx: Context,
  signIn: SignIn,
  {
    token,
    visitor,
    trustedDevice,
  }: Pick<BrowserCookies, 'trustedDevice'> & { token: string; visitor: Visitor },
): Promise<EnrolmentOutcome> {
  requireFreshSignIn(ctx, signIn, { graceMs: LIFETIMES.sessionMs });
  const { account, session } = signIn;
  const claim = { use: 'enroll', userId: account.subject } as const;
  const taken = await takeFace(ctx, firstPartyPrincipal(ctx), token, claim);
  if (taken.status !== 'success')
    return { ok: false, reason: taken.status === 'canceled' ? 'canceled' : 'failed' };
  const lives = sessionLives(account.id, session.id);
  const face = await prepareFace(ctx, account.id, taken.face, lives);
  const notice = prepareNotice(ctx, account, { type: 'face_enrolled' }, { ofChange: true });
  const trust = await prepareTrust(ctx, {
    accountId: account.id,
    sessionId: session.id,
    visitor,
    replaces: trustedDevice,
    behind: [],
  });
  if (!(await writeTrust(ctx, trust, [face.statement, ...notice.statements])))
    return { ok: false, reason: 'failed' };
  notice.announce();
  return { ok: true, cookie: trust.cookie };
}

/**
 * Deletes the face immediately. Unlike enrolment, deletion does not require a fresh sign-in.
 * Repeated calls are harmless.
 */
export async function deleteFace(ctx: Context, { account }: SignIn): Promise<void> {
  const notice = prepareNotice(ctx, account, { type: 'face_removed' }, { ofChange: true });
  if (await forgetFace(ctx, account.id, notice.statements)) notice.announce();
}
