// Invitations to a customer's staff: a link in a mail, good once, for a week. The newest of an address replaces the older
// ones.
import { DAY_MS } from '../../../time/durations.ts';
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { hashPassword } from '../../../crypto/password.ts';
import { randomToken } from '../../../crypto/random.ts';
import { INVITATION_TOKEN } from '../../../crypto/token-prefixes.ts';
import { AppError, notFound, roleForbids, UsedLink } from '../../../errors.ts';
import { findHidingCharacter } from '../../terms/displayed-name.ts';
import { parseEmailAddress, type EmailAddress } from '../../terms/email-address.ts';
import { countAgainst } from '../../terms/guess-limits.ts';
import { prepareAudit, type TenantActor } from '../../platform/audit/record.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Caller, StaffMember } from '../staff/member.ts';
import { findMember } from '../staff/membership.ts';
import { requireGoodPassword } from '../staff/password-rule.ts';
import { requireOwnNames } from '../shown-names/own-name.ts';
import type { StaffTokens } from '../staff/sessions.ts';
import { signInNewMember } from '../staff-authentication/complete-sign-in.ts';
import { signInStaffWithPassword } from '../staff-authentication/sign-in-with-password.ts';
import { prepareUnprovenEnd } from '../staff-authentication/unproven-customers.ts';
import type { Invitation } from './invitation.ts';
import {
  deleteInvitationsBefore,
  findAcceptedInvitation,
  findOpenInvitation,
  insertInvitation,
  joinByInvitation,
  listOpenInvitations,
  revokeInvitationRow,
} from './invitation-store.ts';
import { badAddress, requireVerifiedEmail } from './register-customer.ts';
import type { Role } from '../team/rights.ts';
import { findTenantOfMember } from './store.ts';

const MAX_OPEN = 50;
/** Letters of a customer's name in a mail. */
const MAX_QUOTED = 40;

/** Below the base URL; `token` goes into its query. */
const PAGE = '/dashboard/v1/auth/invitation-page';

/** Those that can still be accepted, the newest first. */
export const listInvitations = (
  ctx: Context,
  tenantId: string,
  page: { offset: number; limit: number },
): Promise<{ rows: Invitation[]; total: number }> =>
  listOpenInvitations(ctx.db, tenantId, ctx.now(), page);

/**
 * @param inviter an owner
 * @param locale the language of the mail
 * The answer does not tell whether the address has a sign-in elsewhere: then its owner alone learns it, by mail.
 * @throws AppError EMAIL_NOT_VERIFIED for the inviter; VALIDATION_FAILED for the address, or a name that is somebody else's (D-77);
 *   CONFLICT for a member of the team, or when 50 invitations are open; FORBIDDEN when the inviter has just lost the right; TOO_MANY_REQUESTS per
 *   customer and per email address
 */
export async function inviteToTeam(
  ctx: Context,
  by: TenantActor,
  inviter: StaffMember,
  { email, role, name }: { email: string; role: Role; name?: string | undefined },
  locale: string,
): Promise<Invitation> {
  requireVerifiedEmail(inviter);
  if (name !== undefined) await requireOwnNames(ctx, by.tenantId, [{ field: 'name', name }]);
  const address = parseEmailAddress(email);
  if (address === undefined) throw badAddress();
  const { invitationTenant, invitationRecipient } = ctx.config.guessLimits;
  await countAgainst(
    ctx,
    [invitationTenant, by.tenantId],
    [invitationRecipient, address.normalized],
  );
  const holder = await findTenantOfMember(ctx.db, address.normalized);
  if (holder === by.tenantId)
    throw new AppError('CONFLICT', 'This person is in your team already.');
  const { invitation, token, tokenHash } = await makeInvitation(
    ctx,
    by.tenantId,
    address,
    role,
    name,
  );
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    action: 'team.invite',
    target: { type: 'invitation', id: invitation.id },
    after: { role },
  });
  const secret = { tokenHash, invitedBy: inviter.id };
  const sent = await insertInvitation(ctx.db, invitation, secret, MAX_OPEN, statement);
  if (!sent.ok && sent.reason === 'not_allowed') throw roleForbids();
  if (!sent.ok)
    throw new AppError('CONFLICT', `At most ${MAX_OPEN} invitations are open at a time.`);
  announce();
  const { teamName } = sent;
  const mail = { token, teamName, inviterName: inviter.name, locale };
  if (holder === undefined) await mailInvitation(ctx, invitation, mail);
  else await mailTaken(ctx, invitation, mail);
  return invitation;
}

/** Not written yet. @returns it, with the secret of its link and that one's hash */
export async function makeInvitation(
  ctx: Context,
  tenantId: string,
  address: EmailAddress,
  role: string,
  name?: string,
): Promise<{ invitation: Invitation; token: string; tokenHash: string }> {
  const nowMs = ctx.now();
  const token = `${INVITATION_TOKEN}${randomToken(32)}`;
  const invitation = {
    id: `inv_${randomToken(12)}`,
    tenantId,
    email: address.written,
    emailNormalized: address.normalized,
    role,
    ...(name !== undefined && { name }),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + LIFETIMES.invitationMs,
  };
  return { invitation, token, tokenHash: await sha256Hex(token) };
}

