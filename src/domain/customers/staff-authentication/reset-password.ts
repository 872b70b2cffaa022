// Resets the forgotten password of a member of staff. Only the newest link works, once, for half an
// hour.
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { checkPassword, hashPassword } from '../../../crypto/password.ts';
import { AppError, UsedLink } from '../../../errors.ts';
import { actorFor, prepareAudit } from '../../platform/audit/record.ts';
import {
  redeemReset,
  requestReset,
  type ResetAudience,
  type ResetMail,
} from '../../platform/credentials/password-reset.ts';
import { ownsAddress, type StaffAudience, type Caller } from '../staff/member.ts';
import { weakPassword } from '../staff/password-rule.ts';
import { nextResetGeneration, setPasswordByLink } from '../staff/password-store.ts';
import { findStaff, findStaffByEmail } from '../staff/store.ts';
import { toMember, type StaffRow } from '../staff/staff-row.ts';
import { parseEmailAddress } from '../../terms/email-address.ts';
import { counterOfAddress, tooManyGuesses } from '../../terms/guess-limits.ts';
import { auditFailedSignIn } from './complete-sign-in.ts';
import { ownerOf } from './staff-limits.ts';
import { clearPasswordGuesses, countPasswordGuess } from '../../terms/password-guesses.ts';

/**
 * Sends a link if a member owns the address (D-79). The response and the response time do not
 * reveal whether a member does (spec 7.3).
 * @param mail the requester's language, for members without one of their own, and the page that
 *   accepts the new password with the link's token
 * @throws AppError TOO_MANY_REQUESTS, limited per email address and per caller, whether or not
 *   there is a member
 */
export async function requestStaffReset(
  ctx: Context,
  audience: StaffAudience,
  email: string,
  caller: Caller,
  mail: Pick<ResetMail, 'locale' | 'urlOf'>,
): Promise<void> {
  const normalized = parseEmailAddress(email)?.normalized ?? '';
  const { staffReset } = ctx.config.guessLimits;
  await requestReset(
    ctx,
    [
      ...counterOfAddress(staffReset, caller.ip, `${audience}:address:`),
      [staffReset, `${audience}:mail:${await sha256Hex(normalized)}`],
    ],
    () => prepareResetMail(ctx, audience, normalized, mail),
  );
}

async function prepareResetMail(
  ctx: Context,
  audience: StaffAudience,
  normalized: string,
  mail: Pick<ResetMail, 'locale' | 'urlOf'>,
): Promise<ResetMail | undefined> {
  const row = await findStaffByEmail(ctx.db, { audience }, normalized);
  const generation = row === undefined ? undefined : await nextResetGeneration(ctx.db, row.id);
  if (row === undefined || generation === undefined) return undefined;
  const purpose = { kind: 'staff_reset', audience, staffId: row.id, generation } as const;
  const link = { purpose, lifetimeMs: LIFETIMES.staffResetMs };
  return { to: row.email, link, ...mail, locale: row.locale ?? mail.locale };
}

/**
 * Sets a new password via a link, and ends every session. A retry with the same password after a
 * lost response returns the first response again (D-136).
 * @throws AppError VALIDATION_FAILED for a weak password, after which the link still works;
 *   INVALID_TOKEN for unknown, used, expired and replaced links, and for links with a different
 *   purpose, which remain valid for that purpose; UNAVAILABLE while the link is being used;
 *   TOO_MANY_REQUESTS after guesses with a used link
 */
export async function resetStaffPassword(
  ctx: Context,
  audience: StaffAudience,
  { token, password }: { token: string; password: string },
  caller: Caller,
): Promise<void> {
  const redeemed = await redeemReset(
    ctx,
    resetLinksOf(audience),
    { token, password },
    async ({ staffId, generation }) => {
      const row = await findActive(ctx, staffId);
      if (row === undefined) return false;
      const hash = await hashPassword(password);
      const { statement, announce } = prepareAudit(ctx, {
        actor: actorFor(toMember(row), caller),
        action: 'auth.password_reset',
        target: { type: 'staff', id: staffId },
      });
      // Guesses are cleared first: if clearing them failed after the new password had been set, the
      // member would stay locked out.
      await clearPasswordGuesses(ctx, { realm: audience, emailNormalized: row.email_normalized });
      const change = { hash, nowMs: ctx.now(), generation };
      if (!(await setPasswordByLink(ctx.db, staffId, change, statement)))
        return isPasswordOf(ctx, staffId, password);
      announce();
      return true;
    },
  );
  if (redeemed.ok) return;
  if (redeemed.reason === 'used_link') {
    if (await wasSetByIt(ctx, redeemed.link.staffId, password, caller)) return;
    throw new UsedLink();
  }
  throw redeemed.reason === 'invalid_link' ? deadLink() : weakPassword('password', redeemed.reason);
}

/**
 * Whether the member already has this password, which means that an earlier response to the same
 * request was lost. Only a valid link leads to this check, so an invalid link cannot be used to
 * guess passwords.
 */
async function isPasswordOf(ctx: Context, staffId: number, password: string): Promise<boolean> {
  const row = await findActive(ctx, staffId);
  return row !== undefined && (await checkPassword(password, row.password_hash ?? undefined)).ok;
}

/**
 * Whether a used link set this password. Checking the password counts as a guess like any other.
 * @throws AppError TOO_MANY_REQUESTS
 */
async function wasSetByIt(
  ctx: Context,
  staffId: number,
  password: string,
  caller: Caller,
): Promise<boolean> {
  const row = await findActive(ctx, staffId);
  if (row === undefined) return false;
  const guess = await countPasswordGuess(ctx, ownerOf(toMember(row)), caller);
  if (!guess.ok) throw tooManyGuesses(ctx, ctx.config.guessLimits.staffSignIn, guess.lockedUntilMs);
  const { ok } = await checkPassword(password, row.password_hash ?? undefined);
  if (ok) await guess.refund();
  else auditFailedSignIn(ctx, row, 'password', caller);
  return ok;
}

const resetLinksOf = (audience: StaffAudience): ResetAudience<'staff_reset'> => ({
  kind: 'staff_reset',
  findKnownWords: async (ctx, purpose) => {
    const row = purpose.audience === audience ? await findActive(ctx, purpose.staffId) : undefined;
    return row && [row.email, row.name];
  },
});

async function findActive(ctx: Context, staffId: number): Promise<StaffRow | undefined> {
  const row = await findStaff(ctx.db, staffId);
  return row?.deactivated_at_ms === null && ownsAddress(toMember(row)) ? row : undefined;
}

const deadLink = (): AppError =>
  new AppError('INVALID_TOKEN', 'This link is no longer valid. Ask for a new one.');
