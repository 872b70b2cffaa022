// Single-use links in emails (`xml_…`). The purpose of a link is stored in its OneTimeToken object,
// never in the link.
import type { Context } from '../../../context.ts';
import { MAIL_LINK_TOKEN } from '../../../crypto/token-prefixes.ts';
import {
  discardOneTimeTokens,
  issueOneTimeToken,
  readOneTimeToken,
  useOneTimeToken,
} from '../../terms/one-time-token.ts';

/** A requested account, which is created when the link is redeemed. */
export interface SignUpPurpose {
  kind: 'sign_up';
  email: string;
  emailNormalized: string;
  passwordHash: string;
  displayName?: string;
  locale: string;
  /** SHA-256 of a secret that only the browser in which the sign-up form was submitted knows. */
  browserHash?: string;
  /** The path on our site that the person was trying to reach. */
  continueTo?: string;
}

interface ResetPurpose {
  kind: 'reset_password';
  accountId: number;
  /**
   * The address at the time of the request. The link becomes invalid when the address or the
   * password changes.
   */
  emailNormalized: string;
  passwordChangedAtMs: number | null;
  /** The owner's name, which the new password must not be based on. */
  displayName?: string;
}

export interface MailChangePurpose {
  kind: 'mail_change';
  accountId: number;
  side: 'old' | 'new';
  requestedAtMs: number;
  /** SHA-256 of the new address, to recognise a change that has already been made. */
  newAddressHash?: string;
}

interface StaffResetPurpose {
  kind: 'staff_reset';
  audience: 'admin' | 'dashboard';
  staffId: number;
  /** A counter that invalidates the link when a newer one is sent or the password changes. */
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
  /**
   * If present, the owner has at most one valid link of this kind: a new link replaces the older
   * one.
   */
  only?: { kind: (typeof LINKS_OF_ACCOUNT)[number] | 'staff-email'; ownerId: number };
}

/** @returns the token for the link */
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
 * Reads the purpose of a link without consuming the link, because mail scanners open pages and must
 * not redeem links.
 * @returns undefined for unknown, used, expired and replaced links alike
 */
export async function readMailLink(ctx: Context, token: string): Promise<LinkPurpose | undefined> {
  return (await readOneTimeToken(ctx, MAIL_LINK_TOKEN, token, 'peek')) as LinkPurpose | undefined;
}

/**
 * The record of a link that is kept after the link's work is done, until the link expires. It
 * contains no personal data except the id of a staff member (D-136).
 */
export type DoneLink =
  | Pick<SignUpPurpose, 'kind'>
  | Pick<ResetPurpose, 'kind'>
  | Pick<MailChangePurpose, 'kind'>
  | Pick<StaffResetPurpose, 'kind' | 'audience' | 'staffId'>
  | Pick<StaffEmailPurpose, 'kind' | 'staffId'>;

/** @returns undefined for a link whose work has not been done, and for an expired one */
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
  /**
   * Does the link's work. The function must detect work that has already been done, because a link
   * whose work failed or was interrupted can be used again.
   */
  work: (purpose: Extract<LinkPurpose, { kind: K }>) => Promise<T>;
  /** Whether a result means that the work of the link is done. */
  isDone: (result: T) => boolean;
}

/**
 * Consumes a link if its purpose is one of `kinds`; other links stay unchanged. If the work fails,
 * the link stays valid.
 * @returns the work's result; undefined for links of other kinds, and for unknown, used, expired
 *   and replaced links
 * @throws AppError UNAVAILABLE while another request is using the link
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

/** Deletes the links of a removed account, since they contain personal data. */
export const forgetMailLinks = (ctx: Context, accountId: number): Promise<void> =>
  discardOneTimeTokens(
    ctx,
    LINKS_OF_ACCOUNT.map((kind) => `${kind}:${accountId}`),
  );
