// Links in mails: `xml_…`, redeemed once. What a link is for lies in its OneTimeToken object, never in the link.
import type { Context } from '../../context.ts';
import { formatToken, parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { MAIL_LINK_TOKEN } from '../../crypto/token-prefixes.ts';

/** Somebody who wants an account; it exists once the link is opened. */
export interface SignUpPurpose {
  kind: 'sign_up';
  email: string;
  emailNormalized: string;
  passwordHash: string;
  displayName?: string;
  locale: string;
  /** SHA-256 of what only the browser knows that the sign-up was typed into. */
  browserHash?: string;
  /** A path of ours where the person was going. */
  continueTo?: string;
}

export interface ResetPurpose {
  kind: 'reset_password';
  accountId: number;
  /** The link dies when the address or the password changes. */
  emailNormalized: string;
  passwordChangedAtMs: number | null;
  /** Words a password must not be made of. */
  displayName?: string;
}

export interface MailChangePurpose {
  kind: 'mail_change';
  accountId: number;
  side: 'old' | 'new';
  requestedAtMs: number;
}

export type LinkPurpose = SignUpPurpose | ResetPurpose | MailChangePurpose;

const LINKS_OF_ACCOUNT = ['reset-password', 'mail-change-old', 'mail-change-new'] as const;

interface NewLink {
  purpose: LinkPurpose;
  lifetimeMs: number;
  /** At most one link of a kind and account is alive: a new one replaces the older. */
  only?: { kind: (typeof LINKS_OF_ACCOUNT)[number]; accountId: number };
}

/** @returns the token that goes into a link */
export async function issueMailLink(
  ctx: Context,
  { purpose, lifetimeMs, only }: NewLink,
): Promise<string> {
  const objectId =
    only === undefined
      ? ctx.objects.newOneTimeTokenId()
      : ctx.objects.namedOneTimeTokenId(`${only.kind}:${only.accountId}`);
  const secret = randomToken(32);
  await ctx.objects
    .oneTimeToken(objectId)
    ?.issue(await sha256Hex(secret), JSON.stringify(purpose), ctx.now() + lifetimeMs);
  return formatToken({ prefix: MAIL_LINK_TOKEN, objectId, secret });
}

/**
 * What a link is for, without using it up: pages that a mail scanner opens must not redeem.
 * @returns undefined for unknown, used, late and replaced links alike
 */
export async function readMailLink(ctx: Context, token: string): Promise<LinkPurpose | undefined> {
  return reach(ctx, token, 'peek');
}

/**
 * Uses a link up, unless it is for something else: that one stays as it is.
 * @returns undefined for unknown, used, late, replaced and other links alike
 */
export async function redeemMailLink<K extends LinkPurpose['kind']>(
  ctx: Context,
  token: string,
  kinds: readonly K[],
): Promise<Extract<LinkPurpose, { kind: K }> | undefined> {
  const isWanted = (purpose: LinkPurpose): purpose is Extract<LinkPurpose, { kind: K }> =>
    kinds.some((kind) => kind === purpose.kind);
  const seen = await reach(ctx, token, 'peek');
  if (seen === undefined || !isWanted(seen)) return undefined;
  const purpose = await reach(ctx, token, 'redeem');
  return purpose !== undefined && isWanted(purpose) ? purpose : undefined;
}

/** The account is gone, and so is what its links knew of it. */
export async function forgetMailLinks(ctx: Context, accountId: number): Promise<void> {
  const ids = LINKS_OF_ACCOUNT.map((kind) =>
    ctx.objects.namedOneTimeTokenId(`${kind}:${accountId}`),
  );
  await Promise.all(ids.map(async (id) => ctx.objects.oneTimeToken(id)?.discard()));
}

async function reach(
  ctx: Context,
  token: string,
  how: 'peek' | 'redeem',
): Promise<LinkPurpose | undefined> {
  const parsed = parseToken(token);
  if (parsed?.prefix !== MAIL_LINK_TOKEN) return undefined;
  const stub = ctx.objects.oneTimeToken(parsed.objectId);
  const answer = await stub?.[how](await sha256Hex(parsed.secret));
  return answer?.ok === true ? (JSON.parse(answer.payload) as LinkPurpose) : undefined;
}
