// The password of operators and customers' staff in tests, and sessions for them.
import { startStaffSession } from '../../../src/domain/customers/staff/sessions.ts';
import { findStaff } from '../../../src/domain/customers/staff/store.ts';
import { toMember } from '../../../src/domain/customers/staff/staff-row.ts';
import { withContext } from '../installation/context.ts';

/** The password of all staff in the tests. */
export const PASSWORD = 'plum-kettle-orbit-47';

export interface TestStaff {
  id: number;
  email: string;
  /** The access token of a new session. */
  token: string;
  refreshToken: string;
}

/**
 * Starts a session directly, which saves the cost of hashing a password.
 * @param method the sign-in method
 */
export async function signIn(
  id: number,
  method: 'password' | 'passkey' | 'totp' = 'password',
): Promise<{ token: string; refreshToken: string }> {
  return withContext(async (ctx) => {
    const member = toMember((await findStaff(ctx.db, id))!);
    const caller = { ip: '192.0.2.1', userAgent: 'test' };
    const { tokens } = (await startStaffSession(ctx, member, { method, caller }))!;
    return { token: tokens.accessToken, refreshToken: tokens.refreshToken };
  });
}
