// Builds a new session from a planned request (law-of-session.ts): its tokens, its times and its
// id. A repeated request receives the same id again. Shared by init, retake and contest.
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config/config.ts';
import type { HashedToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { INIT_TOKEN, RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import type { Customer, Principal } from './customer.ts';
import { claimId } from '../terms/claim-id.ts';
import { storedResidency } from '../terms/residency.ts';
import { attemptLimit } from './attempts.ts';
import type { PlannedSession } from './plan-under.ts';
import type { NewSession } from './rules/session/session.ts';
import { makeToken, tokenOf } from './tokens.ts';

/**
 * @param sessionId 64 hex digits
 * @returns the session for its object to store, and the token for the session's link
 */
export async function planSession(
  ctx: Context,
  { tenant: customer, test }: Customer,
  sessionId: string,
  {
    asked,
    request,
    offer,
    marginYears,
    openerHash,
    law,
    retentionDaysMax = Infinity,
  }: PlannedSession,
): Promise<{ session: NewSession; init: HashedToken }> {
  const { attemptCap, ageTarget: _target, logo, triedLogo, residency, ...tenant } = customer;
  const [init, result, logoHash, attempts] = await Promise.all([
    makeToken(ctx, INIT_TOKEN, sessionId),
    makeToken(ctx, RESULT_TOKEN, sessionId),
    logo === undefined ? undefined : sha256Hex(logo),
    // Test sessions have no attempt limit, because they involve no real person.
    test ? undefined : attemptLimit(customer, attemptCap, request.userId),
  ]);
  const nowMs = ctx.now();
  const session: NewSession = {
    test,
    tenant: {
      ...tenant,
      ...storedResidency(residency),
      ageMarginYears: marginYears,
      retentionDays: Math.min(tenant.retentionDays, retentionDaysMax),
      ...(logoHash !== undefined && { logoHash }),
      ...(triedLogo !== undefined && { logo: triedLogo }),
    },
    request,
    asked,
    offer,
    ...(law !== undefined && { law }),
    chain: {},
    secrets: {
      initHash: init.hash,
      resultHash: result.hash,
      ...(openerHash !== undefined && { openerHash }),
    },
    visitor: attempts === undefined ? {} : { attempts },
    times: {
      createdAtMs: nowMs,
      initExpiresAtMs: nowMs + LIFETIMES.initTokenMs,
      expiresAtMs: nowMs + LIFETIMES.sessionMs,
    },
  };
  return { session, init };
}

/**
 * Returns the token and the URL of a session's link. A repeated request receives the link that the
 * first request created.
 * @param made the token created for this request
 * @param kept the hash of the token that is stored in the session, if known
 */
export async function linkOf(
  ctx: Context,
  sessionId: string,
  made: HashedToken,
  kept: string | undefined,
): Promise<{ token: string; verifyUrl: string }> {
  const token =
    kept === undefined || kept === made.hash
      ? made.token
      : await tokenOf(ctx, INIT_TOKEN, sessionId, kept);
  return { token, verifyUrl: pageOf(ctx, token) };
}

/** @param token the link's token, `xit_…` */
export const pageOf = ({ config }: Context, token: string): string =>
  `${config.baseUrl}/v/${token}`;

/**
 * Claims the id of a new session. A crash between the claim and the creation is harmless: the retry
 * receives the same id and then creates the session.
 * @param asked the values that must not change when the request is repeated
 * @returns a new session id, or the id that an earlier request claimed with the same idempotency
 *   key
 * @throws AppError IDEMPOTENCY_KEY_MISMATCH when the key has been used with a different request
 */
export async function claimSessionId(
  ctx: Context,
  principal: Principal,
  asked: object,
  idempotencyKey: string | undefined,
): Promise<string> {
  const { id: tenantId, residency } = principal.tenant;
  const fresh = ctx.objects.newSessionId(residency);
  if (idempotencyKey === undefined) return fresh;
  const caller = { tenantId, test: principal.test, residency };
  return claimId(ctx, caller, idempotencyKey, asked, fresh);
}
