// Staff sign-in with a passkey.
import type { Context } from '../../../context.ts';
import { deriveSecret } from '../../../crypto/capability-token.ts';
import { decodeBase64Url, encodeBase64Url } from '../../../crypto/encoding.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { AppError } from '../../../errors.ts';
import {
  beginAuthentication,
  credentialIdOf,
  redeemCeremony,
  verifyAuthentication,
  type BegunAuthentication,
} from '../../platform/credentials/passkey-ceremony.ts';
import type { StaffAudience, Caller } from '../staff/member.ts';
import { findOwnedStaffPasskey, listCredentialIds, useOfPasskey } from '../staff/passkey-store.ts';
import { proofFor, type PendingProof } from '../staff/provider-proof.ts';
import type { StaffTokens } from '../staff/sessions.ts';
import { parseEmailAddress } from '../../terms/email-address.ts';
import { completeSignInOf } from './complete-sign-in.ts';

/** The response of a browser's authenticator. */
export interface PasskeyAnswer {
  /** The token, `xwa_…`, of the ceremony that the response belongs to. */
  ceremony: string;
  /** The response as received, unvalidated. */
  response: unknown;
}

/** The number of credentials offered for an email address: more than most people have. */
const OFFERED = 5;

/**
 * Creates the error for every fault. It is always the same, so it does not reveal which fault
 * occurred.
 */
export const passkeyRefused = (): AppError =>
  new AppError('INVALID_CREDENTIALS', 'The passkey or the session is not valid.');

/**
 * @param email if absent, the browser offers any passkey it holds for this service; otherwise five
 *   credentials are offered, some or all of which may be decoys
 */
export async function beginStaffPasskeySignIn(
  ctx: Context,
  audience: StaffAudience,
  email: string | undefined,
): Promise<BegunAuthentication> {
  const allowed = email === undefined ? undefined : await credentialsOf(ctx, audience, email);
  return beginAuthentication(ctx, audience, allowed);
}

/**
 * Completes the sign-in. A passkey with user verification is two factors in one, so no code is
 * required (spec 4.3).
 * @param pending the browser's pending proof from the identity provider
 * @throws AppError INVALID_CREDENTIALS for every fault; FORBIDDEN for a deactivated member;
 *   SSO_REQUIRED
 */
export async function finishStaffPasskeySignIn(
  ctx: Context,
  audience: StaffAudience,
  { ceremony, response }: PasskeyAnswer,
  caller: Caller,
  pending?: PendingProof,
): Promise<StaffTokens> {
  const begun = await redeemCeremony(ctx, audience, 'sign_in', ceremony);
  const credentialId = credentialIdOf(response);
  if (begun === undefined || credentialId === undefined) throw passkeyRefused();
  const found = await findOwnedStaffPasskey(ctx.db, credentialId);
  if (found?.owner.audience !== audience) throw passkeyRefused();
  const { passkey, owner } = found;
  const verified = await verifyAuthentication(ctx, begun, response, passkey);
  if (verified === undefined) throw passkeyRefused();
  if (owner.deactivated_at_ms !== null)
    throw new AppError('FORBIDDEN', 'This account is deactivated.');
  const uses = useOfPasskey(ctx.db, passkey.id, { ...verified, nowMs: ctx.now() });
  const provider = proofFor(pending, owner.id, 'second');
  const signIn = { method: 'passkey', caller, uses, provider } as const;
  const tokens = await completeSignInOf(ctx, owner, signIn);
  if (tokens === undefined) throw passkeyRefused();
  return tokens;
}

/**
 * Always returns the same number of credentials, in an order that carries no information, so that
 * nobody can learn who is a member or how many passkeys a member has. Decoys fill the missing
 * places, and are the same every time. If a member has more credentials than are returned, the most
 * recently used ones are offered.
 */
async function credentialsOf(
  ctx: Context,
  audience: StaffAudience,
  email: string,
): Promise<string[]> {
  const normalized = parseEmailAddress(email)?.normalized ?? email;
  // The same work is done whether or not the member exists, so the response time reveals nothing.
  const known = await listCredentialIds(ctx.db, audience, normalized, OFFERED);
  const subject = await sha256Hex(`${audience}:${normalized}`);
  const key = await ctx.tokenKey();
  const decoys = await Promise.all(
    Array.from({ length: OFFERED }, (_, n) => deriveSecret(key, 'no-passkey:', `${subject}:${n}`)),
  );
  return [...known, ...decoys.map(toCredentialId)].slice(0, OFFERED).toSorted();
}

/** Creates a credential id of one of the lengths that authenticators use. */
function toCredentialId(secret: string): string {
  const bytes = decodeBase64Url(secret);
  const lengths = [16, 20, 32, 32];
  return encodeBase64Url(bytes.subarray(0, lengths[(bytes[0] ?? 0) % lengths.length]));
}