interface InvitationMail {
  token: string;
  teamName: string;
  /** Of the member who invites; without one it is an operator, whom nobody there knows. */
  inviterName?: string;
  /** The language of the mail. */
  locale: string;
}

/** Once it is written. Never throws. */
export async function mailInvitation(
  ctx: Context,
  { email }: Invitation,
  { token, teamName, inviterName, locale }: InvitationMail,
): Promise<void> {
  const link = `${ctx.config.baseUrl}${PAGE}?token=${token}`;
  const inviter = inviterName !== undefined && { inviter: shorten(inviterName) };
  const details = { team: shorten(teamName), ...inviter, link };
  await queueMail(ctx, { to: email, locale, template: 'team_invitation', details });
}

/** To somebody who is another customer's member. Never throws. */
export async function mailTaken(
  ctx: Context,
  { email }: Invitation,
  { teamName, locale }: Pick<InvitationMail, 'teamName' | 'locale'>,
): Promise<void> {
  const details = { team: shorten(teamName) };
  await queueMail(ctx, { to: email, locale, template: 'invitation_taken', details });
}

/**
 * A customer's name is anybody's text: a mail quotes one short line of it, and never in its subject. One from before D-77 may hide
 * letters; in another one joiners are spelling.
 */
function shorten(name: string): string {
  const isClean = findHidingCharacter(name) === undefined;
  const line = name.replaceAll(isClean ? /\s+/gu : /[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  if (line.length <= MAX_QUOTED) return line;
  // Not in the middle of a letter of two units.
  return `${line.slice(0, MAX_QUOTED).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** @throws AppError NOT_FOUND, also for one that was accepted, revoked or is late */
export async function revokeInvitation(ctx: Context, by: TenantActor, id: string): Promise<void> {
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    action: 'team.revoke_invitation',
    target: { type: 'invitation', id },
  });
  if (!(await revokeInvitationRow(ctx.db, by.tenantId, id, ctx.now(), statement))) throw notFound();
  announce();
}

/**
 * Makes the member, signed in. The link proves the email address, and what others signed up with it ends (D-79). A repeat with the
 * same password, whose answer was lost, signs in (D-136).
 * @throws AppError INVALID_TOKEN alike for unknown, used, revoked, replaced and late links; TOO_MANY_REQUESTS as for sign-ins; VALIDATION_FAILED for
 *   the password, or a name that is somebody else's (D-77), which leaves the link good
 */
export async function acceptInvitation(
  ctx: Context,
  { token, name, password }: { token: string; name?: string | undefined; password: string },
  caller: Caller,
): Promise<StaffTokens> {
  const tokenHash = await sha256Hex(token);
  const invitation = await findOpenInvitation(ctx.db, tokenHash, ctx.now());
  if (invitation === undefined) return signInJoined(ctx, tokenHash, password, caller);
  const { tenantId, email, waiting } = invitation;
  const { role, name: givenName } = waiting ?? invitation;
  if (name !== undefined) await requireOwnNames(ctx, tenantId, [{ field: 'name', name }]);
  const member = {
    name: name ?? givenName ?? email.slice(0, email.lastIndexOf('@')).slice(0, 100),
  };
  await requireGoodPassword(ctx, password, 'password', [email, member.name]);
  const passwordHash = await hashPassword(password);
  const { statement, announce } = prepareAudit(ctx, {
    actor: { ...caller, audience: 'dashboard', tenantId },
    action: 'team.join',
    target: { type: 'invitation', id: invitation.id },
    after: { role },
  });
  const joining = { ...member, passwordHash };
  const nowMs = ctx.now();
  const { emailNormalized } = invitation;
  const others = await prepareUnprovenEnd(ctx, { emailNormalized }, nowMs);
  const together = [statement, ...others.statements];
  const id = await joinByInvitation(ctx.db, invitation, joining, nowMs, together);
  const scope = { audience: 'dashboard' as const, tenantId };
  const joined = id === undefined ? undefined : await findMember(ctx, scope, id);
  if (joined === undefined) return signInJoined(ctx, tokenHash, password, caller);
  announce();
  await others.finish();
  return signInNewMember(ctx, joined, caller);
}

/**
 * By an invitation that was accepted: a sign-in like any other, by its link and the password.
 * @throws AppError INVALID_TOKEN, which says so when the password is not right or does not suffice
 */
async function signInJoined(
  ctx: Context,
  tokenHash: string,
  password: string,
  caller: Caller,
): Promise<StaffTokens> {
  const accepted = await findAcceptedInvitation(ctx.db, tokenHash, ctx.now());
  if (accepted === undefined) throw deadLink();
  const { tenantId, email } = accepted;
  const scope = { audience: 'dashboard' as const, tenantId };
  try {
    const answer = await signInStaffWithPassword(ctx, scope, { email, password }, caller);
    if (answer.done) return answer.tokens;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INVALID_CREDENTIALS') throw error;
  }
  throw new UsedLink();
}

/** By cron: addresses of invited people are kept for no longer than a month. */
export const forgetOldInvitations = (ctx: Context): Promise<void> =>
  deleteInvitationsBefore(ctx.db, ctx.now() - 30 * DAY_MS);

const deadLink = (): AppError =>
  new AppError('INVALID_TOKEN', 'The invitation is not valid any more. Ask for a new one.');
