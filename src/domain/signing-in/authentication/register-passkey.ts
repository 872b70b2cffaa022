// Adds a passkey to an account, and creates accounts that have only a passkey.
import type { Context } from '../../../context.ts';
import { completeSignIn, type SignInCookies, type SignInOutcome } from './complete-sign-in.ts';
import { createAccount, newSubject } from '../../accounts/create-account.ts';
import { parseDisplayName } from '../../terms/display-name.ts';
import { prepareNotice } from '../../accounts/notifications/notification.ts';
import { amrOfPasskey } from '../../terms/authentication.ts';
import { requireFreshSignIn } from '../sessions/sign-in.ts';
import type { SignIn } from '../sessions/session.ts';
import { sessionLives } from '../sessions/store.ts';
import type { Visitor } from '../../terms/visitor.ts';
import { matchLocale } from '../../terms/locale.ts';
import { defaultName, MAX_PASSKEYS } from '../../platform/credentials/passkey.ts';
import {
  firstPasskeyOf,
  insertPasskey,
  isKnownPasskey,
  listPasskeysOf,
} from '../../accounts/passkeys/store.ts';
import {
  beginRegistration,
  findJustAdded,
  redeemCeremony,
  verifyRegistration,
  type BegunRegistration,
  type PasskeyUser,
} from '../../platform/credentials/passkey-ceremony.ts';

interface RegistrationAnswer {
  ceremony: string;
  /** The authenticator's response as the browser sent it, unvalidated. */
  response: unknown;
  visitor: Visitor;
}

/**
 * @returns undefined when the account has the maximum number of passkeys
 * @throws AppError FRESH_SIGN_IN_REQUIRED
 */
export async function beginPasskeyRegistration(
  ctx: Context,
  signIn: SignIn,
): Promise<BegunRegistration | undefined> {
  requireFreshSignIn(ctx, signIn);
  const { account } = signIn;
  const known = await listPasskeysOf(ctx.db, account.id);
  if (known.length >= MAX_PASSKEYS) return undefined;
  const excluded = known.map(({ credentialId, transports }) => ({ id: credentialId, transports }));
  const user = userOf(ctx, account.subject, account.email ?? account.displayName);
  const registration = { kind: 'add', ownerId: account.id } as const;
  return beginRegistration(ctx, 'account', registration, user, excluded);
}

/**
 * Adds the passkey. A repeated call after a lost response returns the first response again (D-136).
 * @throws AppError FRESH_SIGN_IN_REQUIRED
 */
export async function finishPasskeyRegistration(
  ctx: Context,
  signIn: SignIn,
  { ceremony, response, visitor }: RegistrationAnswer,
): Promise<{ ok: true; name: string } | { ok: false; reason: 'invalid' | 'known' }> {
  requireFreshSignIn(ctx, signIn);
  const begun = await redeemCeremony(ctx, 'account', 'add', ceremony);
  if (begun === undefined) {
    const own = await listPasskeysOf(ctx.db, signIn.account.id);
    const added = findJustAdded(ctx, 'account', own, response);
    return added === undefined ? { ok: false, reason: 'invalid' } : { ok: true, name: added.name };
  }
  if (begun.ownerId !== signIn.account.id) return { ok: false, reason: 'invalid' };
  const made = await verifyRegistration(ctx, begun, response);
  if (made === undefined) return { ok: false, reason: 'invalid' };
  if (await isKnownPasskey(ctx.db, made.credentialId)) return { ok: false, reason: 'known' };
  const { account, session } = signIn;
  const name = defaultName(visitor);
  const added = { type: 'passkey_added', details: { name } } as const;
  const notice = prepareNotice(ctx, account, added, { ofChange: true });
  const passkey = { ...made, name, createdAtMs: ctx.now() };
  // The session that adds the passkey must still be live, because the passkey outlives both that
  // session and the password.
  const asking = { accountId: account.id, when: sessionLives(account.id, session.id) };
  if (!(await insertPasskey(ctx.db, asking, passkey, notice.statements)))
    return { ok: false, reason: 'invalid' };
  notice.announce();
  return { ok: true, name };
}

/**
 * @param displayName as typed; may be empty
 * @param locale the person's language, as a BCP 47 tag
 */
export async function beginPasskeySignUp(
  ctx: Context,
  { displayName, locale }: { displayName?: string | undefined; locale: string },
): Promise<BegunRegistration> {
  const subject = newSubject();
  const name = displayName === undefined ? undefined : parseDisplayName(displayName);
  const registration = {
    kind: 'sign_up',
    subject,
    ...(name !== undefined && { displayName: name }),
    locale: matchLocale(locale),
  } as const;
  return beginRegistration(ctx, 'account', registration, userOf(ctx, subject, name), []);
}

/**
 * Creates the account and signs the browser in.
 * @param replaces the account cookie that the browser sent
 */
export async function finishPasskeySignUp(
  ctx: Context,
  { ceremony, response, visitor, replaces }: RegistrationAnswer & Pick<SignInCookies, 'replaces'>,
): Promise<SignInOutcome> {
  const begun = await redeemCeremony(ctx, 'account', 'sign_up', ceremony);
  const made = begun && (await verifyRegistration(ctx, begun, response));
  if (begun === undefined || made === undefined) return { ok: false, reason: 'invalid' };
  const { subject, displayName, locale } = begun;
  const passkey = { ...made, name: defaultName(visitor), createdAtMs: ctx.now() };
  if (await isKnownPasskey(ctx.db, passkey.credentialId)) return { ok: false, reason: 'invalid' };
  // The account and its passkey are written in one transaction, because nobody could use the
  // account without the passkey.
  const first = firstPasskeyOf(ctx.db, subject, passkey);
  const account = await createAccount(ctx, { subject, displayName, locale }, [first]);
  if (account === undefined) return { ok: false, reason: 'invalid' };
  const amr = amrOfPasskey(made.backedUp);
  return completeSignIn(ctx, account, { method: 'passkey', amr, visitor, replaces });
}

/** @param name absent for a person without one; authenticators then show the service's name */
function userOf({ config }: Context, subject: string, name: string | undefined): PasskeyUser {
  const shown = name ?? config.serviceName;
  return { handle: subject, name: shown, displayName: shown };
}
