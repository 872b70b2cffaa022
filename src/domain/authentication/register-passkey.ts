// Use cases: adding a passkey to an account, and signing up with a passkey alone.
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Context } from '../../context.ts';
import { encodeUtf8 } from '../../crypto/encoding.ts';
import { completeSignIn, type SignInOutcome } from './complete-sign-in.ts';
import { createAccount, newSubject } from '../accounts/create-account.ts';
import { parseDisplayName } from '../terms/display-name.ts';
import { prepareNotice } from '../notifications/notification.ts';
import { amrOfPasskey } from '../terms/authentication.ts';
import { requireFreshSignIn, type SignIn } from '../sessions/sign-in.ts';
import type { Visitor } from '../terms/visitor.ts';
import { matchLocale } from '../terms/locale.ts';
import { keepCeremony, redeemCeremony, relyingParty } from '../passkeys/ceremony.ts';
import { defaultName, MAX_PASSKEYS, type NewPasskey, type Passkey } from '../passkeys/passkey.ts';
import { insertPasskey, listPasskeysOf } from '../passkeys/store.ts';

export interface BegunRegistration {
  /** `xwa_…`: comes back with the answer, within 10 minutes. */
  ceremony: string;
  /** For `startRegistration` of @simplewebauthn/browser. */
  options: PublicKeyCredentialCreationOptionsJSON;
}

export interface RegistrationAnswer {
  ceremony: string;
  /** What the browser's authenticator said, not yet looked at. */
  response: unknown;
  visitor: Visitor;
}

/**
 * @returns undefined when the account holds as many passkeys as it may
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
  const options = await makeOptions(ctx, {
    subject: account.subject,
    name: account.email ?? account.displayName,
    known,
  });
  const { challenge } = options;
  const ceremony = await keepCeremony(ctx, { kind: 'add', challenge, accountId: account.id });
  return { ceremony, options };
}

/** @throws AppError FRESH_SIGN_IN_REQUIRED */
export async function finishPasskeyRegistration(
  ctx: Context,
  signIn: SignIn,
  { ceremony, response, visitor }: RegistrationAnswer,
): Promise<{ ok: true; name: string } | { ok: false; reason: 'invalid' | 'known' }> {
  requireFreshSignIn(ctx, signIn);
  const begun = await redeemCeremony(ctx, ceremony, 'add');
  if (begun?.accountId !== signIn.account.id) return { ok: false, reason: 'invalid' };
  const made = await verify(ctx, begun.challenge, response);
  if (made === undefined) return { ok: false, reason: 'invalid' };
  const name = defaultName(visitor);
  const notice = prepareNotice(ctx, signIn.account, { type: 'passkey_added', details: { name } });
  const passkey = { ...made, name, createdAtMs: ctx.now() };
  const isNew = await insertPasskey(ctx.db, signIn.account.id, passkey, notice.statements);
  if (!isNew) return { ok: false, reason: 'known' };
  notice.announce();
  return { ok: true, name };
}

/** @param displayName as typed; may be empty @param locale BCP 47 */
export async function beginPasskeySignUp(
  ctx: Context,
  { displayName, locale }: { displayName?: string | undefined; locale: string },
): Promise<BegunRegistration> {
  const subject = newSubject();
  const name = displayName === undefined ? undefined : parseDisplayName(displayName);
  const options = await makeOptions(ctx, { subject, name, known: [] });
  const ceremony = await keepCeremony(ctx, {
    kind: 'sign_up',
    challenge: options.challenge,
    subject,
    ...(name !== undefined && { displayName: name }),
    locale: matchLocale(locale),
  });
  return { ceremony, options };
}

/** Makes the account and signs the browser in. @param replaces the account cookie the browser came with */
export async function finishPasskeySignUp(
  ctx: Context,
  { ceremony, response, visitor, replaces }: RegistrationAnswer & { replaces?: string | undefined },
): Promise<SignInOutcome> {
  const begun = await redeemCeremony(ctx, ceremony, 'sign_up');
  const made = begun && (await verify(ctx, begun.challenge, response));
  if (begun === undefined || made === undefined) return { ok: false, reason: 'invalid' };
  const { subject, displayName, locale } = begun;
  const account = await createAccount(ctx, { subject, displayName, locale });
  if (account === undefined) return { ok: false, reason: 'invalid' };
  const passkey = { ...made, name: defaultName(visitor), createdAtMs: ctx.now() };
  if (!(await insertPasskey(ctx.db, account.id, passkey, [])))
    return { ok: false, reason: 'invalid' };
  const amr = amrOfPasskey(made.backedUp);
  return completeSignIn(ctx, account, { method: 'passkey', amr, visitor, replaces });
}

interface Owner {
  subject: string;
  name: string | undefined;
  known: readonly Passkey[];
}

async function makeOptions(
  ctx: Context,
  { subject, name, known }: Owner,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { serviceName } = ctx.config;
  return generateRegistrationOptions({
    rpName: serviceName,
    rpID: relyingParty(ctx).rpID,
    userName: name ?? serviceName,
    userDisplayName: name ?? serviceName,
    userID: new Uint8Array(encodeUtf8(subject)),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

async function verify(
  ctx: Context,
  challenge: string,
  response: unknown,
): Promise<Omit<NewPasskey, 'name' | 'createdAtMs'> | undefined> {
  const { rpID, origin } = relyingParty(ctx);
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    });
    if (registrationInfo === undefined) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: new Uint8Array(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? [])
        .filter((one) => typeof one === 'string')
        .slice(0, 8),
      backedUp: credentialBackedUp,
    };
  } catch {
    // The library throws for everything an authenticator's answer can have wrong.
    return undefined;
  }
}
