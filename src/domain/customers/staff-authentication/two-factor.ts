// Turns the second factor on and off (spec 3.2): setup stores a secret, the first correct code
// turns the factor on, and the password turns it off.
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { countAgainst } from '../../terms/guess-limits.ts';
import { prepareAudit, type Actor } from '../../platform/audit/record.ts';
import {
  countRecoveryCodes,
  disableTotp,
  enableTotp,
  replaceRecoveryCodes,
  storePendingSecret,
} from '../staff/second-factor-store.ts';
import { withFactorMail } from '../staff/factor-notice.ts';
import type { StaffMember } from '../staff/member.ts';
import { hashRecoveryCode, newRecoveryCodes } from '../staff/recovery-codes.ts';
import { requireFreshStaff, type SignedInStaff } from '../staff/sessions.ts';
import { findStaff } from '../staff/store.ts';
import {
  matchTotp,
  newTotpSecret,
  sealTotpSecret,
  unsealTotpSecret,
  type TotpEnrolment,
} from '../staff/totp.ts';
import { confirmPassword } from './confirm-password.ts';

interface TwoFactorStatus {
  enabled: boolean;
  recoveryCodesLeft: number;
}

/**
 * Stores a new secret. Setting up again before the first code is entered replaces the secret.
 * @throws AppError FRESH_SIGN_IN_REQUIRED; CONFLICT when the factor is already on
 */
export async function setUpTwoFactor(
  ctx: Context,
  signedIn: SignedInStaff,
): Promise<TotpEnrolment> {
  requireFreshStaff(ctx, signedIn);
  const { member } = signedIn;
  const enrolment = newTotpSecret(ctx.config.serviceName, member.email);
  const sealed = await sealTotpSecret(ctx.config, member.id, enrolment.secret);
  if (!(await storePendingSecret(ctx.db, member.id, sealed)))
    throw new AppError('CONFLICT', 'Two-factor authentication is on. Turn it off first.');
  return enrolment;
}

/**
 * Turns the factor on: the first code proves that the authenticator has the secret.
 * @returns ten recovery codes, shown once
 * @throws AppError INVALID_CODE, including when no setup has been begun; TOO_MANY_REQUESTS after
 *   five wrong codes
 */
export async function enableTwoFactor(
  ctx: Context,
  { member, sessionId }: SignedInStaff,
  code: string,
  actor: Actor,
): Promise<string[]> {
  const counted = await countAgainst(ctx, [ctx.config.guessLimits.staffCode, String(member.id)]);
  const row = await findStaff(ctx.db, member.id);
  const sealed = row?.totp_secret ?? undefined;
  if (sealed === undefined || row?.totp_enabled_at_ms !== null) throw wrongCode();
  const step = matchTotp(await unsealTotpSecret(ctx.config, member.id, sealed), code, ctx.now());
  if (step === undefined) throw wrongCode();
  const { codes, hashes } = await makeRecoveryCodes();
  const change = { enabled: [false, true] } as const;
  const { statements, announce } = prepareChange(ctx, member, actor, 'auth.2fa_enable', change);
  const enabled = { sealedSecret: sealed, step, nowMs: ctx.now(), codes: hashes };
  const asking = { id: member.id, sessionId };
  if (!(await enableTotp(ctx.db, asking, enabled, statements))) throw wrongCode();
  announce();
  await counted.refund();
  return codes;
}

/**
 * Turns the factor off; repeating the call changes nothing.
 * @throws AppError INVALID_CREDENTIALS for a wrong password
 */
export async function disableTwoFactor(
  ctx: Context,
  member: StaffMember,
  password: string,
  actor: Actor,
): Promise<void> {
  await confirmPassword(ctx, member, password);
  const change = { enabled: [true, false] } as const;
  const { statements, announce } = prepareChange(ctx, member, actor, 'auth.2fa_disable', change);
  if (!(await disableTotp(ctx.db, member.id, statements))) return;
  announce();
}

export async function readTwoFactorStatus(
  ctx: Context,
  member: StaffMember,
): Promise<TwoFactorStatus> {
  return {
    enabled: member.twoFactorEnabled,
    recoveryCodesLeft: await countRecoveryCodes(ctx.db, member.id),
  };
}

/**
 * Issues ten new recovery codes and invalidates the old ones.
 * @throws AppError INVALID_CREDENTIALS; CONFLICT when the factor is off
 */
export async function renewRecoveryCodes(
  ctx: Context,
  member: StaffMember,
  password: string,
  actor: Actor,
): Promise<string[]> {
  const row = await confirmPassword(ctx, member, password);
  if (row.totp_enabled_at_ms === null)
    throw new AppError('CONFLICT', 'Two-factor authentication is off.');
  const { codes, hashes } = await makeRecoveryCodes();
  const { statements, announce } = prepareChange(ctx, member, actor, 'auth.recovery_codes_renew');
  await replaceRecoveryCodes(ctx.db, member.id, hashes, statements);
  announce();
  return codes;
}

const wrongCode = (): AppError => new AppError('INVALID_CODE', 'The code is wrong.');

async function makeRecoveryCodes(): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = newRecoveryCodes();
  const hashes = await Promise.all(codes.map(hashRecoveryCode));
  return { codes, hashes: hashes.filter((hash) => hash !== undefined) };
}

/** Prepares the audit entry for the change and the email that informs the member. */
const prepareChange = (
  ctx: Context,
  member: StaffMember,
  actor: Actor,
  action: string,
  change?: { enabled: readonly [before: boolean, after: boolean] },
) =>
  withFactorMail(
    ctx,
    member,
    prepareAudit(ctx, {
      actor,
      action,
      target: { type: 'staff', id: member.id },
      ...(change && {
        before: { enabled: change.enabled[0] },
        after: { enabled: change.enabled[1] },
      }),
    }),
  );
