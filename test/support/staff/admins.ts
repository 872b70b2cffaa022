import { env } from 'cloudflare:workers';
import { TOTP, Secret } from 'otpauth';
import { hashPassword } from '../../../src/crypto/password.ts';
import { randomToken } from '../../../src/crypto/random.ts';
import type { StaffAudience } from '../../../src/domain/customers/staff/member.ts';
import { callWithToken, type Reply } from '../customer/api.ts';
import { PASSWORD, signIn, type TestStaff } from './staff.ts';

interface AdminOptions {
  /**
   * The operator's id. A test that must not share rate limits with other test files sets it, since
   * ids start at 1 in every file and all files use the same rate limiters.
   */
  id?: number;
  role?: 'superadmin' | 'support' | 'analyst';
  email?: string;
  audience?: StaffAudience;
  /**
   * Whether the operator has a second factor; false for an operator who signed in with a password
   * and has not set one up yet.
   */
  secondFactor?: boolean;
}

export async function makeAdmin(options: AdminOptions = {}): Promise<TestStaff> {
  const email = options.email ?? `${randomToken(6).toLowerCase()}@ops.example`;
  const audience = options.audience ?? 'admin';
  const row = await env.DB.prepare(
    `INSERT INTO staff (id, audience, email, email_normalized, name, role, password_hash, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  )
    .bind(
      options.id ?? null,
      audience,
      email,
      email.toLowerCase(),
      'Ada Operator',
      options.role ?? 'superadmin',
      await hashPassword(PASSWORD),
      Date.now(),
    )
    .first<{ id: number }>();
  const id = row!.id;
  if (options.secondFactor === false) return { id, email, ...(await signIn(id)) };
  await givePasskey(id);
  return { id, email, ...(await signIn(id, 'passkey')) };
}

/**
 * Adds a passkey that no authenticator holds, as the second factor of an operator who has not set
 * up TOTP yet.
 */
export async function givePasskey(staffId: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO staff_passkeys (staff_id, credential_id, public_key, counter, transports, backed_up, name, created_at_ms)
     VALUES (?, ?, 'none', 0, '[]', 0, 'Old key', ?)`,
  )
    .bind(staffId, randomToken(16), Date.now())
    .run();
}

/** Sends a request to the admin API. */
export const ask = callWithToken('/admin/v1');

export const login = (
  email: string,
  password = PASSWORD,
  ip = '192.0.2.1',
  headers: Record<string, string> = {},
): Promise<Reply> => {
  const sent = { 'CF-Connecting-IP': ip, ...headers };
  return ask('POST', '/auth/login', undefined, { email, password }, sent);
};

/**
 * Returns the code that an authenticator app shows.
 * @param stepsAway the number of 30-second steps after the current one, or before it if negative
 */
export const codeOf = (secret: string, stepsAway = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + stepsAway * 30_000,
  });

/**
 * Enables the second factor with the code of the previous step, so that the codes of later steps
 * stay unused.
 */
export async function enableTwoFactor(
  token: string,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const setup = await ask('POST', '/auth/2fa/setup', token);
  const { secret } = setup.body.data;
  const enable = () => ask('POST', '/auth/2fa/verify', token, { code: codeOf(secret, -1) });
  const first = await enable();
  // Tries twice, because the 30-second step may have ended between the generation of the code and
  // its check.
  const reply = first.status === 200 ? first : await enable();
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return { secret, recoveryCodes: reply.body.data.recovery_codes };
}
