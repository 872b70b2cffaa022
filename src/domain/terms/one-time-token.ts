// Tokens that are redeemed once: links in emails, challenges, ceremonies. A token contains the
// address of its OneTimeToken object and a secret; its purpose is stored in the object, never in
// the token.
import type { Context } from '../../context.ts';
import { formatToken, parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { AppError } from '../../errors.ts';

interface NewToken {
  /** A prefix from crypto/token-prefixes.ts. */
  prefix: string;
  /** The object that is stored as JSON and returned when the token is redeemed. */
  payload: object;
  lifetimeMs: number;
  /** A name under which at most one token is valid: a new token replaces an older one. */
  name?: string | undefined;
  /** How many times `attempt` may read the token; if absent, `attempt` cannot read it. */
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
 * @param access `peek` consumes nothing, `attempt` consumes one of the tries, `redeem` consumes the
 *   token; `seeDone` reads only the record that remains after the work for a token has been
 *   completed
 * @returns the payload; undefined for unknown, used, expired and replaced tokens alike
 */
export async function readOneTimeToken(
  ctx: Context,
  prefix: string,
  token: string,
  access: 'peek' | 'attempt' | 'redeem' | 'seeDone',
): Promise<unknown> {
  const parsed = parseToken(token);
  if (parsed?.prefix !== prefix) return undefined;
  const object = ctx.objects.oneTimeToken(parsed.objectId);
  const answer = await object?.[access](await sha256Hex(parsed.secret));
  return answer?.ok === true ? JSON.parse(answer.payload) : undefined;
}

/** How long a claim lasts: longer than any request needs to use a token. */
const CLAIM_MS = 60_000;
const RETRY_AFTER_SECONDS = 10;

interface TokenWork<T> {
  /**
   * Does the work for which the token was issued. Must detect work that has already been done,
   * because it runs again if even its last step fails.
   */
  work: (payload: unknown) => Promise<T>;
  /**
   * @returns the object that `seeDone` reads afterwards; undefined when no such record is needed,
   *   in which case the token is deleted
   */
  remains: (result: T, payload: unknown) => object | undefined;
}

/**
 * Consumes a token for work that must succeed: the token becomes valid again when the work fails
 * or, if the process has died, a minute after the claim.
 * @returns the result of the work; undefined for unknown, used and expired tokens alike
 * @throws AppError UNAVAILABLE while another request is using the token; its outcome will be known
 *   shortly
 */
export async function useOneTimeToken<T>(
  ctx: Context,
  prefix: string,
  token: string,
  { work, remains }: TokenWork<T>,
): Promise<T | undefined> {
  const parsed = parseToken(token);
  if (parsed?.prefix !== prefix) return undefined;
  const object = ctx.objects.oneTimeToken(parsed.objectId);
  if (object === undefined) return undefined;
  const secretHash = await sha256Hex(parsed.secret);
  const by = randomToken(9);
  try {
    const claimed = await object.claim(secretHash, by, CLAIM_MS);
    if (!claimed.ok && claimed.reason === 'busy') throw inUse();
    if (!claimed.ok) return undefined;
    const payload: unknown = JSON.parse(claimed.payload);
    const result = await work(payload);
    const left = remains(result, payload);
    const end = async (): Promise<void> => {
      await (left === undefined
        ? object.redeem(secretHash)
        : object.markDone(secretHash, JSON.stringify(left)));
    };
    // The work has already been completed, even if this call fails. The call is tried twice,
    // because the token's holder would otherwise have to wait until the claim ends.
    await end().catch(() => end().catch(() => undefined));
    return result;
  } catch (error) {
    // Release the claim even if the response to the claim call was lost. This cannot release
    // another call's claim.
    await Promise.resolve(object.release(secretHash, by)).catch(() => undefined);
    throw error;
  }
}

const inUse = (): AppError =>
  new AppError('UNAVAILABLE', 'This link is being used right now. Please try again shortly.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

/**
 * Deletes tokens that have not been redeemed.
 * @param names the names under which the tokens were issued
 */
export async function discardOneTimeTokens(ctx: Context, names: readonly string[]): Promise<void> {
  const ids = names.map((name) => ctx.objects.namedOneTimeTokenId(name));
  await Promise.all(ids.map(async (id) => ctx.objects.oneTimeToken(id)?.discard()));
}
