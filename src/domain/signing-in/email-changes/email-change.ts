// A change of email address, confirmed at both addresses (D-49). Each address receives a link; the
// change takes effect once both links have been confirmed. An account without a confirmed address
// confirms only the new address.
import type { Context } from '../../../context.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import type { Statement } from '../../../db/client.ts';
import { findRow } from '../../accounts/store.ts';
import { parseEmailAddress, type EmailAddress } from '../../terms/email-address.ts';
import { counterOfAddress, countAgainst } from '../../terms/guess-limits.ts';
import { issueMailLink, type MailChangePurpose } from '../../platform/mail/mail-link.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { prepareNotice } from '../../accounts/notifications/notification.ts';
import { requireFreshSignIn } from '../sessions/sign-in.ts';
import type { SignIn } from '../sessions/session.ts';
import {
  applyChange,
  changeRemoval,
  confirmSide,
  deleteChange,
  deleteExpiredChanges,
  findChange,
  isAddressTaken,
  replaceChange,
} from './store.ts';
import type { EmailChange } from './pending-change.ts';

export type EmailChangeOutcome =
  | { ok: true; done: false; waitingFor: 'old' | 'new' }
  | { ok: true; done: true; email: string }
  | { ok: false; reason: 'invalid_link' | 'taken' };

/**
 * Sends a link (`/mail/confirm?token=xml_…`, valid for 24 hours) to each address that has to
 * confirm, and discards any older change. If the new address belongs to another account, the email
 * to that address is a notice instead of a link; the response is the same.
 * @throws AppError FRESH_SIGN_IN_REQUIRED; TOO_MANY_REQUESTS after too many requests from one
 *   network, by one account, or for one new address
 */
export async function requestEmailChange(
  ctx: Context,
  signIn: SignIn,
  email: string,
): Promise<{ ok: true; change: EmailChange } | { ok: false; reason: 'invalid' | 'same' }> {
  requireFreshSignIn(ctx, signIn);
  const { account } = signIn;
  const address = parseEmailAddress(email);
  if (address === undefined) return { ok: false, reason: 'invalid' };
  if (address.normalized === account.emailNormalized && account.emailVerified)
    return { ok: false, reason: 'same' };
  await countMails(ctx, signIn, address);
  const requestedAtMs = ctx.now();
  const change: EmailChange = {
    email: address.written,
    emailNormalized: address.normalized,
    requestedAtMs,
    expiresAtMs: requestedAtMs + LIFETIMES.confirmLinkMs,
    oldConfirmed: account.email === undefined || !account.emailVerified,
    newConfirmed: false,
  };
  await replaceChange(ctx.db, account.id, change);
  ctx.defer(sendLinks(ctx, signIn, address, change));
  return { ok: true, change };
}

/**
 * Enforces the limits on emails to the old and the new address. Creating an account takes only a
 * passkey, so there is also a limit per network: without it, a person with many accounts could send
 * emails to any number of addresses.
 * @throws AppError TOO_MANY_REQUESTS
 */
async function countMails(
  ctx: Context,
  { account, session }: SignIn,
  { normalized }: EmailAddress,
): Promise<void> {
  const { mailRecipient, signUpAddress } = ctx.config.guessLimits;
  const owner = account.emailNormalized ?? account.subject;
  await countAgainst(
    ctx,
    ...counterOfAddress(signUpAddress, session.ip, 'email-change:'),
    [mailRecipient, owner],
    [mailRecipient, normalized],
  );
}

/** Reads the pending change, for the account page. */
export async function readEmailChange(
  ctx: Context,
  accountId: number,
): Promise<EmailChange | undefined> {
  const change = await findChange(ctx.db, accountId);
  return change === undefined || ctx.now() >= change.expiresAtMs ? undefined : change;
}

/** Withdraws the change at the owner's request; its links stop working. */
export const cancelEmailChange = (ctx: Context, accountId: number): Promise<void> =>
  deleteChange(ctx.db, accountId);

/** Like cancelEmailChange, but returns the statement for a transaction. */
export const emailChangeRemoval = (ctx: Pick<Context, 'db'>, accountId: number): Statement =>
  changeRemoval(ctx.db, accountId);

/**
 * Deletes expired changes. Their addresses were not confirmed and may belong to strangers. Called
 * by cron.
 */
export const forgetExpiredChanges = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteExpiredChanges(db, now());

/**
 * Confirms one address via its link. If the change has already been made and only the response was
 * lost, using the link again counts as success.
 * @param purpose the purpose of the redeemed link
 */
export async function confirmEmailChange(
  ctx: Context,
  { accountId, side, requestedAtMs, newAddressHash }: MailChangePurpose,
): Promise<EmailChangeOutcome> {
  const change = await confirmSide(ctx.db, { accountId, side, requestedAtMs, nowMs: ctx.now() });
  if (change === undefined) return resolveFinishedChange(ctx, accountId, newAddressHash);
  if (!change.oldConfirmed) return { ok: true, done: false, waitingFor: 'old' };
  if (!change.newConfirmed) return { ok: true, done: false, waitingFor: 'new' };
  const { account } = change;
  const details = { email: change.email };
  // The notice goes to the old address, because its holder must learn of the change.
  const notice = prepareNotice(ctx, account, { type: 'mail_changed', details }, { ofChange: true });
  const outcome = await applyChange(ctx.db, accountId, change, ctx.now(), notice.statements);
  if (outcome !== 'applied')
    return { ok: false, reason: outcome === 'taken' ? outcome : 'invalid_link' };
  notice.announce();
  return { ok: true, done: true, email: change.email };
}

async function resolveFinishedChange(
  ctx: Context,
  accountId: number,
  newAddressHash: string | undefined,
): Promise<EmailChangeOutcome> {
  const row = await findRow(ctx.db, accountId);
  const { email = null, email_normalized: now = null } = row ?? {};
  const isMade = now !== null && (await sha256Hex(now)) === newAddressHash;
  return isMade && email !== null
    ? { ok: true, done: true, email }
    : { ok: false, reason: 'invalid_link' };
}

async function sendLinks(
  ctx: Context,
  { account }: SignIn,
  address: EmailAddress,
  { requestedAtMs, oldConfirmed }: EmailChange,
): Promise<void> {
  const { baseUrl } = ctx.config;
  const { locale } = account;
  const newAddressHash = await sha256Hex(address.normalized);
  const makeLink = async (side: 'old' | 'new'): Promise<string> => {
    const token = await issueMailLink(ctx, {
      only: { kind: `mail-change-${side}`, ownerId: account.id },
      lifetimeMs: LIFETIMES.confirmLinkMs,
      purpose: { kind: 'mail_change', accountId: account.id, side, requestedAtMs, newAddressHash },
    });
    return `${baseUrl}/mail/confirm?token=${token}`;
  };
  const email = address.written;
  if (!oldConfirmed && account.email !== undefined) {
    const details = { email, link: await makeLink('old') };
    await queueMail(ctx, { to: account.email, locale, template: 'confirm_old_mail', details });
  }
  if (await isAddressTaken(ctx.db, address.normalized, account.id)) {
    const details = { link: `${baseUrl}/signin` };
    return queueMail(ctx, { to: email, locale, template: 'already_registered', details });
  }
  const details = { email, link: await makeLink('new') };
  return queueMail(ctx, { to: email, locale, template: 'confirm_new_mail', details });
}
