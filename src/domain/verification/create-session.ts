// Use case: a customer's backend begins a verification (D-7).
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { INIT_TOKEN, RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../tenants/api-keys.ts';
import { applyRules, type SessionInput } from '../tenants/session-rules.ts';
import { tellToken } from './tokens.ts';

export interface CreatedSession {
  /** `xit_…`, single use. */
  token: string;
  verifyUrl: string;
}

/**
 * @param input validated; see routes/verify/init.ts. The customer's settings fill in and decide
 * @param idempotencyKey 1-255 visible characters; a repeat within 24 hours makes no second session
 * @throws AppError IDEMPOTENCY_KEY_MISMATCH when the key was used with another request; as applyRules
 */
export async function createSession(
  ctx: Context,
  principal: Principal,
  input: SessionInput,
  idempotencyKey?: string,
): Promise<CreatedSession> {
  const request = applyRules(input, principal.rules);
  // The claim is on what was asked: settings may change between a request and its repeat.
  const sessionId = await claimSessionId(ctx, principal, input, idempotencyKey);
  const [init, result] = await Promise.all([
    tellToken(ctx, INIT_TOKEN, sessionId),
    tellToken(ctx, RESULT_TOKEN, sessionId),
  ]);
  const nowMs = ctx.now();
  await ctx.objects.session(sessionId)?.create({
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
