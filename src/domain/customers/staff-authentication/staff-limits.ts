// The rate limits for guesses at staff credentials (D-51, D-62). The limits' names contain no email
// address.
import type { Context } from '../../../context.ts';
import { parseEmailAddress } from '../../terms/email-address.ts';
import type { Counter } from '../../terms/guess-limits.ts';
import type { PasswordOwner } from '../../terms/password-guesses.ts';
import { ownsAddress, type StaffMember } from '../staff/member.ts';

export const ownerOf = (
  member: Pick<StaffMember, 'audience' | 'email' | 'emailVerified' | 'tenantId'>,
): PasswordOwner => ({
  realm: member.audience,
  emailNormalized: parseEmailAddress(member.email)?.normalized ?? '',
  ...(!ownsAddress(member) && member.tenantId !== undefined && { unprovenAt: member.tenantId }),
});

/**
 * Returns the counter of guesses after the password step: for the second factor, or for the
 * password of a signed-in member. It is separate from the sign-in counter, so that a stranger's
 * guesses at sign-in do not block the member at these steps.
 */
export const memberGuessCounter = (
  { config }: Context,
  what: 'code' | 'confirmation',
  staffId: number,
): Counter => {
  const { staffSignIn } = config.guessLimits;
  return [{ ...staffSignIn, policy: `${staffSignIn.policy}-${what}` }, String(staffId)];
};
