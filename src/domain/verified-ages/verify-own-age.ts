// Use case "Verify my age": a person's own check on the same hosted page customers use, for their account.
import type { Context } from '../../context.ts';
import { deriveSecret } from '../../crypto/capability-token.ts';
import { AppError } from '../../errors.ts';
import type { SignIn } from '../sessions/sign-in.ts';
import { firstPartyPrincipal } from '../tenants/first-party.ts';
import { createSession } from '../verification/create-session.ts';
import { readResult } from '../verification/read-result.ts';
import { bracketMetBy, type AgeBracket } from './age-bracket.ts';
import { storeVerifiedAge, type VerifiedAge } from './verified-age.ts';

/**
 * @param bracket which threshold the person wants to show
 * @returns where the browser goes; it comes back to `/account/age?status=…&token=xtk_…`
 */
export async function beginAgeVerification(
  ctx: Context,
  { account }: SignIn,
  bracket: AgeBracket,
): Promise<{ verifyUrl: string }> {
  const principal = await firstPartyPrincipal(ctx);
  return createSession(ctx, principal, {
    callbackUrl: `${ctx.config.baseUrl}/account/age`,
    gate: bracket,
    purpose: 'age_verification',
    mode: 'auto',
    difficulty: 'easy',
    userId: await nameFor(ctx, account.subject),
    theme: 'system',
    locale: account.locale,
  });
}

/**
 * The browser is back: keeps what was shown. Calling it again changes nothing.
 * @param token `xtk_…` of the return address
 * @returns the verified age as it now is; `failed` when the check was not passed, `foreign` when it was not this
 * person's or is none of ours
 */
export async function finishAgeVerification(
  ctx: Context,
  { account }: SignIn,
  token: string,
): Promise<{ ok: true; verifiedAge: VerifiedAge } | { ok: false; reason: 'failed' | 'foreign' }> {
  const result = await readOwnResult(ctx, token);
  if (result?.externalUserId !== (await nameFor(ctx, account.subject)))
    return { ok: false, reason: 'foreign' };
  const bracket = bracketMetBy(result.checks.age.gate ?? 0);
  if (!result.verified || result.completedAtMs === undefined || bracket === undefined)
    return { ok: false, reason: 'failed' };
  const shown = { bracket, level: 'ml', verifiedAtMs: result.completedAtMs } as const;
  return { ok: true, verifiedAge: await storeVerifiedAge(ctx, account.id, shown) };
}

async function readOwnResult(ctx: Context, token: string) {
  try {
    return await readResult(ctx, await firstPartyPrincipal(ctx), token);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** A name of the person for this purpose alone: lists of checks do not tell whose they were. */
const nameFor = async (ctx: Context, subject: string): Promise<string> =>
  deriveSecret(await ctx.tokenKey(), 'own-age:', subject);
