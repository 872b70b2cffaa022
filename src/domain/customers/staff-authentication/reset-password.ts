// A forgotten password of staff. The link is good once, for half an hour, and only the newest one.
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { hashPassword } from '../../../crypto/password.ts';
import { AppError } from '../../../errors.ts';
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
import { counterOfAddress } from '../../terms/guess-limits.ts';
import { clearPasswordGuesses } from '../../terms/password-guesses.ts';

/**
 * Sends a link if there is such a member who owns the address (D-79); the answer and its time are the same if there is none (spec 7.3).
 * @param mail the language of whoever asks, for members without one of their own, and the page that takes the new password, by the link's token
 * @throws AppError TOO_MANY_REQUESTS per email address and per caller, whether or not there is a member
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
 * Sets a new password by a link, and ends every session.
 * @throws AppError VALIDATION_FAILED for a weak password, which leaves the link good; INVALID_TOKEN alike for
 *   unknown, used, expired and replaced links, and for links to something else, which stay good for that
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
      // Before: what fails after the new password would leave its owner locked out.
      await clearPasswordGuesses(ctx, { realm: audience, emailNormalized: row.email_normalized });
      const change = { hash, nowMs: ctx.now(), generation };
      if (!(await setPasswordByLink(ctx.db, staffId, change, statement))) return false;
      announce();
      return true;
    },
  );
  if (redeemed.ok) return;
  throw redeemed.reason === 'invalid_link' ? deadLink() : weakPassword('password', redeemed.reason);
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
  new AppError('INVALID_TOKEN', 'The link is not valid any more. Ask for a new one.');
