// Sign-up with email address and password. The account exists only once the address is confirmed,
// so nobody can claim someone else's address, and no response reveals whether an address has an
// account.
import type { Context } from '../../../context.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { hashPassword } from '../../../crypto/password.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { matchLocale } from '../../terms/locale.ts';
import { parseDisplayName } from '../../terms/display-name.ts';
import { parseEmailAddress, type EmailAddress } from '../../terms/email-address.ts';
import { counterOfAddress, countAgainst } from '../../terms/guess-limits.ts';
import { issueMailLink } from '../../platform/mail/mail-link.ts';
import { findPasswordFault, type PasswordFault } from '../../terms/password-policy.ts';
import { findRowByEmail } from '../../accounts/store.ts';

export interface NewSignUp {
  email: string;
  password: string;
  displayName?: string | undefined;
  /** The language of the emails, as a BCP 47 tag. */
  locale: string;
  /** The visitor's IP address, for rate limits. */
  ip?: string | undefined;
  /**
   * A secret that only this browser knows; in this browser, the link in the email requires no
   * password (confirm-email.ts).
   */
  browser?: string | undefined;
  /**
   * A path of this service to redirect to once the address is confirmed; checked by the caller.
   */
  continueTo?: string | undefined;
}

/** The faults of a submitted sign-up form, by field. */
export interface SignUpFaults {
  email?: 'invalid';
  password?: PasswordFault;
  displayName?: 'invalid';
}

/**
 * Always sends an email: a link that creates the account (`/mail/confirm?token=xml_…`, 24 hours),
 * or a notice that the account already exists. The response is the same in both cases.
 * @throws AppError TOO_MANY_REQUESTS after too many requests from one IP address or for one email
 *   address
 */
export async function signUpWithPassword(
  ctx: Context,
  { email, password, displayName, locale, ip, browser, continueTo }: NewSignUp,
): Promise<{ ok: true; email: string } | { ok: false; faults: SignUpFaults }> {
  const { signUpAddress, mailRecipient } = ctx.config.guessLimits;
  // The request is counted first, because the work that follows is expensive for any input.
  await countAgainst(ctx, ...counterOfAddress(signUpAddress, ip));
  const address = parseEmailAddress(email);
  const name = displayName === undefined ? undefined : parseDisplayName(displayName);
  const isNameWrong = displayName !== undefined && displayName.trim() !== '' && name === undefined;
  const fault = await findPasswordFault(ctx, password, [email, name ?? '', ctx.config.serviceName]);
  if (address === undefined || isNameWrong || fault !== undefined) {
    const faults = {
      ...(address === undefined && { email: 'invalid' as const }),
      ...(fault !== undefined && { password: fault }),
      ...(isNameWrong && { displayName: 'invalid' as const }),
    };
    return { ok: false, faults };
  }
  await countAgainst(ctx, [mailRecipient, address.normalized]);
  const passwordHash = await hashPassword(password);
  const browserHash = browser === undefined ? undefined : await sha256Hex(browser);
  const language = matchLocale(locale);
  const request = { address, passwordHash, locale: language, name, browserHash, continueTo };
  // The email is sent after the response, so that the response time reveals nothing.
  ctx.defer(sendSignUpMail(ctx, request));
  return { ok: true, email: address.written };
}

interface CheckedSignUp {
  address: EmailAddress;
  passwordHash: string;
  locale: string;
  name: string | undefined;
  browserHash: string | undefined;
  continueTo: string | undefined;
}

async function sendSignUpMail(
  ctx: Context,
  { address, passwordHash, locale, name, browserHash, continueTo }: CheckedSignUp,
): Promise<void> {
  const known = await findRowByEmail(ctx.db, address.normalized);
  const to = address.written;
  const { baseUrl } = ctx.config;
  if (known !== undefined) {
    const details = { link: `${baseUrl}/signin` };
    return queueMail(ctx, { to, locale: known.locale, template: 'already_registered', details });
  }
  const token = await issueMailLink(ctx, {
    lifetimeMs: LIFETIMES.confirmLinkMs,
    purpose: {
      kind: 'sign_up',
      email: address.written,
      emailNormalized: address.normalized,
      passwordHash,
      locale,
      ...(name !== undefined && { displayName: name }),
      ...(browserHash !== undefined && { browserHash }),
      ...(continueTo !== undefined && { continueTo }),
    },
  });
  const details = { link: `${baseUrl}/mail/confirm?token=${token}` };
  return queueMail(ctx, { to, locale, template: 'confirm_sign_up', details });
}
