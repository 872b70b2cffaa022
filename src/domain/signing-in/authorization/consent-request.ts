// A consent request: a site's authorization request while it waits for a person's decision, stored
// in its Grant and bound to one browser. Use cases: open, read, approve, deny.
// openid/grants/issue-tokens.ts redeems the code.
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { deriveToken, readToken } from '../../../crypto/capability-token.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { randomToken } from '../../../crypto/random.ts';
import { CODE_TOKEN, CONSENT_TOKEN } from '../../../crypto/token-prefixes.ts';
import { notFound } from '../../../errors.ts';
import { findClient, findWorkingClient } from '../../openid/clients/client.ts';
import { isRegistered } from '../../openid/clients/registered-uri.ts';
import type { OAuthClient } from '../../openid/clients/oauth-client.ts';
import { answerWithCode, answerWithError } from '../../openid/grants/authorization-request.ts';
import type {
  AuthorizationRequest,
  RequestFault,
  SiteAnswer,
} from '../../openid/grants/authorization-request.ts';
import type {
  Approval,
  ConsentProof,
  GrantFacts,
  IssuedCode,
} from '../../openid/grants/grant-rules.ts';
import { insertGrant } from '../../openid/grants/new-grant-store.ts';
import type { SignIn } from '../sessions/session.ts';
import { acrOf } from '../../terms/authentication.ts';
import { residencyOf } from '../../terms/residency.ts';
import type { KnownPerson } from './known-person.ts';
import type { PushedRequest } from './pushed-request.ts';
import { factsOf, nextStep } from './next-step.ts';

export interface ConsentRequest {
  /**
   * `xcs_…`: identifies the request in the URLs and forms of our pages, as the parameter `session`.
   */
  token: string;
  request: AuthorizationRequest;
  client: OAuthClient;
  /** The id of the grant, 64 hex digits. */
  grantId: string;
  /** Proves that this browser may respond to the request. */
  proof: ConsentProof;
}

export interface OpenedConsent {
  token: string;
  /**
   * The value of the browser's cookie; the request can be answered only with both the token and
   * this cookie (S-20). The value ends with the client's id, so that earlier consent to the site
   * can be read in parallel with the request.
   */
  browserCookie: string;
}

/**
 * `expired`: the request has already been decided, or has expired. `account`: the account is no
 * longer active, or the consent was withdrawn. `sign_in`: the request requires a different person,
 * or a more recent sign-in. `show_face`: as in NextStep.
 */
type Approved =
  | ({ ok: true } & SiteAnswer)
  | { ok: false; reason: 'expired' | 'account' | 'sign_in' | 'show_face' };

/** The error for an unmet level. It is sent only if the person agreed to share their age. */
export const UNMET_LEVEL = {
  error: 'unmet_authentication_requirements',
  description: 'The person has no age verified at the level that acr_values requires.',
} as const satisfies RequestFault;

/**
 * Stores a site's request until the person decides. Makes one object call.
 * @throws AppError NOT_FOUND when the client was removed in the meantime
 */
export async function openConsent(
  ctx: Context,
  request: AuthorizationRequest,
): Promise<OpenedConsent> {
  const grantId = await newGrantId(ctx, request);
  if (grantId === undefined) throw notFound();
  const { opened, proof, expiresAtMs } = await prepareConsent(ctx, grantId, request);
  await ctx.objects.grant(grantId)?.openConsent(request, proof, expiresAtMs);
  return opened;
}

/**
 * Like openConsent, for a pushed request, which is already stored.
 * @returns undefined when the request has already been decided, or has expired
 */
export async function openPushedConsent(
  ctx: Context,
  request: AuthorizationRequest,
  pushed: PushedRequest,
): Promise<OpenedConsent | undefined> {
  const { opened, ...rest } = await prepareConsent(ctx, pushed.grantId, request);
  const grant = ctx.objects.grant(pushed.grantId);
  const isOpen = await grant?.openPushed(pushed.proof, { request, ...rest });
  return isOpen === true ? opened : undefined;
}

/**
 * Creates the id of a new grant. A grant is stored where the data of the site's customer is stored
 * (D-172). The client was looked up just before, so looking it up again usually needs no D1 read.
 * @returns undefined when the client was removed in the meantime
 */
async function newGrantId(
  ctx: Context,
  { clientId }: AuthorizationRequest,
): Promise<string | undefined> {
  const client = await findClient(ctx, clientId);
  return client && ctx.objects.newGrantId(residencyOf(client));
}

async function prepareConsent(ctx: Context, grantId: string, { clientId }: AuthorizationRequest) {
  const { token, hash } = await deriveToken(await ctx.tokenKey(), CONSENT_TOKEN, grantId);
  const browserCookie = `${randomToken(32)}.${clientId}`;
  const proof: ConsentProof = { secretHash: hash, browserHash: await sha256Hex(browserCookie) };
  const opened: OpenedConsent = { token, browserCookie };
  return { opened, proof, expiresAtMs: ctx.now() + LIFETIMES.consentMs };
}

/**
 * Reads a request, with one object call. The registration is looked up again: no response is sent
 * to a client or redirect URI that has been removed since the request began (S-01).
 * @param token any text
 * @returns undefined when the request has already been decided, has expired, is unknown, or belongs
 *   to another browser
 */
export async function readConsentRequest(
  ctx: Context,
  token: string,
  browserCookie: string | undefined,
): Promise<ConsentRequest | undefined> {
  const presented = await readToken(token, CONSENT_TOKEN);
  if (presented === undefined || browserCookie === undefined) return undefined;
  const { objectId: grantId, hash: secretHash } = presented;
  const proof = { secretHash, browserHash: await sha256Hex(browserCookie) };
  const read = await ctx.objects.grant(grantId)?.readConsent(proof);
  if (read?.ok !== true) return undefined;
  const { request } = read;
  const client = await findWorkingClient(ctx, request.clientId);
  if (client === undefined || !mayAnswer(client, request)) return undefined;
  return { token, request, client, grantId, proof };
}

