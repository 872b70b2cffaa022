// Invitations to join a customer's staff: each is an emailed link that works once and expires after
// a week. The newest invitation to an address replaces older ones.
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
/** The maximum length of a name that an email quotes, in characters. */
const MAX_QUOTED = 40;

/** The invitation page's path below the base URL; `token` is added to its query. */
const PAGE = '/dashboard/v1/auth/invitation-page';

/** Lists invitations that can still be accepted, newest first. */
export const listInvitations = (
  ctx: Context,
  tenantId: string,
  page: { offset: number; limit: number },
): Promise<{ rows: Invitation[]; total: number }> =>
  listOpenInvitations(ctx.db, tenantId, ctx.now(), page);

/**
 * Sends an invitation. The response does not reveal whether the address belongs to a member of
 * another customer; only the owner of the address learns that, by email.
 * @param inviter an owner
 * @param locale the language of the email
 * @throws AppError EMAIL_NOT_VERIFIED for the inviter; VALIDATION_FAILED for the address, or a name
 *   that imitates another organisation's (D-77); CONFLICT for a member of the team, or when 50
 *   invitations are open; FORBIDDEN when the inviter has just lost the right; TOO_MANY_REQUESTS,
 *   limited per customer and per email address
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
    throw new AppError('CONFLICT', 'This person is already in your team.');
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
    throw new AppError('CONFLICT', `At most ${MAX_OPEN} invitations can be open at a time.`);
  announce();
  const { teamName } = sent;
  const mail = { token, teamName, inviterName: inviter.name, locale };
  if (holder === undefined) await mailInvitation(ctx, invitation, mail);
  else await mailTaken(ctx, invitation, mail);
  return invitation;
}

/**
 * Creates an invitation without writing it to the database.
 * @returns the invitation, with the secret of its link and the secret's hash
 */
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
  /**
   * The name of the inviting member; absent for an operator, because the invited person does not
   * know operators.
   */
  inviterName?: string;
  /** The language of the email. */
  locale: string;
}

/** Emails an invitation that has been written to the database. Never throws. */
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

/**
 * Tells the invited person by email that they already belong to another customer's team. Never
 * throws.
 */
export async function mailTaken(
  ctx: Context,
  { email }: Invitation,
  { teamName, locale }: Pick<InvitationMail, 'teamName' | 'locale'>,
): Promise<void> {
  const details = { team: shorten(teamName) };
  await queueMail(ctx, { to: email, locale, template: 'invitation_taken', details });
}

/**
 * Shortens a name to one line. Anyone can choose the names of customers and members, so emails
 * quote only a short part of them, and never in the subject. If a name contains characters that
 * hide letters (names stored before D-77 may), all its invisible characters are removed. Other
 * names keep theirs, because some scripts need joiners.
 */
function shorten(name: string): string {
  const isClean = findHidingCharacter(name) === undefined;
  const line = name.replaceAll(isClean ? /\s+/gu : /[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  if (line.length <= MAX_QUOTED) return line;
  // Do not leave half of a surrogate pair at the end.
  return `${line.slice(0, MAX_QUOTED).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** @throws AppError NOT_FOUND, including for an accepted, revoked or expired invitation */
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
 * Creates the member and signs them in. The link confirms the email address, which ends all other
 * sign-ups with that address (D-79). Repeating the call with the same password after a lost
 * response signs the member in (D-136).
 * @throws AppError INVALID_TOKEN for unknown, used, revoked, replaced and expired links;
 *   TOO_MANY_REQUESTS as for sign-ins; VALIDATION_FAILED for the password, or for a name that
 *   imitates another organisation's (D-77), after which the link still works
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
 * Signs in with an invitation that has already been accepted: an ordinary sign-in with the invited
 * address and the password.
 * @throws AppError INVALID_TOKEN, with a separate message, when the password is wrong or a second
 *   factor is also required
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

/**
 * Deletes old invitations, so that addresses of invited people are kept for at most a month. Called
 * by cron.
 */
export const forgetOldInvitations = (ctx: Context): Promise<void> =>
  deleteInvitationsBefore(ctx.db, ctx.now() - 30 * DAY_MS);

const deadLink = (): AppError =>
  new AppError('INVALID_TOKEN', 'This invitation is no longer valid. Ask for a new one.');
