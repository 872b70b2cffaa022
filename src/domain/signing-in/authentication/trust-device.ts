// Makes the browser of a sign-in a trusted device (D-99). After a sign-in with a passkey, this
// happens immediately; after one with a password, a code from an email is also required, so that a
// stolen password is not enough. domain/accounts/trusted-devices defines what a trusted device is.
import type { Context } from '../../../context.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { deriveSecret } from '../../../crypto/capability-token.ts';
import { equalInConstantTime } from '../../../crypto/hash.ts';
import { randomBelow } from '../../../crypto/random.ts';
import { TRUST_CODE_TOKEN } from '../../../crypto/token-prefixes.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { prepareNotice } from '../../accounts/notifications/notification.ts';
import { requireFreshSignIn, type BrowserCookies } from '../sessions/sign-in.ts';
import type { SignIn } from '../sessions/session.ts';
import { isByPasskey } from '../../terms/authentication.ts';
import { countAgainst } from '../../terms/guess-limits.ts';
import { issueOneTimeToken, readOneTimeToken } from '../../terms/one-time-token.ts';
import type { Visitor } from '../../terms/visitor.ts';
import { prepareTrust, writeTrust } from '../../accounts/trusted-devices/trusted-device.ts';

const CODE_DIGITS = 6;
/** The maximum number of attempts to enter the code; there are a million possible codes. */
const CODE_TRIES = 5;

interface TrustingBrowser extends Pick<BrowserCookies, 'trustedDevice'> {
  visitor: Visitor;
}

type TrustOutcome =
  | { ok: true; cookie: string }
  /** `ended`: the session in which the person asked for trust has ended. */
  | { ok: false; reason: 'ended' };

/** A pending request to trust a browser, until its code is entered. */
interface PendingTrust {
  sessionId: string;
  /** An HMAC of the code under TOKEN_KEY: a code is too short for a plain hash. */
  proof: string;
}

/**
 * Requests trust for the browser.
 * @returns `code` with a token that the browser sends back together with the code from the email:
 *   the token is valid for 10 minutes and five attempts, and is replaced by any newer one
 * @throws AppError FRESH_SIGN_IN_REQUIRED; TOO_MANY_REQUESTS after too many emails to one recipient
 *   (D-51)
 */
export async function askToTrust(
  ctx: Context,
  signIn: SignIn,
  browser: TrustingBrowser,
): Promise<
  TrustOutcome | { ok: false; reason: 'code'; token: string } | { ok: false; reason: 'no_email' }
> {
  requireFreshSignIn(ctx, signIn);
  const { account, session } = signIn;
  if (isByPasskey(session.amr)) return trust(ctx, signIn, browser);
  const { email, emailNormalized, emailVerified, locale } = account;
  if (email === undefined || emailNormalized === undefined || !emailVerified)
    return { ok: false, reason: 'no_email' };
  await countAgainst(ctx, [ctx.config.guessLimits.mailRecipient, emailNormalized]);
  const code = String(randomBelow(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const asked: PendingTrust = {
    sessionId: session.id,
    proof: await proofOf(ctx, session.id, code),
  };
  const token = await issueOneTimeToken(ctx, {
    prefix: TRUST_CODE_TOKEN,
    payload: asked,
    lifetimeMs: LIFETIMES.trustCodeMs,
    name: `trust-code:${account.id}`,
    tries: CODE_TRIES,
  });
  await queueMail(ctx, { to: email, locale, template: 'trust_code', details: { code } });
  return { ok: false, reason: 'code', token };
}

/**
 * @param code as typed
 * @returns `wrong` for a wrong code, and also for a code that has been used, has expired, or
 *   belongs to a different session
 * @throws AppError FRESH_SIGN_IN_REQUIRED
 */
export async function trustByCode(
  ctx: Context,
  signIn: SignIn,
  { token, code, ...browser }: TrustingBrowser & { token: string; code: string },
): Promise<TrustOutcome | { ok: false; reason: 'wrong' }> {
  requireFreshSignIn(ctx, signIn);
  const access = (how: 'attempt' | 'redeem') => readOneTimeToken(ctx, TRUST_CODE_TOKEN, token, how);
  const asked = (await access('attempt')) as PendingTrust | undefined;
  const { id } = signIn.session;
  const proof = await proofOf(ctx, id, code.replaceAll(/\s/g, ''));
  const isRight = asked?.sessionId === id && equalInConstantTime(asked.proof, proof);
  if (!isRight || (await access('redeem')) === undefined) return { ok: false, reason: 'wrong' };
  return trust(ctx, signIn, browser);
}

async function trust(
  ctx: Context,
  { account, session }: SignIn,
  { visitor, trustedDevice }: TrustingBrowser,
): Promise<TrustOutcome> {
  const details = { device: visitor.device, place: visitor.place ?? '' };
  const notice = prepareNotice(
    ctx,
    account,
    { type: 'device_trusted', details },
    { ofChange: true },
  );
  const prepared = await prepareTrust(ctx, {
    accountId: account.id,
    sessionId: session.id,
    visitor,
    replaces: trustedDevice,
    behind: notice.statements,
  });
  if (!(await writeTrust(ctx, prepared))) return { ok: false, reason: 'ended' };
  notice.announce();
  return { ok: true, cookie: prepared.cookie };
}

const proofOf = async (ctx: Context, sessionId: string, code: string): Promise<string> =>
  deriveSecret(await ctx.tokenKey(), 'trust-code:', `${sessionId}:${code}`);
