// Use cases of a customer's backend: begin a session, read it, settle it in the sandbox, cancel it, erase its personal
// data (D-7, D-11). What the visitor's browser may do is browser-session.ts.
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { INIT_TOKEN, RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Principal, SessionRules } from '../tenants/api-keys.ts';
import type { NamedResult } from './present-result.ts';
import type { FinalStatus } from './rules/machine.ts';
import type { SessionReason } from './rules/reasons.ts';
import { resultOf } from './rules/result.ts';
import type { SessionRecord, SessionRequest, Theme } from './rules/session.ts';
import { deriveToken, resolveToken } from './tokens.ts';

/** What a request asks for; the customer's settings fill in the rest. */
export type SessionInput = Omit<SessionRequest, 'theme'> & { theme?: Theme };

interface CreatedSession {
  /** `xit_…`, single use. */
  token: string;
  verifyUrl: string;
}

/**
 * @param input validated; see routes/verify/init.ts
 * @param idempotencyKey 1-255 visible characters; a repeat within 24 hours makes no second session
 * @throws AppError IDEMPOTENCY_KEY_MISMATCH when the key was used with another request; as applySettings
 */
export async function createSession(
  ctx: Context,
  principal: Principal,
  input: SessionInput,
  idempotencyKey?: string,
): Promise<CreatedSession> {
  const request = applySettings(input, principal.rules);
  // The claim is on the input: settings may change between a request and its repeat.
  const sessionId = await claimSessionId(ctx, principal, input, idempotencyKey);
  const [init, result] = await Promise.all([
    deriveToken(ctx, INIT_TOKEN, sessionId),
    deriveToken(ctx, RESULT_TOKEN, sessionId),
  ]);
  const nowMs = ctx.now();
  await ctx.objects.session(sessionId)?.createSession({
    test: principal.test,
    tenant: {
      ...principal.tenant,
      ageMarginYears: principal.tenant.ageMarginYears ?? ctx.config.ageMarginYears,
    },
    request,
    initHash: init.hash,
    resultHash: result.hash,
    createdAtMs: nowMs,
    initExpiresAtMs: nowMs + LIFETIMES.initTokenMs,
    expiresAtMs: nowMs + LIFETIMES.sessionMs,
  });
  return { token: init.token, verifyUrl: `${ctx.config.baseUrl}/v/${init.token}` };
}

/** A crash between the claim and the creation is harmless: the retry gets the same id and creates it then. */
async function claimSessionId(
  ctx: Context,
  principal: Principal,
  input: SessionInput,
  idempotencyKey: string | undefined,
): Promise<string> {
  const fresh = ctx.objects.newSessionId();
  if (idempotencyKey === undefined) return fresh;
  const mode = principal.test ? 'test' : 'live';
  const record = ctx.objects.idempotencyRecord(`${principal.tenant.id}:${mode}:${idempotencyKey}`);
  const fingerprint = await sha256Hex(JSON.stringify(input));
  const claim = await record.claim(fingerprint, fresh, LIFETIMES.idempotencyMs);
  if (claim.ok) return claim.sessionId;
  throw new AppError(
    'IDEMPOTENCY_KEY_MISMATCH',
    'This Idempotency-Key was used with a different request.',
  );
}

/**
 * The customer's settings over what one request asks for.
 * @param rules undefined: the customer has set none
 * @throws AppError INVALID_CALLBACK_URL for an origin that is not allowed; INVALID_VERIFICATION_MODE when the
 *   required method cannot serve the purpose
 */
function applySettings(input: SessionInput, rules: SessionRules | undefined): SessionRequest {
  const { theme, ...rest } = input;
  if (rules === undefined) return { ...rest, theme: theme ?? 'system' };
  requireAllowedOrigins(input, rules.callbackOrigins);
  const mode = rules.requiredMethod ?? input.mode;
  if (mode === 'facial' && input.purpose === 'id_verification')
    throw fault(
      'INVALID_VERIFICATION_MODE',
      'purpose',
      'Your settings require the facial method, which cannot serve id_verification.',
    );
  const locale = input.locale ?? rules.defaultLocale;
  return {
    ...rest,
    mode,
    theme: theme ?? rules.defaultTheme ?? 'system',
    ...(locale !== undefined && { locale }),
  };
}

