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

interface ResetPurpose {
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
  /** SHA-256 of the new address, by which a change that was made is known. */
  newAddressHash?: string;
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

/** What remains of a link whose work is done, until its time is over: nothing of a person but a number (D-136). */
export type DoneLink =
  | Pick<SignUpPurpose, 'kind'>
  | Pick<ResetPurpose, 'kind'>
  | Pick<MailChangePurpose, 'kind'>
  | Pick<StaffResetPurpose, 'kind' | 'audience' | 'staffId'>
  | Pick<StaffEmailPurpose, 'kind' | 'staffId'>;

/** @returns undefined for a link whose work is not done, and for one whose time is over */
export async function readDoneMailLink(ctx: Context, token: string): Promise<DoneLink | undefined> {
  return (await readOneTimeToken(ctx, MAIL_LINK_TOKEN, token, 'seeDone')) as DoneLink | undefined;
}

function remainderOf(purpose: LinkPurpose): DoneLink {
  const { kind } = purpose;
  switch (kind) {
    case 'staff_reset':
      return { kind, audience: purpose.audience, staffId: purpose.staffId };
    case 'staff_email':
      return { kind, staffId: purpose.staffId };
    case 'sign_up':
    case 'reset_password':
    case 'mail_change':
      return { kind };
  }
}

interface LinkWork<K extends LinkPurpose['kind'], T> {
  /** Must notice that it was done already. */
  work: (purpose: Extract<LinkPurpose, { kind: K }>) => Promise<T>;
  /** Whether a result means that what the link is for is done. */
  isDone: (result: T) => boolean;
}

/**
 * Uses a link up, unless it is for something else: that one stays as it is. A failure of the work leaves it good.
 * @returns the work's result; undefined for unknown, used, expired, replaced and other links alike
 * @throws AppError UNAVAILABLE while somebody else is using it
 */
export async function useMailLink<K extends LinkPurpose['kind'], T>(
  ctx: Context,
  token: string,
  kinds: readonly K[],
  { work, isDone }: LinkWork<K, T>,
): Promise<T | undefined> {
  const isWanted = (purpose: LinkPurpose): purpose is Extract<LinkPurpose, { kind: K }> =>
    kinds.some((kind) => kind === purpose.kind);
  const seen = await readMailLink(ctx, token);
  if (seen === undefined || !isWanted(seen)) return undefined;
  return useOneTimeToken(ctx, MAIL_LINK_TOKEN, token, {
    work: () => work(seen),
    remains: (result) => (isDone(result) ? remainderOf(seen) : undefined),
  });
}

/** For a removed account: its links hold personal data. */
export const forgetMailLinks = (ctx: Context, accountId: number): Promise<void> =>
  discardOneTimeTokens(
    ctx,
    LINKS_OF_ACCOUNT.map((kind) => `${kind}:${accountId}`),
  );
