// Use cases for moving a session from a computer to a phone and back; the rules are in
// rules/handoff/handoff.ts.
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config/config.ts';
import { formatToken, parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomBelow, randomToken } from '../../crypto/random.ts';
import { HANDOFF_TOKEN } from '../../crypto/token-prefixes.ts';
import { notFound } from '../../errors.ts';
import {
  callSession,
  formatBrowserProof,
  readBrowserProof,
  toHostedSession,
  unwrap,
  type BrowserProof,
  type HostedSession,
} from './browser-session.ts';

export interface HandoffLink {
  /** The address to open on the phone, which ends with a single-use `xho_…` token. */
  url: string;
  /**
   * Four digits, shown only on the computer's screen; the phone's owner types them on the phone.
   */
  code: string;
  lifetimeMs: number;
}

/**
 * Creates a link that moves the session to a phone; an older link stops working.
 * @param computer a description of the computer, in words
 * @throws AppError CONFLICT when the session has ended or is already on a phone
 */
export async function offerHandoff(
  ctx: Context,
  proof: BrowserProof,
  computer: string,
): Promise<HandoffLink> {
  const tokenId = ctx.objects.newOneTimeTokenId();
  const secret = randomToken(32);
  const code = String(randomBelow(10_000)).padStart(4, '0');
  await callSession(ctx, proof, (stub, hash) =>
    stub.offerHandoff(hash, { tokenId, code, computer }),
  );
  const expiresAtMs = ctx.now() + LIFETIMES.handoffMs;
  const secretHash = await sha256Hex(secret);
  await ctx.objects.oneTimeToken(tokenId)?.issue(secretHash, proof.sessionId, expiresAtMs);
  const token = formatToken({ prefix: HANDOFF_TOKEN, objectId: tokenId, secret });
  return { url: `${ctx.config.baseUrl}/v/${token}`, code, lifetimeMs: LIFETIMES.handoffMs };
}

/**
 * Redeems the link on the phone, which may then view the session, and may act once its owner has
 * typed the computer's code. A browser that already has access to the session keeps its role;
 * otherwise the computer would take the phone's role and lose the code. A phone may scan the link
 * again.
 * @param attempt the page's id for this call, which lets it request a lost response again for a
 *   minute
 * @param country the phone's country, ISO 3166-1 alpha-2, from geolocation
 * @param cookieOf reads the cookie of a session, by the session's id
 * @returns the session, and the new value for its cookie
 * @throws AppError NOT_FOUND, the same for unknown, used, expired and replaced links
 */
export async function joinHandoff(
  ctx: Context,
  { token, attempt }: { token: string; attempt?: string | undefined },
  country: string | undefined,
  cookieOf: (sessionId: string) => string | undefined,
): Promise<{ session: HostedSession; cookie?: string }> {
  const parsed = parseToken(token);
  const link =
    parsed?.prefix === HANDOFF_TOKEN ? ctx.objects.oneTimeToken(parsed.objectId) : undefined;
  if (parsed === undefined || link === undefined) throw notFound();
  const linkHash = await sha256Hex(parsed.secret);
  const found = await link.peek(linkHash);
  const sessionId = found.ok ? found.payload : undefined;
  const stub = sessionId === undefined ? undefined : ctx.objects.session(sessionId);
  if (sessionId === undefined || stub === undefined) throw notFound();
  const known = readBrowserProof(cookieOf(sessionId), sessionId);
  const own = known && (await stub.viewSession(await sha256Hex(known.secret)));
  if (own?.ok === true) return { session: await toHostedSession(ctx, own.value) };
  const secret = randomToken(32);
  const phone = {
    phoneHash: await sha256Hex(secret),
    country,
    ...(attempt !== undefined && {
      attempt: {
        hash: await sha256Hex(attempt),
        untilMs: ctx.now() + LIFETIMES.openingGraceMs,
      },
    }),
  };
  // The link only identifies the session, and expires after five minutes; the session decides
  // whether to admit the phone, and never admits a second phone.
  const seen = unwrap(await stub.joinHandoff(parsed.objectId, phone));
  return {
    session: await toHostedSession(ctx, seen),
    cookie: formatBrowserProof({ sessionId, secret }),
  };
}

/**
 * Checks the code that the phone's owner has copied from the computer's screen. If the code is
 * right, the phone may act; a wrong code only counts as an attempt.
 * @throws AppError UNAUTHORIZED after the last wrong code: the phone loses its access to the
 *   session
 */
export const confirmHandoff = (
  ctx: Context,
  proof: BrowserProof,
  code: string,
): Promise<HostedSession> =>
  callSession(ctx, proof, (stub, hash) => stub.confirmHandoff(hash, code));

/** Returns the session to the computer; either device may call this. The phone loses its access. */
export const endHandoff = (ctx: Context, proof: BrowserProof): Promise<HostedSession> =>
  callSession(ctx, proof, (stub, hash) => stub.endHandoff(hash));
