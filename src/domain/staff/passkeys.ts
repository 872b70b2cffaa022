// Passkeys of staff: registering, signing in, and the list. A ceremony's challenge is kept in a OneTimeToken,
// named by the session id that the client sends back, and is good once.
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Context } from '../../context.ts';
import { deriveSecret } from '../../crypto/capability-token.ts';
import { decodeBase64Url, encodeBase64Url, encodeUtf8 } from '../../crypto/encoding.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { AppError, notFound } from '../../errors.ts';
import { parseEmailAddress } from '../terms/email-address.ts';
import { recordAudit, type Actor } from '../audit/record.ts';
import { nameBrowser } from '../terms/browser-name.ts';
import { beginCeremony, finishCeremony } from './ceremonies.ts';
import {
  deletePasskeyRow,
  findPasskey,
  insertPasskey,
  listCredentialIds,
  listPasskeyRows,
  notePasskeyUse,
  renamePasskeyRow,
  type PasskeyRow,
} from './credential-store.ts';
import type { Audience, Caller, StaffMember } from './member.ts';
import type { StaffTokens } from './sessions.ts';
import { admitOwner } from './sign-in.ts';

export interface StaffPasskey {
  id: number;
  name: string;
  backedUp: boolean;
  createdAtMs: number;
  lastUsedAtMs?: number;
}

export interface Begun<Options> {
  /** `xwa_…`: goes back with the answer. */
  sessionId: string;
  options: Options;
}

const refused = (): AppError =>
  new AppError('INVALID_CREDENTIALS', 'The passkey or the session is not valid.');

/** The relying party is the service's own origin. */
function relyingParty(ctx: Context) {
  return { origin: ctx.config.baseUrl, id: new URL(ctx.config.baseUrl).hostname };
}

/**
 * @param email absent: any passkey the browser holds for us. With one, unknown members get a credential that
 *   does not exist, the same every time, so that nothing is learnt
 */
export async function beginPasskeySignIn(
  ctx: Context,
  audience: Audience,
  email: string | undefined,
): Promise<Begun<PublicKeyCredentialRequestOptionsJSON>> {
  const allowed = email === undefined ? undefined : await credentialsOf(ctx, audience, email);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    userVerification: 'required',
    ...(allowed !== undefined && { allowCredentials: allowed }),
  });
  const ceremony = { kind: 'sign-in' as const, audience, challenge: options.challenge };
  return { sessionId: await beginCeremony(ctx, ceremony), options };
}

/**
 * A passkey with user verification is two factors in one: no code is asked for (spec 4.3).
 * @throws AppError INVALID_CREDENTIALS for whatever is not right; FORBIDDEN for a deactivated member
 */
export async function finishPasskeySignIn(
  ctx: Context,
  audience: Audience,
  sessionId: string,
  response: AuthenticationResponseJSON,
  caller: Caller,
): Promise<StaffTokens> {
  const ceremony = await finishCeremony(ctx, sessionId);
  const found = await findPasskey(ctx.db, response.id);
  if (ceremony?.kind !== 'sign-in' || ceremony.audience !== audience || found === undefined)
    throw refused();
  const { passkey, owner } = found;
  if (owner.audience !== audience) throw refused();
  const { origin, id } = relyingParty(ctx);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: ceremony.challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: decodeBase64Url(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => {
    throw refused();
  });
  if (!verified) throw refused();
  if (owner.deactivated_at_ms !== null)
    throw new AppError('FORBIDDEN', 'This account is deactivated.');
  const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo;
  await notePasskeyUse(ctx.db, passkey.id, { counter, backedUp, nowMs: ctx.now() });
  return admitOwner(ctx, owner, 'passkey', caller);
}

