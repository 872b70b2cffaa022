import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { TOTP, Secret } from 'otpauth';
import { createContext, type Context } from '../../src/context.ts';
import { randomToken } from '../../src/crypto/random.ts';
import { startStaffSession } from '../../src/domain/staff/sessions.ts';
import { findStaff, toMember } from '../../src/domain/staff/store.ts';
import type { Audience } from '../../src/domain/staff/member.ts';
import { call, type Reply } from './api.ts';

/** What every admin of the tests signs in with, and its hash: scrypt is slow on purpose. */
export const PASSWORD = 'plum-kettle-orbit-47';
let passwordHash: string | undefined;

export async function hashOfPassword(): Promise<string> {
  const { hashPassword } = await import('../../src/crypto/password.ts');
  passwordHash ??= await hashPassword(PASSWORD);
  return passwordHash;
}

export interface TestAdmin {
  id: number;
  email: string;
  /** An access token of a session of its own. */
  token: string;
  refreshToken: string;
}

interface AdminOptions {
  role?: 'superadmin' | 'support' | 'analyst';
  email?: string;
  audience?: Audience;
}

/** Runs something with a context, and waits for what it defers. */
export async function withContext<T>(act: (ctx: Context) => Promise<T>): Promise<T> {
  const execution = createExecutionContext();
  const result = await act(createContext(env, execution));
  await waitOnExecutionContext(execution);
  return result;
}

export async function makeAdmin(options: AdminOptions = {}): Promise<TestAdmin> {
  const email = options.email ?? `${randomToken(6).toLowerCase()}@ops.example`;
  const audience = options.audience ?? 'admin';
  const row = await env.DB.prepare(
    `INSERT INTO staff (audience, email, email_normalized, name, role, password_hash, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  )
    .bind(
      audience,
      email,
      email.toLowerCase(),
      'Ada Operator',
      options.role ?? 'superadmin',
      await hashOfPassword(),
      Date.now(),
    )
    .first<{ id: number }>();
  const id = row!.id;
  return { id, email, ...(await signIn(id)) };
}

/** A session without the cost of a password. */
export async function signIn(id: number): Promise<{ token: string; refreshToken: string }> {
  return withContext(async (ctx) => {
    const member = toMember((await findStaff(ctx.db, id))!);
    const caller = { ip: '192.0.2.1', userAgent: 'test' };
    const tokens = await startStaffSession(ctx, member, 'password', caller);
    return { token: tokens.accessToken, refreshToken: tokens.refreshToken };
  });
}

/** A request to the admin group. */
export function ask(
  method: string,
  path: string,
  token?: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return call(`/admin/v1${path}`, {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

export const login = (email: string, password = PASSWORD, ip = '192.0.2.1'): Promise<Reply> =>
  ask('POST', '/auth/login', undefined, { email, password }, { 'CF-Connecting-IP': ip });

/** The code an authenticator shows. @param stepsAway later (positive) or earlier 30-second steps */
export const codeOf = (secret: string, stepsAway = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + stepsAway * 30_000,
  });

/** Turns the second factor on with the code of the step before: later steps stay unused. */
export async function enableTwoFactor(
  token: string,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const setup = await ask('POST', '/auth/2fa/setup', token);
  const { secret } = setup.body.data;
  const enable = () => ask('POST', '/auth/2fa/verify', token, { code: codeOf(secret, -1) });
  const first = await enable();
  // The step may end between showing its code and checking it.
  const reply = first.status === 200 ? first : await enable();
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return { secret, recoveryCodes: reply.body.data.recovery_codes };
}
