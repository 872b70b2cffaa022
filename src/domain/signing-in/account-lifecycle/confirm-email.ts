// Confirms an email address via the link in an email. Pressing a button on the page confirms the
// address; opening the page does not, since mail scanners open links. The link proves only that the
// email arrived at the address: an attacker could enter a victim's address and wait for the victim
// to press the button, so the button requires additional proof (demandOf).
import type { Context } from '../../../context.ts';
import { checkPassword } from '../../../crypto/password.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { confirmEmailChange, type EmailChangeOutcome } from '../email-changes/email-change.ts';
import { AMR_PASSWORD } from '../../terms/authentication.ts';
import type { Session } from '../sessions/session.ts';
import type { Visitor } from '../../terms/visitor.ts';
import { toAccount, type Account } from '../../accounts/account.ts';
import { completeSignIn, type ProvenSignIn } from '../authentication/complete-sign-in.ts';
import { createAccount } from '../../accounts/create-account.ts';
import { findRowByEmail } from '../../accounts/store.ts';
import { countAgainst } from '../../terms/guess-limits.ts';
import {
  readDoneMailLink,
  readMailLink,
  useMailLink,
  type SignUpPurpose,
} from '../../platform/mail/mail-link.ts';

interface EmailConfirmation {
  /** The token from the link, `xml_…`. */
  token: string;
  visitor: Visitor;
  /** The secrets that only this browser knows, as in NewSignUp; a browser may have several. */
  browsers?: readonly string[];
  /** The password chosen at sign-up, if the page asked for it. */
  password?: string | undefined;
  /** The account that the browser is signed in to. */
  accountId?: number | undefined;
  /** The account cookie that the browser sent. */
  replaces?: string | undefined;
  knownDevice?: string | undefined;
}

export type EmailConfirmed =
  /** The account has been created and the browser is signed in; the caller must set the cookies. */
  | {
      ok: true;
      kind: 'signed_up';
      account: Account;
      session: Session;
      cookie: string;
      fedcmCookie: string;
      knownDevice?: string;
      continueTo?: string;
    }
  | { ok: true; kind: 'mail_changed'; email: string }
  | { ok: true; kind: 'mail_half_confirmed'; waitingFor: 'old' | 'new' }
  /**
   * `taken`: another account has since taken the address. `used_link`: the link has already been
   * used. A missing or wrong proof leaves the link usable.
   */
  | {
      ok: false;
      reason:
        | 'invalid_link'
        | 'used_link'
        | 'taken'
        | 'password_missing'
        | 'password_wrong'
        | 'sign_in_missing';
    };

/** The proof that a link requires in addition to the button. */
type LinkDemand = 'password' | 'sign_in' | 'nothing';

/**
 * @throws AppError UNAVAILABLE while another request is using the link; TOO_MANY_REQUESTS after too
 *   many password guesses for the link
 */
export async function confirmEmail(
  ctx: Context,
  { token, visitor, replaces, knownDevice, password, ...holder }: EmailConfirmation,
): Promise<EmailConfirmed> {
  const demand = await demandOf(ctx, token, holder);
  if (demand === 'sign_in') return { ok: false, reason: 'sign_in_missing' };
  if (demand === 'password') {
    if (password === undefined) return { ok: false, reason: 'password_missing' };
    if (!(await knowsPassword(ctx, token, password)))
      return { ok: false, reason: 'password_wrong' };
  }
  const proven = { method: 'password', amr: AMR_PASSWORD, visitor, replaces, knownDevice } as const;
  const confirmed = await useMailLink(ctx, token, ['sign_up', 'mail_change'], {
    work: async (purpose): Promise<EmailConfirmed> =>
      purpose.kind === 'mail_change'
        ? toConfirmed(await confirmEmailChange(ctx, purpose))
        : signUp(ctx, purpose, proven),
    isDone: ({ ok }) => ok,
  });
  if (confirmed !== undefined) return confirmed;
  const isUsed = (await readDoneMailLink(ctx, token)) !== undefined;
  return { ok: false, reason: isUsed ? 'used_link' : 'invalid_link' };
}

/**
 * Creates the account and signs the browser in. If the sign-in fails, the account still exists, and
 * its owner can sign in with the password.
 */
async function signUp(
  ctx: Context,
  purpose: SignUpPurpose,
  proven: ProvenSignIn,
): Promise<EmailConfirmed> {
  const { email, emailNormalized, passwordHash, displayName, locale, continueTo } = purpose;
  const credentials = { email, emailNormalized, passwordHash };
  const account =
    (await createAccount(ctx, { credentials, displayName, locale })) ??
    (await findMade(ctx, purpose));
  if (account === undefined) return { ok: false, reason: 'taken' };
  const signedIn = await completeSignIn(ctx, account, proven);
  if (!signedIn.ok) return { ok: false, reason: 'invalid_link' };
  return { ...signedIn, kind: 'signed_up', ...(continueTo !== undefined && { continueTo }) };
}

/**
 * Finds the account that this link created earlier, in case the response was lost. The password
 * hash identifies it: no other account has the same hash.
 */
async function findMade(
  ctx: Context,
  { emailNormalized, passwordHash }: SignUpPurpose,
): Promise<Account | undefined> {
  const row = await findRowByEmail(ctx.db, emailNormalized);
  return row?.password_hash === passwordHash ? toAccount(row, ctx.now()) : undefined;
}

/**
 * Determines the proof that a link requires, without consuming the link. A link that creates an
 * account requires the password chosen at sign-up, except in the browser where the sign-up form was
 * submitted. A link sent to the new address of an email change requires a browser that is signed in
 * to the account whose address changes.
 */
export async function demandOf(
  ctx: Context,
  token: string,
  { browsers = [], accountId }: Pick<EmailConfirmation, 'browsers' | 'accountId'>,
): Promise<LinkDemand> {
  const purpose = await readMailLink(ctx, token);
  if (purpose?.kind === 'mail_change')
    return purpose.side === 'new' && purpose.accountId !== accountId ? 'sign_in' : 'nothing';
  if (purpose?.kind !== 'sign_up') return 'nothing';
  const known = await Promise.all(browsers.map((browser) => sha256Hex(browser)));
  const isHere = purpose.browserHash !== undefined && known.includes(purpose.browserHash);
  return isHere ? 'nothing' : 'password';
}

/** @throws AppError TOO_MANY_REQUESTS after too many guesses for one link */
async function knowsPassword(ctx: Context, token: string, password: string): Promise<boolean> {
  const purpose = await readMailLink(ctx, token);
  if (purpose?.kind !== 'sign_up') return true;
  const { signIn } = ctx.config.guessLimits;
  await countAgainst(ctx, [{ ...signIn, policy: 'sign-up-link' }, token]);
  return (await checkPassword(password, purpose.passwordHash)).ok;
}

function toConfirmed(outcome: EmailChangeOutcome): EmailConfirmed {
  if (!outcome.ok) return outcome;
  return outcome.done
    ? { ok: true, kind: 'mail_changed', email: outcome.email }
    : { ok: true, kind: 'mail_half_confirmed', waitingFor: outcome.waitingFor };
}