function requireAllowedOrigins(
  { callbackUrl, successUrl, failedUrl }: SessionInput,
  allowed: readonly string[],
): void {
  if (allowed.length === 0) return;
  const urls = { callback_url: callbackUrl, success_url: successUrl, failed_url: failedUrl };
  for (const [field, url] of Object.entries(urls))
    if (url !== undefined && !allowed.includes(new URL(url).origin))
      throw fault(
        'INVALID_CALLBACK_URL',
        field,
        `${field} must be on one of the callback origins of your settings.`,
      );
}

const fault = (
  code: 'INVALID_CALLBACK_URL' | 'INVALID_VERIFICATION_MODE',
  field: string,
  message: string,
): AppError => new AppError(code, message, { fields: [{ field, message }] });

/**
 * @param token `xtk_…`, or the `xit_…` of init, which is all a backend has before the callback
 * @throws AppError NOT_FOUND, alike for another tenant's, another mode's, an unknown and a malformed token
 */
export async function readResult(
  ctx: Context,
  principal: Principal,
  token: string,
): Promise<NamedResult> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.readAsTenant({ ...access, ...tenantOf(principal) });
  if (!answer.ok) throw notFound();
  return nameResult(ctx, answer.value);
}

/**
 * Settles a test session with no browser.
 * @throws AppError NOT_FOUND for live keys and sessions, CONFLICT when it is settled already
 */
export async function settleAsTenant(
  ctx: Context,
  principal: Principal,
  token: string,
  outcome: FinalStatus,
  reason?: SessionReason,
): Promise<NamedResult> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.settleAsTenant({ ...access, ...tenantOf(principal) }, outcome, reason);
  if (answer.ok) return nameResult(ctx, answer.value);
  if (answer.reason !== 'conflict') throw notFound();
  throw new AppError('CONFLICT', 'This session is settled already.');
}

/** A session with its request and the visitor's steps. */
export interface SessionDetail {
  result: NamedResult;
  request: SessionRecord['request'];
  funnel: SessionRecord['funnel'];
}

/** @throws AppError NOT_FOUND as readResult */
export async function readSessionDetail(
  ctx: Context,
  principal: Principal,
  token: string,
): Promise<SessionDetail> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.readAsTenant({ ...access, ...tenantOf(principal) });
  if (!answer.ok) throw notFound();
  const { request, funnel } = answer.value;
  return { result: await nameResult(ctx, answer.value), request, funnel };
}

/** Ends a session that runs, wherever its visitor is. @throws AppError NOT_FOUND, CONFLICT when it is over */
export async function cancelAsTenant(
  ctx: Context,
  principal: Principal,
  token: string,
): Promise<NamedResult> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.cancelAsTenant({ ...access, ...tenantOf(principal) });
  if (answer.ok) return nameResult(ctx, answer.value);
  if (answer.reason !== 'conflict') throw notFound();
  throw new AppError('CONFLICT', 'This session is over already.');
}

/**
 * Erases personal data now, in the session, its list row and its events. The token reads nothing afterwards.
 * @throws AppError NOT_FOUND, CONFLICT while the session runs
 */
export async function eraseAsTenant(
  ctx: Context,
  principal: Principal,
  token: string,
): Promise<void> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.eraseAsTenant({ ...access, ...tenantOf(principal) });
  if (answer.ok) return;
  if (answer.reason !== 'conflict') throw notFound();
  throw new AppError('CONFLICT', 'This session still runs. Cancel it first.');
}

const tenantOf = (principal: Principal): { tenantId: string; test: boolean } => ({
  tenantId: principal.tenant.id,
  test: principal.test,
});

async function nameResult(ctx: Context, record: SessionRecord): Promise<NamedResult> {
  const { token } = await deriveToken(ctx, RESULT_TOKEN, record.id);
  return { token, ...resultOf(record) };
}
