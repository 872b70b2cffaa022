// Resets a forgotten password, for accounts and for staff. Each request is counted, and the
// response is the same whether or not anyone has the address. The link works once, but a refused
// password leaves it usable. The caller decides which sessions and tokens end when the password is
// set.
import type { Context } from '../../../context.ts';
import {
  issueMailLink,
  readDoneMailLink,
  readMailLink,
  useMailLink,
  type DoneLink,
  type LinkPurpose,
  type NewMailLink,
} from '../mail/mail-link.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { countAgainst, type Counter } from '../../terms/guess-limits.ts';
import { findPasswordFault, type PasswordFault } from '../../terms/password-policy.ts';

type ResetKind = 'reset_password' | 'staff_reset';
type PurposeOf<K extends ResetKind> = Extract<LinkPurpose, { kind: K }>;

export interface ResetMail {
  to: string;
  /** The language of the email, out of the languages that our pages support. */
  locale: string;
  link: NewMailLink;
  /**
   * @param token the link's token, `xml_…`
   * @returns the URL of the page that accepts the new password
   */
  urlOf: (token: string) => string;
}

/**
 * Counts the request, and sends a link if the address has an owner.
 * @param prepare prepares the email; returns undefined when nobody has the address
 * @throws AppError TOO_MANY_REQUESTS whether or not anyone has the address
 */
export async function requestReset(
  ctx: Context,
  counters: readonly Counter[],
  prepare: () => Promise<ResetMail | undefined>,
): Promise<void> {
  await countAgainst(ctx, ...counters);
  // The email is sent after the response, so that the response time reveals nothing.
  ctx.defer(sendReset(ctx, prepare));
}

async function sendReset(
  ctx: Context,
  prepare: () => Promise<ResetMail | undefined>,
): Promise<void> {
  const mail = await prepare();
  if (mail === undefined) return;
  const details = { link: mail.urlOf(await issueMailLink(ctx, mail.link)) };
  const { to, locale } = mail;
  await queueMail(ctx, { to, locale, template: 'reset_password', details });
}

/** The parts of a reset that differ between accounts and staff. */
export interface ResetAudience<K extends ResetKind> {
  kind: K;
  /**
   * Finds words that an attacker would try first, such as the person's email address and name.
   * @returns undefined when the link is no longer valid
   */
  findKnownWords: (ctx: Context, purpose: PurposeOf<K>) => Promise<readonly string[] | undefined>;
}

/**
 * Consumes the link, unless the password is refused.
 * @param set sets the password; returns false when the link is no longer valid, for example because
 *   a password was set in the meantime
 * @returns `used_link`, with the stored record of the link, when the link has already been used to
 *   set a password
 * @throws AppError UNAVAILABLE while another request is using the link
 */
export async function redeemReset<K extends ResetKind>(
  ctx: Context,
  { kind, findKnownWords }: ResetAudience<K>,
  { token, password }: { token: string; password: string },
  set: (purpose: PurposeOf<K>) => Promise<boolean>,
): Promise<ResetOutcome<K>> {
  const isOfKind = (purpose: LinkPurpose): purpose is PurposeOf<K> => purpose.kind === kind;
  const seen = await readMailLink(ctx, token);
  const known = seen && isOfKind(seen) ? await findKnownWords(ctx, seen) : undefined;
  if (known === undefined) return whyNot(ctx, kind, token);
  const fault = await findPasswordFault(ctx, password, known);
  if (fault !== undefined) return { ok: false, reason: fault };
  const isDone = (isSet: boolean): boolean => isSet;
  const isSet = await useMailLink(ctx, token, [kind], { work: set, isDone });
  return isSet === true ? { ok: true } : whyNot(ctx, kind, token);
}

export type ResetOutcome<K extends ResetKind> =
  | { ok: true }
  | { ok: false; reason: 'invalid_link' | PasswordFault }
  | { ok: false; reason: 'used_link'; link: Extract<DoneLink, { kind: K }> };

async function whyNot<K extends ResetKind>(
  ctx: Context,
  kind: K,
  token: string,
): Promise<ResetOutcome<K>> {
  const isOfKind = (done: DoneLink): done is Extract<DoneLink, { kind: K }> => done.kind === kind;
  const link = await readDoneMailLink(ctx, token);
  return link !== undefined && isOfKind(link)
    ? { ok: false, reason: 'used_link', link }
    : { ok: false, reason: 'invalid_link' };
}
