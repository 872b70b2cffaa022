// Use cases from a site's request to the code: begin, show, approve, deny. Redeeming the code is exchange-code.ts.
import { LIFETIMES } from '../../config.ts';
import type { Context } from '../../context.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { CODE_TOKEN, CONSENT_TOKEN } from '../../crypto/token-prefixes.ts';
import { findClient, type OAuthClient } from '../clients/client.ts';
import type { SignIn } from '../sessions/sign-in.ts';
import type { ConsentProof } from '../../objects/grant.ts';
import { approvalOf } from './approval.ts';
import { readGrantToken, tellGrantToken } from './grant-tokens.ts';
import { isSignInEnough } from './prompt.ts';
import { hostOf } from './remembered-consent.ts';
import type { AuthorizationRequest } from './request.ts';
import { insertGrant } from './store.ts';

export interface ConsentRequest {
  request: AuthorizationRequest;
  client: OAuthClient;
  /** 64 hex digits. */
  grantId: string;
}

/** `expired`: used, late, unknown or another browser's. `account`: suspended, locked or gone meanwhile. `sign_in`: not
 * whom or not how the request wants it, whatever the pages did. */
export type Approved =
  | { ok: true; code: string; request: AuthorizationRequest }
  | { ok: false; reason: 'expired' | 'account' | 'sign_in' };

/**
 * A site asks for something. One object call.
 * @returns `session`, `xcs_…`, for the consent page's address, and the value of the browser's cookie: neither
 *   opens anything without the other (S-20)
 */
export async function beginAuthorization(
  ctx: Context,
  request: AuthorizationRequest,
): Promise<{ session: string; browserCookie: string }> {
  const grantId = ctx.objects.newGrantId();
  const { token, hash } = await tellGrantToken(ctx, CONSENT_TOKEN, grantId);
  const browserCookie = randomToken(32);
  const proof = { secretHash: hash, browserHash: await sha256Hex(browserCookie) };
  await ctx.objects.grant(grantId)?.begin(request, proof, ctx.now() + LIFETIMES.consentMs);
  return { session: token, browserCookie };
}

/**
 * What the consent screen shows. The registration is read anew: a client or address that was withdrawn since
 * the request began is no longer asked about (S-01, completion).
 */
export async function readConsentRequest(
  ctx: Context,
  session: string,
  browserCookie: string | undefined,
): Promise<ConsentRequest | undefined> {
  const held = await holdConsent(session, browserCookie);
  if (held === undefined) return undefined;
  const described = await ctx.objects.grant(held.grantId)?.describe(held.proof);
  if (described?.ok !== true) return undefined;
  const client = await findCurrentClient(ctx, described.request);
  return client && { request: described.request, client, grantId: held.grantId };
}

/**
 * The person agrees. The row that lets suspending and disconnecting find the grant is written first, and only
 * while the account is active: whoever suspends after that finds it, whoever suspended before prevents it.
 */
export async function approveAuthorization(
  ctx: Context,
  session: string,
  browserCookie: string | undefined,
  signIn: SignIn,
): Promise<Approved> {
  const found = await readConsentRequest(ctx, session, browserCookie);
  const held = await holdConsent(session, browserCookie);
  if (found === undefined || held === undefined) return { ok: false, reason: 'expired' };
  if (!isSignInEnough(found.request, signIn, ctx.now())) return { ok: false, reason: 'sign_in' };
  if (!(await recordGrant(ctx, found.grantId, found.request, signIn)))
    return { ok: false, reason: 'account' };
  const { token, hash } = await tellGrantToken(ctx, CODE_TOKEN, found.grantId);
  const code = { hash, expiresAtMs: ctx.now() + LIFETIMES.codeMs };
  const approved = await ctx.objects
    .grant(found.grantId)
    ?.approve(held.proof, approvalOf(signIn), code);
  return approved?.ok === true
    ? { ok: true, code: token, request: approved.request }
    : { ok: false, reason: 'expired' };
}

/** Answers a request whose consent is remembered. @returns undefined when the account is no longer active */
export async function approveDirectly(
  ctx: Context,
  request: AuthorizationRequest,
  signIn: SignIn,
): Promise<{ code: string } | undefined> {
  const grantId = ctx.objects.newGrantId();
  if (!(await recordGrant(ctx, grantId, request, signIn))) return undefined;
  const { token, hash } = await tellGrantToken(ctx, CODE_TOKEN, grantId);
  const code = { hash, expiresAtMs: ctx.now() + LIFETIMES.codeMs };
  const isIssued = await ctx.objects.grant(grantId)?.issue(request, approvalOf(signIn), code);
  return isIssued === true ? { code: token } : undefined;
}

/** The person does not agree. @returns the request, once; undefined as readConsentRequest */
export async function denyAuthorization(
  ctx: Context,
  session: string,
  browserCookie: string | undefined,
): Promise<AuthorizationRequest | undefined> {
  const held = await holdConsent(session, browserCookie);
  if (held === undefined) return undefined;
  const denied = await ctx.objects.grant(held.grantId)?.deny(held.proof);
  if (denied?.ok !== true) return undefined;
  const client = await findCurrentClient(ctx, denied.request);
  return client && denied.request;
}

async function holdConsent(
  session: string,
  browserCookie: string | undefined,
): Promise<{ grantId: string; proof: ConsentProof } | undefined> {
  const presented = await readGrantToken(session, CONSENT_TOKEN);
  if (presented === undefined || browserCookie === undefined) return undefined;
  const proof = { secretHash: presented.hash, browserHash: await sha256Hex(browserCookie) };
  return { grantId: presented.grantId, proof };
}

async function findCurrentClient(
  ctx: Context,
  { clientId, redirectUri }: AuthorizationRequest,
): Promise<OAuthClient | undefined> {
  const client = await findClient(ctx, clientId);
  return client?.redirectUris.includes(redirectUri) === true ? client : undefined;
}

async function recordGrant(
  ctx: Context,
  grantId: string,
  { clientId, redirectUri, scope }: AuthorizationRequest,
  { account, session }: SignIn,
): Promise<boolean> {
  const nowMs = ctx.now();
  return insertGrant(ctx.db, {
    id: grantId,
    accountId: account.id,
    clientId,
    sessionId: session.id,
    scope,
    host: hostOf(redirectUri),
    nowMs,
    expiresAtMs: nowMs + LIFETIMES.refreshAbsoluteMs + LIFETIMES.accessTokenMs,
  });
}