/**
 * Whether a client may still receive the response. The response to a device's request is shown on
 * our own page.
 */
const mayAnswer = (client: OAuthClient, { redirectUri, userCode }: AuthorizationRequest): boolean =>
  userCode === undefined ? isRegistered(client, redirectUri) : client.usesDevices === true;

/** @param browserCookie any text; readConsentRequest checks whether it is the right cookie */
export const clientOfCookie = (browserCookie: string | undefined): string =>
  browserCookie?.split('.')[1] ?? '';

/**
 * Approves a request that the person agreed to. The Grant object is called first: it accepts only
 * one of several concurrent decisions, and the consent is remembered only after the object has
 * accepted the decision. If a later step fails, the person can complete the approval by agreeing
 * again; otherwise the code, which nobody has received, expires.
 * @returns where the browser is redirected, with the code or the error for an unmet level
 */
export async function approveConsent(
  ctx: Context,
  { request, grantId, proof }: ConsentRequest,
  person: KnownPerson,
): Promise<Approved> {
  const step = nextStep(request, { ...factsOf(ctx, request, person), isApproved: true });
  if (step === 'raise_level') return refuse(ctx, { grantId, proof }, UNMET_LEVEL);
  if (step === 'show_face') return { ok: false, reason: step };
  if (step !== 'leave') return { ok: false, reason: 'sign_in' };
  const { token, code } = await deriveCode(ctx, grantId);
  const answer = { proof, approval: approvalOf(person, request), code };
  const approved = await ctx.objects.grant(grantId)?.approveConsent(answer);
  if (approved?.ok !== true) return { ok: false, reason: 'expired' };
  if (!(await recordGrant(ctx, grantId, approved.request, person, false)))
    return { ok: false, reason: 'account' };
  return { ok: true, ...answerWithCode(ctx.config.baseUrl, approved.request, token) };
}

/**
 * Denies a request that the person refused.
 * @returns where the browser is redirected; undefined when the request was decided in the meantime
 */
export async function denyConsent(
  ctx: Context,
  consent: ConsentRequest,
): Promise<SiteAnswer | undefined> {
  const refused = await refuse(ctx, consent, {
    error: 'access_denied',
    description: 'The person did not agree to share this.',
  });
  return refused.ok ? refused : undefined;
}

async function refuse(
  ctx: Context,
  { grantId, proof }: Pick<ConsentRequest, 'grantId' | 'proof'>,
  fault: RequestFault,
): Promise<Approved> {
  const denied = await ctx.objects.grant(grantId)?.denyConsent(proof);
  if (denied?.ok !== true) return { ok: false, reason: 'expired' };
  return { ok: true, ...answerWithError(ctx.config.baseUrl, denied.request, fault) };
}

/**
 * Responds to a request whose next step is `leave`. The grant's row and the code are written in
 * parallel, which is safe because the code is returned only if both succeed: a code without a row
 * expires unused, and no code is issued if a revocation reaches the object first.
 * @param pushed set for a pushed request
 * @returns undefined when the account, the sign-in, the client, the remembered consent or the
 *   pushed request ended in the meantime
 */
export async function approveDirectly(
  ctx: Context,
  request: AuthorizationRequest,
  signIn: SignIn,
  pushed?: PushedRequest,
): Promise<{ code: string } | undefined> {
  const grantId = pushed?.grantId ?? (await newGrantId(ctx, request));
  if (grantId === undefined) return undefined;
  const { token, code } = await deriveCode(ctx, grantId);
  const facts: GrantFacts = { request, approval: approvalOf(signIn, request) };
  const [isRecorded, isIssued] = await Promise.all([
    recordGrant(ctx, grantId, request, signIn, true),
    ctx.objects.grant(grantId)?.issueCode(facts, code, pushed?.proof),
  ]);
  return isRecorded && isIssued === true ? { code: token } : undefined;
}

/**
 * Writes the grant's row before its code is returned, and only while the account is active.
 * Suspending an account and disconnecting a site both look for this row: a later suspension finds
 * it, and an earlier one prevents it from being written.
 * @param isRemembered see insertGrant
 */
async function recordGrant(
  ctx: Context,
  grantId: string,
  { clientId, redirectUri, scope, ageThresholds }: AuthorizationRequest,
  { account, session }: SignIn,
  isRemembered: boolean,
): Promise<boolean> {
  const nowMs = ctx.now();
  return insertGrant(ctx.db, {
    id: grantId,
    accountId: account.id,
    clientId,
    sessionId: session.id,
    scope,
    ageThresholds,
    host: new URL(redirectUri).host,
    isRemembered,
    nowMs,
    expiresAtMs: nowMs + LIFETIMES.refreshAbsoluteMs + LIFETIMES.accessTokenMs,
  });
}

async function deriveCode(
  ctx: Context,
  grantId: string,
): Promise<{ token: string; code: IssuedCode }> {
  const { token, hash } = await deriveToken(await ctx.tokenKey(), CODE_TOKEN, grantId);
  return { token, code: { hash, expiresAtMs: ctx.now() + LIFETIMES.codeMs } };
}

/** Builds an approval. The caller must have checked that the age meets the request's level. */
const approvalOf = ({ account, session }: SignIn, { level }: AuthorizationRequest): Approval => ({
  accountId: account.id,
  subject: account.subject,
  sessionId: session.id,
  authenticatedAtMs: session.authenticatedAtMs,
  amr: session.amr,
  acr: acrOf(session.amr, level),
});
