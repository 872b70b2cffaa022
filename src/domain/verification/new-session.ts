// How a new session is made from what was asked for (law-of-session.ts), whichever call asked: its tokens, its times; and which
// session a repeated request means. init, retake and contest share it.
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config/config.ts';
import type { HashedToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { INIT_TOKEN, RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import type { Customer, Principal } from './customer.ts';
import { claimId } from '../terms/claim-id.ts';
import { attemptLimit } from './attempts.ts';
import type { AskedSession } from './plan-under.ts';
import type { NewSession } from './rules/session/session.ts';
import { makeToken, tokenOf } from './tokens.ts';

/** @param sessionId 64 hex digits @returns what its object is to keep, and the token of its link */
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
  }: AskedSession,
): Promise<{ session: NewSession; init: HashedToken }> {
  const { attemptCap, ageTarget: _target, logo, triedLogo, ...tenant } = customer;
  const [init, result, logoHash, attempts] = await Promise.all([
    makeToken(ctx, INIT_TOKEN, sessionId),
    makeToken(ctx, RESULT_TOKEN, sessionId),
    logo === undefined ? undefined : sha256Hex(logo),
    // A test has no person whose luck would have to be limited.
    test ? undefined : attemptLimit(tenant.id, attemptCap, request.userId),
  ]);
  const nowMs = ctx.now();
  const session: NewSession = {
    test,
    tenant: {
      ...tenant,
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
 * The address of a session's page. A repeat of a request gets the link of the session that was made first.
 * @param made for this request @param kept the hash that the session has, if it is known
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

/** @param token `xit_…` */
export const pageOf = ({ config }: Context, token: string): string =>
  `${config.baseUrl}/v/${token}`;

/**
 * A crash between the claim and the creation is harmless: the retry gets the same id and creates it then.
 * @param asked what must be the same in a repeat @returns a new session's id, or the one that the key has
 * @throws AppError IDEMPOTENCY_KEY_MISMATCH when the key was used with another request
 */
export async function claimSessionId(
  ctx: Context,
  principal: Principal,
  asked: object,
  idempotencyKey: string | undefined,
): Promise<string> {
  const fresh = ctx.objects.newSessionId();
  if (idempotencyKey === undefined) return fresh;
  const caller = { tenantId: principal.tenant.id, test: principal.test };
  return claimId(ctx, caller, idempotencyKey, asked, fresh);
}
