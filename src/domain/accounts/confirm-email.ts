// Use case: a link from a mail that confirms an address. A page with a button calls it: opening the page alone must
// not, since mail scanners open links. A link that makes an account proves the mail address only. Who chose the account's
// password may be somebody else, who waits for the owner of the address to press the button: so the button works in the
// browser the password was typed into, and everywhere else for those who know it.
import type { Context } from '../../context.ts';
import { checkPassword } from '../../crypto/password.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { confirmEmailChange, type EmailChangeOutcome } from '../email-changes/email-change.ts';
import { AMR_PASSWORD } from '../sessions/authentication.ts';
import type { Session } from '../sessions/sign-in.ts';
import type { Visitor } from '../sessions/visitor.ts';
import type { Account } from './account.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { createAccount } from './create-account.ts';
import { countAgainst } from './guess-limits.ts';
import { readMailLink, redeemMailLink } from './mail-link.ts';

export interface EmailConfirmation {
  /** `xml_…` from the link. */
  token: string;
  visitor: Visitor;
  /** What only this browser knows, as with NewSignUp; a browser may know several. */
  browsers?: readonly string[];
  /** Of the sign-up, when it was asked for. */
  password?: string | undefined;
  /** The account cookie the browser came with. */
  replaces?: string | undefined;
}

export type EmailConfirmed =
  /** The account exists now and the browser is signed in: set the cookie. */
  | {
      ok: true;
      kind: 'signed_up';
      account: Account;
      session: Session;
      cookie: string;
      continueTo?: string;
    }
  | { ok: true; kind: 'mail_changed'; email: string }
  | { ok: true; kind: 'mail_half_confirmed'; waitingFor: 'old' | 'new' }
  /** `taken`: there is an account with that address by now. The link stays usable for want of a right password. */
  | { ok: false; reason: 'invalid_link' | 'taken' | 'password_missing' | 'password_wrong' };

export async function confirmEmail(
  ctx: Context,
  { token, visitor, replaces, browsers = [], password }: EmailConfirmation,
): Promise<EmailConfirmed> {
  if (await isPasswordNeeded(ctx, token, browsers)) {
    if (password === undefined) return { ok: false, reason: 'password_missing' };
    if (!(await knowsPassword(ctx, token, password)))
      return { ok: false, reason: 'password_wrong' };
  }
  const purpose = await redeemMailLink(ctx, token, ['sign_up', 'mail_change']);
  if (purpose === undefined) return { ok: false, reason: 'invalid_link' };
  if (purpose.kind === 'mail_change') return toConfirmed(await confirmEmailChange(ctx, purpose));
  const { email, emailNormalized, passwordHash, displayName, locale, continueTo } = purpose;
  const credentials = { email, emailNormalized, passwordHash };
  const account = await createAccount(ctx, { credentials, displayName, locale });
  if (account === undefined) return { ok: false, reason: 'taken' };
  const proven = { method: 'password', amr: AMR_PASSWORD, visitor, replaces } as const;
  const signedIn = await completeSignIn(ctx, account, proven);
  if (!signedIn.ok) return { ok: false, reason: 'invalid_link' };
  return { ...signedIn, kind: 'signed_up', ...(continueTo !== undefined && { continueTo }) };
}

/** Whether a link makes an account whose password was typed into another browser. Uses nothing up. */
export async function isPasswordNeeded(
  ctx: Context,
  token: string,
  browsers: readonly string[],
): Promise<boolean> {
  const purpose = await readMailLink(ctx, token);
  if (purpose?.kind !== 'sign_up') return false;
  const known = await Promise.all(browsers.map((browser) => sha256Hex(browser)));
  return purpose.browserHash === undefined || !known.includes(purpose.browserHash);
}

/** @throws AppError TOO_MANY_REQUESTS after guesses at one address */
async function knowsPassword(ctx: Context, token: string, password: string): Promise<boolean> {
  const purpose = await readMailLink(ctx, token);
  if (purpose?.kind !== 'sign_up') return true;
  const { signIn } = ctx.config.guessLimits;
  await countAgainst(ctx, { ...signIn, policy: 'sign-up-link' }, await sha256Hex(token));
  return (await checkPassword(password, purpose.passwordHash)).ok;
}

function toConfirmed(outcome: EmailChangeOutcome): EmailConfirmed {
  if (!outcome.ok) return outcome;
  return outcome.done
    ? { ok: true, kind: 'mail_changed', email: outcome.email }
    : { ok: true, kind: 'mail_half_confirmed', waitingFor: outcome.waitingFor };
}
