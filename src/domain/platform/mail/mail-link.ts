// Links in mails: `xml_…`, redeemed once. What a link is for lies in its OneTimeToken object, never in the link.
import type { Context } from '../../../context.ts';
import { MAIL_LINK_TOKEN } from '../../../crypto/token-prefixes.ts';
import {
  discardOneTimeTokens,
  issueOneTimeToken,
  readOneTimeToken,
  useOneTimeToken,
} from '../../terms/one-time-token.ts';

/** A requested account; it exists once the link is confirmed. */
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

interface StaffResetPurpose {
  kind: 'staff_reset';
  audience: 'admin' | 'dashboard';
  staffId: number;
  /** The link dies when a newer one is sent or the password changes. */
  generation: number;
}

export interface StaffEmailPurpose {
  kind: 'staff_email';
  staffId: number;
  emailNormalized: string;
}

export type LinkPurpose =
  | SignUpPurpose
  | ResetPurpose
  | MailChangePurpose
  | StaffResetPurpose
  | StaffEmailPurpose;

const LINKS_OF_ACCOUNT = ['reset-password', 'mail-change-old', 'mail-change-new'] as const;

export interface NewMailLink {
  purpose: LinkPurpose;
  lifetimeMs: number;
  /** At most one link of a kind and owner is alive: a new one replaces the older. */
  only?: { kind: (typeof LINKS_OF_ACCOUNT)[number] | 'staff-email'; ownerId: number };
}

/** @returns the token that goes into a link */
export const issueMailLink = (
  ctx: Context,
  { purpose, lifetimeMs, only }: NewMailLink,
): Promise<string> =>
  issueOneTimeToken(ctx, {
    prefix: MAIL_LINK_TOKEN,
    payload: purpose,
    lifetimeMs,
    name: only && `${only.kind}:${only.ownerId}`,
  });

/**
 * What a link is for, without using it up: pages that a mail scanner opens must not redeem.
 * @returns undefined for unknown, used, expired and replaced links alike
 */
export async function readMailLink(ctx: Context, token: string): Promise<LinkPurpose | undefined> {
  return (await readOneTimeToken(ctx, MAIL_LINK_TOKEN, token, 'peek')) as LinkPurpose | undefined;
}

/**
 * Uses a link up, unless it is for something else: that one stays as it is. A failure of the work leaves it good.
 * @param work must notice that it was done already; its result is returned
 * @returns undefined for unknown, used, expired, replaced and other links alike
 */
export async function useMailLink<K extends LinkPurpose['kind'], T>(
  ctx: Context,
  token: string,
  kinds: readonly K[],
  work: (purpose: Extract<LinkPurpose, { kind: K }>) => Promise<T>,
): Promise<T | undefined> {
  const isWanted = (purpose: LinkPurpose): purpose is Extract<LinkPurpose, { kind: K }> =>
    kinds.some((kind) => kind === purpose.kind);
  const seen = await readMailLink(ctx, token);
  if (seen === undefined || !isWanted(seen)) return undefined;
  return useOneTimeToken(ctx, MAIL_LINK_TOKEN, token, () => work(seen));
}

/** For a removed account: its links hold personal data. */
export const forgetMailLinks = (ctx: Context, accountId: number): Promise<void> =>
  discardOneTimeTokens(
    ctx,
    LINKS_OF_ACCOUNT.map((kind) => `${kind}:${accountId}`),
  );
