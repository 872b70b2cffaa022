// What operators and the staff of customers have in common: one password, and sessions.
import { startStaffSession } from '../../src/domain/staff/sessions.ts';
import { findStaff, toMember } from '../../src/domain/staff/store.ts';
import { withContext } from './context.ts';

/** What all staff of the tests sign in with, and its hash: scrypt is slow on purpose. */
export const PASSWORD = 'plum-kettle-orbit-47';
let passwordHash: string | undefined;

export async function hashOfPassword(): Promise<string> {
  const { hashPassword } = await import('../../src/crypto/password.ts');
  passwordHash ??= await hashPassword(PASSWORD);
  return passwordHash;
}

export interface TestStaff {
  id: number;
  email: string;
  /** An access token of a session of its own. */
  token: string;
  refreshToken: string;
}

/** A session without the cost of a password. */
export async function signIn(id: number): Promise<{ token: string; refreshToken: string }> {
  return withContext(async (ctx) => {
    const member = toMember((await findStaff(ctx.db, id))!);
    const caller = { ip: '192.0.2.1', userAgent: 'test' };
    const tokens = await startStaffSession(ctx, member, { method: 'password', caller });
    return { token: tokens.accessToken, refreshToken: tokens.refreshToken };
  });
}
