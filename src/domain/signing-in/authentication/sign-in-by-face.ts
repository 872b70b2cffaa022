// Sign-in by face on a trusted device (D-99). The device's cookie identifies the expected face, a
// live check captures a face, and signing in requires both. A check is valid once, only on the
// device where it began, and only until the next check begins there.
import type { Context } from '../../../context.ts';
import { parseToken } from '../../../crypto/capability-token.ts';
import { compareFace, useOfFace } from '../../faces/face-templates/account-face.ts';
import { recordAttempt } from '../../accounts/login-history/login-history.ts';
import { prepareNotice } from '../../accounts/notifications/notification.ts';
import type { WithSession } from '../sessions/sign-in.ts';
import type { AuthorizationRequest } from '../../openid/grants/authorization-request.ts';
import { parseEmailAddress } from '../../terms/email-address.ts';
import { allowsFace, AMR_FACE } from '../../terms/authentication.ts';
import type { Visitor } from '../../terms/visitor.ts';
import {
  countCheck,
  findFaceDevice,
  useOfCheck,
} from '../../accounts/trusted-devices/trusted-device.ts';
import type { FaceDevice } from '../../accounts/trusted-devices/device.ts';
import { beginBoundFaceCheck, takeFace } from '../../verification/begin-face-check.ts';
import { firstPartyPrincipal } from '../../verification/first-party-principal.ts';
import { completeSignIn, type SignInCookies, type SignInOutcome } from './complete-sign-in.ts';

/** A site's requirements for who signs in and how. */
type Wanted = Pick<AuthorizationRequest, 'subject' | 'loginHint' | 'acrValues' | 'refusesFace'>;

/**
 * Finds the person to whom the sign-in page can offer sign-in by face.
 * @returns only the first letter of the name or address and an ellipsis, because a passer-by can
 *   read the page; undefined when there is nothing to offer: no trusted device, no enrolled face,
 *   no face Worker, too many failures, or a site that requires a different person or method
 */
export async function offerFace(
  ctx: Context,
  cookie: string | undefined,
  wanted: Wanted = {},
): Promise<{ maskedName: string } | undefined> {
  if (!allowsFace(wanted)) return undefined;
  const found = await findUsable(ctx, cookie);
  return found && isWanted(found, wanted) ? { maskedName: mask(found.account) } : undefined;
}

function isWanted({ account }: FaceDevice, { subject, loginHint }: Wanted): boolean {
  if (subject !== undefined) return subject === account.subject;
  if (loginHint === undefined) return true;
  const email = parseEmailAddress(loginHint)?.normalized;
  return email !== undefined && email === account.emailNormalized;
}

async function findUsable(
  ctx: Context,
  cookie: string | undefined,
): Promise<FaceDevice | undefined> {
  if (ctx.face === undefined || cookie === undefined) return undefined;
  const found = await findFaceDevice(ctx, cookie);
  const isUsable = found?.blockedUntilMs === undefined && found?.account.status !== 'suspended';
  return isUsable ? found : undefined;
}

function mask({ displayName, email }: FaceDevice['account']): string {
  const [first = ''] = Array.from(displayName ?? email ?? '');
  return `${first.toUpperCase()}…`;
}

/**
 * @param visit.returnPath a path of this service; `status` and `token` are added to its query
 * @returns the URL of the page to open, and the session's cookie; undefined when sign-in by face is
 *   no longer possible
 */
export async function beginFaceSignIn(
  ctx: Context,
  cookie: string | undefined,
  { returnPath, locale }: { returnPath: string; locale: string },
) {
  const found = await findUsable(ctx, cookie);
  if (found === undefined) return undefined;
  const begun = await beginBoundFaceCheck(ctx, firstPartyPrincipal(ctx), {
    use: 'verify',
    userId: found.account.subject,
    callbackUrl: `${ctx.config.baseUrl}${returnPath}`,
    locale,
  });
  // The check is counted after its session begins, because the count records the session's id: a
  // session that is not counted cannot sign anyone in.
  return (await countCheck(ctx, found.device.id, begun.sessionId)) ? begun : undefined;
}

type FaceSignInOutcome =
  | SignInOutcome
  /** `outdated`: the face was enrolled with a different model, so it cannot be compared. */
  | { ok: false; reason: 'other_face' | 'not_passed' | 'canceled' | 'outdated' };

/**
 * Finishes the sign-in after the person has returned from the face check, and cancels a requested
 * deletion. A lockout affects only passwords (D-62), so it does not prevent a sign-in by face.
 * @param token `xtk_…` from the query
 * @returns `invalid` for a browser that is not trusted or no longer trusted, and for a check that
 *   began in a different browser, has been used, or has been replaced by a newer check
 */
export async function finishFaceSignIn(
  ctx: Context,
  { token, visitor, ...cookies }: SignInCookies & { token: string; visitor: Visitor },
): Promise<FaceSignInOutcome> {
  const found = await findFaceDevice(ctx, cookies.trustedDevice);
  if (found?.checkId === undefined || parseToken(token)?.objectId !== found.checkId)
    return { ok: false, reason: 'invalid' };
  const { account, face } = found;
  const fail = async (reason: 'not_passed' | 'other_face'): Promise<FaceSignInOutcome> => {
    await recordAttempt(ctx, account.id, { method: 'face', outcome: 'failed', ...visitor });
    return { ok: false, reason };
  };
  const claim = { use: 'verify', userId: account.subject } as const;
  const taken = await takeFace(ctx, firstPartyPrincipal(ctx), token, claim);
  if (taken.status === 'canceled') return { ok: false, reason: 'canceled' };
  if (taken.status === 'gone') return { ok: false, reason: 'invalid' };
  if (taken.status !== 'success') return fail('not_passed');
  const compared = await compareFace(ctx, face, taken.face);
  if (compared === 'outdated') return { ok: false, reason: 'outdated' };
  // An inconclusive comparison may succeed in another check. The page suggests trying again, as it
  // does for a face that does not match.
  if (compared !== 'same') return fail('other_face');
  return completeSignIn(ctx, account, {
    method: 'face',
    amr: AMR_FACE,
    visitor,
    ...cookies,
    uses: useOfCheck(ctx, found),
    traces: tracesOf(ctx, found, visitor),
  });
}

/**
 * Prepares the record of the face's use and, if the face is used on this device for the first time,
 * an email notice.
 */
function tracesOf(
  ctx: Context,
  { device, account, face }: FaceDevice,
  visitor: Visitor,
): WithSession {
  const used = useOfFace(ctx, face);
  if (device.lastUsedAtMs !== undefined) return { statements: [used], announce: () => undefined };
  const details = { device: visitor.device, place: visitor.place ?? '' };
  const notice = prepareNotice(
    ctx,
    account,
    { type: 'face_first_used', details },
    { ofChange: true },
  );
  return { statements: [used, ...notice.statements], announce: notice.announce };
}
