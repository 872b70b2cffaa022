// Tokens that are redeemed once: links in mails, challenges, ceremonies. A token carries the address of its OneTimeToken object
// and a secret; what it is for is stored in the object, never in the token.
import type { Context } from '../../context.ts';
import { formatToken, parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';

interface NewToken {
  /** One of crypto/token-prefixes.ts. */
  prefix: string;
  /** JSON; what redeeming yields. */
  payload: object;
  lifetimeMs: number;
  /** At most one token of a name is alive: a new one replaces the older. */
  name?: string | undefined;
  /** How often `attempt` may look at it; absent: never. */
  tries?: number;
}

/** @returns `<prefix>…`, the only copy of its secret */
export async function issueOneTimeToken(
  ctx: Context,
  { prefix, payload, lifetimeMs, name, tries }: NewToken,
): Promise<string> {
  const objectId =
    name === undefined ? ctx.objects.newOneTimeTokenId() : ctx.objects.namedOneTimeTokenId(name);
  const secret = randomToken(32);
  const expiresAtMs = ctx.now() + lifetimeMs;
  await ctx.objects
    .oneTimeToken(objectId)
    ?.issue(await sha256Hex(secret), JSON.stringify(payload), expiresAtMs, tries);
  return formatToken({ prefix, objectId, secret });
}

/**
 * @param access `peek` uses nothing up, `attempt` one of its tries, `redeem` the token
 * @returns the payload; undefined alike for unknown, used, expired and replaced tokens
 */
export async function readOneTimeToken(
  ctx: Context,
  prefix: string,
  token: string,
  access: 'peek' | 'attempt' | 'redeem',
): Promise<unknown> {
  const parsed = parseToken(token);
  if (parsed?.prefix !== prefix) return undefined;
  const object = ctx.objects.oneTimeToken(parsed.objectId);
  const answer = await object?.[access](await sha256Hex(parsed.secret));
  return answer?.ok === true ? JSON.parse(answer.payload) : undefined;
}

/** Longer than any request works on a token. */
const CLAIM_MS = 60_000;

/**
 * Uses a token up for work that must be done: it is good again when the work fails, and after a minute when the process
 * dies. The work has to notice by itself that it was done already, since the last step may fail too.
 * @param work given the payload @returns what work returns; undefined alike for unknown, used and expired tokens, and for
 *   one that somebody else is using
 */
export async function useOneTimeToken<T>(
  ctx: Context,
  prefix: string,
  token: string,
  work: (payload: unknown) => Promise<T>,
): Promise<T | undefined> {
  const parsed = parseToken(token);
  if (parsed?.prefix !== prefix) return undefined;
  const object = ctx.objects.oneTimeToken(parsed.objectId);
  const secretHash = await sha256Hex(parsed.secret);
  const claimed = await object?.claim(secretHash, CLAIM_MS);
  if (object === undefined || claimed?.ok !== true) return undefined;
  try {
    const done = await work(JSON.parse(claimed.payload));
    // Whether or not it arrives: the work is done.
    await object.redeem(secretHash).catch(() => undefined);
    return done;
  } catch (error) {
    await object.release(secretHash).catch(() => undefined);
    throw error;
  }
}

/** Voids tokens that are not redeemed. @param names as they were issued with */
export async function discardOneTimeTokens(ctx: Context, names: readonly string[]): Promise<void> {
  const ids = names.map((name) => ctx.objects.namedOneTimeTokenId(name));
  await Promise.all(ids.map(async (id) => ctx.objects.oneTimeToken(id)?.discard()));
}
