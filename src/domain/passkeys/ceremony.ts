// A ceremony with an authenticator: its challenge is kept in a OneTimeToken under `xwa_…` and answered once,
// rightly or wrongly. Who the relying party is follows from BASE_URL.
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config.ts';
import { formatToken, parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { CEREMONY_TOKEN } from '../../crypto/token-prefixes.ts';

export type Ceremony =
  | { kind: 'sign_in'; challenge: string }
  | { kind: 'add'; challenge: string; accountId: number }
  | {
      kind: 'sign_up';
      challenge: string;
      subject: string;
      displayName?: string;
      locale: string;
    };

/** WebAuthn Level 3, 5.1.2: the host of our pages, and their origin. */
export function relyingParty(ctx: Pick<Context, 'config'>): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(ctx.config.baseUrl);
  return { rpID: hostname, origin };
}

/** @returns the token the page sends back with the authenticator's answer */
export async function keepCeremony(ctx: Context, ceremony: Ceremony): Promise<string> {
  const objectId = ctx.objects.newOneTimeTokenId();
  const secret = randomToken(32);
  await ctx.objects
    .oneTimeToken(objectId)
    ?.issue(await sha256Hex(secret), JSON.stringify(ceremony), ctx.now() + LIFETIMES.ceremonyMs);
  return formatToken({ prefix: CEREMONY_TOKEN, objectId, secret });
}

/** @returns undefined for unknown, used and late ceremonies, and for those of another kind */
export async function redeemCeremony<K extends Ceremony['kind']>(
  ctx: Context,
  token: string,
  kind: K,
): Promise<Extract<Ceremony, { kind: K }> | undefined> {
  const parsed = parseToken(token);
  if (parsed?.prefix !== CEREMONY_TOKEN) return undefined;
  const stub = ctx.objects.oneTimeToken(parsed.objectId);
  const answer = await stub?.redeem(await sha256Hex(parsed.secret));
  if (answer?.ok !== true) return undefined;
  const ceremony = JSON.parse(answer.payload) as Ceremony;
  return ceremony.kind === kind ? (ceremony as Extract<Ceremony, { kind: K }>) : undefined;
}
