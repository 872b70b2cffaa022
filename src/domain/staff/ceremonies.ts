// The challenge of a WebAuthn ceremony, kept between its beginning and its end: once, for five minutes.
import { LIFETIMES } from '../../config.ts';
import type { Context } from '../../context.ts';
import { formatToken, parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { CEREMONY_TOKEN } from '../../crypto/token-prefixes.ts';
import type { Audience } from './member.ts';

interface Common {
  /** base64url, as the authenticator signs it. */
  challenge: string;
  audience: Audience;
}

export type Ceremony =
  (Common & { kind: 'sign-in' }) | (Common & { kind: 'register'; staffId: number });

/** @returns `xwa_…` */
export async function beginCeremony(ctx: Context, ceremony: Ceremony): Promise<string> {
  const objectId = ctx.objects.newOneTimeTokenId();
  const secret = randomToken(32);
  const expiresAtMs = ctx.now() + LIFETIMES.staffCeremonyMs;
  await ctx.objects
    .oneTimeToken(objectId)
    ?.issue(await sha256Hex(secret), JSON.stringify(ceremony), expiresAtMs);
  return formatToken({ prefix: CEREMONY_TOKEN, objectId, secret });
}

/** @returns undefined for a session that is unknown, late or finished */
export async function finishCeremony(
  ctx: Context,
  sessionId: string,
): Promise<Ceremony | undefined> {
  const parsed = parseToken(sessionId);
  const object =
    parsed?.prefix === CEREMONY_TOKEN ? ctx.objects.oneTimeToken(parsed.objectId) : undefined;
  if (parsed === undefined || object === undefined) return undefined;
  const redeemed = await object.redeem(await sha256Hex(parsed.secret));
  return redeemed.ok ? (JSON.parse(redeemed.payload) as Ceremony) : undefined;
}
