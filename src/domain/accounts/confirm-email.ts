// Use case: a link from a mail that confirms an address. A page with a button calls it: opening the page alone must
// not, since mail scanners open links.
import type { Context } from '../../context.ts';
import { confirmEmailChange, type EmailChangeOutcome } from '../email-changes/email-change.ts';
import { AMR_PASSWORD } from '../sessions/authentication.ts';
import type { Session } from '../sessions/sign-in.ts';
import type { Visitor } from '../sessions/visitor.ts';
import type { Account } from './account.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { createAccount } from './create-account.ts';
import { redeemMailLink } from './mail-link.ts';

export interface EmailConfirmation {
  /** `xml_…` from the link. */
  token: string;
  visitor: Visitor;
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
  /** `taken`: there is an account with that address by now. */
  | { ok: false; reason: 'invalid_link' | 'taken' };

export async function confirmEmail(
  ctx: Context,
  { token, visitor, replaces }: EmailConfirmation,
): Promise<EmailConfirmed> {
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

function toConfirmed(outcome: EmailChangeOutcome): EmailConfirmed {
  if (!outcome.ok) return outcome;
  return outcome.done
    ? { ok: true, kind: 'mail_changed', email: outcome.email }
    : { ok: true, kind: 'mail_half_confirmed', waitingFor: outcome.waitingFor };
}