export async function beginPasskeyRegistration(
  ctx: Context,
  member: StaffMember,
): Promise<Begun<PublicKeyCredentialCreationOptionsJSON>> {
  const known = await listPasskeyRows(ctx.db, member.id);
  const options = await generateRegistrationOptions({
    rpName: ctx.config.serviceName,
    rpID: relyingParty(ctx).id,
    userID: encodeUtf8(`staff:${member.id}`) as Uint8Array<ArrayBuffer>,
    userName: member.email,
    userDisplayName: member.name,
    attestationType: 'none',
    excludeCredentials: known.map((row) => ({ id: row.credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const ceremony = {
    kind: 'register' as const,
    audience: member.audience,
    staffId: member.id,
    challenge: options.challenge,
  };
  return { sessionId: await beginCeremony(ctx, ceremony), options };
}

/** @throws AppError INVALID_CREDENTIALS; CONFLICT when the credential is registered already */
export async function finishPasskeyRegistration(
  ctx: Context,
  member: StaffMember,
  {
    sessionId,
    response,
    name,
  }: {
    sessionId: string;
    response: RegistrationResponseJSON;
    name?: string | undefined;
  },
  actor: Actor,
): Promise<StaffPasskey> {
  const ceremony = await finishCeremony(ctx, sessionId);
  if (ceremony?.kind !== 'register' || ceremony.staffId !== member.id) throw refused();
  const { origin, id } = relyingParty(ctx);
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: ceremony.challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(() => {
    throw refused();
  });
  if (!result.verified) throw refused();
  const { credential, credentialBackedUp } = result.registrationInfo;
  const row = await insertPasskey(ctx.db, {
    staff_id: member.id,
    credential_id: credential.id,
    public_key: encodeBase64Url(credential.publicKey),
    counter: credential.counter,
    transports: JSON.stringify(response.response.transports ?? []),
    backed_up: credentialBackedUp,
    name: name ?? (nameBrowser(actor.userAgent ?? '') || 'Passkey'),
    created_at_ms: ctx.now(),
  });
  if (row === undefined) throw new AppError('CONFLICT', 'This passkey is registered already.');
  await note(ctx, member, actor, 'auth.passkey_add', row);
  return toPasskey(row);
}

export async function listStaffPasskeys(ctx: Context, staffId: number): Promise<StaffPasskey[]> {
  return (await listPasskeyRows(ctx.db, staffId)).map(toPasskey);
}

/** @throws AppError NOT_FOUND, also for another member's */
export async function renameStaffPasskey(
  ctx: Context,
  member: StaffMember,
  id: number,
  name: string,
  actor: Actor,
): Promise<StaffPasskey> {
  const row = await renamePasskeyRow(ctx.db, member.id, id, name);
  if (row === undefined) throw notFound();
  await note(ctx, member, actor, 'auth.passkey_rename', row);
  return toPasskey(row);
}

/** @throws AppError NOT_FOUND, also for another member's */
export async function removeStaffPasskey(
  ctx: Context,
  member: StaffMember,
  id: number,
  actor: Actor,
): Promise<void> {
  const row = await deletePasskeyRow(ctx.db, member.id, id);
  if (row === undefined) throw notFound();
  await note(ctx, member, actor, 'auth.passkey_remove', row);
}

const note = (
  ctx: Context,
  member: StaffMember,
  actor: Actor,
  action: string,
  row: PasskeyRow,
): Promise<void> =>
  recordAudit(ctx, {
    actor,
    action,
    target: { type: 'staff', id: member.id },
    after: { passkey_id: row.id, name: row.name },
  });

async function credentialsOf(
  ctx: Context,
  audience: Audience,
  email: string,
): Promise<{ id: string }[]> {
  const normalized = parseEmailAddress(email)?.normalized ?? email;
  // The same work for everybody: its time tells nothing either.
  const known = await listCredentialIds(ctx.db, audience, normalized);
  const subject = await sha256Hex(`${audience}:${normalized}`);
  const decoy = await deriveSecret(await ctx.tokenKey(), 'no-passkey:', subject);
  return (known.length > 0 ? known : [decoy]).map((id) => ({ id }));
}

function toPasskey(row: PasskeyRow): StaffPasskey {
  return {
    id: row.id,
    name: row.name,
    backedUp: row.backed_up,
    createdAtMs: row.created_at_ms,
    ...(row.last_used_at_ms !== null && { lastUsedAtMs: row.last_used_at_ms }),
  };
}
