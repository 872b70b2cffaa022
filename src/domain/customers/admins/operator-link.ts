// The link for a new operator, printed by `npm run admin:create` or `npm run deploy`. It works
// once: the operator sets a first password, is signed in, and must then set up a second factor
// (D-63).
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { hashPassword } from '../../../crypto/password.ts';
import { AppError, UsedLink } from '../../../errors.ts';
import { actorFor, prepareAudit } from '../../platform/audit/record.ts';
import { findLink } from '../../platform/deployment-links/store.ts';
import type { Caller, StaffMember } from '../staff/member.ts';
import { findMember } from '../staff/membership.ts';
import { requireGoodPassword } from '../staff/password-rule.ts';
import type { StaffTokens } from '../staff/sessions.ts';
import { signInNewMember } from '../staff-authentication/complete-sign-in.ts';
import { signInStaffWithPassword } from '../staff-authentication/sign-in-with-password.ts';
import { setFirstPassword } from './operator-link-store.ts';

const OPERATORS = { audience: 'admin' } as const;

/**
 * Sets the password of an operator who has none. Repeating the call with the same password after a
 * lost response signs the operator in (D-136).
 * @throws AppError INVALID_TOKEN for unknown, used, replaced and expired links; TOO_MANY_REQUESTS
 *   as for sign-ins; VALIDATION_FAILED if the password is not acceptable, after which the link
 *   still works
 */
export async function acceptOperatorLink(
  ctx: Context,
  { token, password }: { token: string; password: string },
  caller: Caller,
): Promise<StaffTokens> {
  const tokenHash = await sha256Hex(token);
  const link = await findLink(ctx.db, 'operator', tokenHash, ctx.now());
  const operator = link?.staff_id ? await findMember(ctx, OPERATORS, link.staff_id) : undefined;
  if (link === undefined || operator === undefined) throw deadLink();
  if (link.used_at_ms !== null) return signInAgain(ctx, operator, password, caller);
  await requireGoodPassword(ctx, password, 'password', [operator.email, operator.name]);
  const { statement, announce } = prepareAudit(ctx, {
    actor: actorFor(operator, caller),
    action: 'admin.join',
    target: { type: 'admin', id: operator.id },
  });
  const whose = { staffId: operator.id, tokenHash };
  const hash = await hashPassword(password);
  if (!(await setFirstPassword(ctx.db, whose, hash, ctx.now(), statement)))
    return signInAgain(ctx, operator, password, caller);
  announce();
  return signInNewMember(ctx, operator, caller);
}

/**
 * Signs in with a used link: an ordinary sign-in with the operator's address and password.
 * @throws AppError INVALID_TOKEN, with the message for used links, when the password is wrong or a
 *   second factor is also required
 */
async function signInAgain(
  ctx: Context,
  { email }: StaffMember,
  password: string,
  caller: Caller,
): Promise<StaffTokens> {
  try {
    const answer = await signInStaffWithPassword(ctx, OPERATORS, { email, password }, caller);
    if (answer.done) return answer.tokens;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INVALID_CREDENTIALS') throw error;
  }
  throw new UsedLink();
}

const deadLink = (): AppError =>
  new AppError(
    'INVALID_TOKEN',
    'This link is no longer valid. Create a new one with npm run deploy.',
  );
