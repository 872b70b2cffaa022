// Staff for a run. There are many members, because some requests end the session of the member who
// sends them, and an authenticator code can be used only once.
import { randomBytes } from 'node:crypto';
import { newTotpSecret, sealTotpSecret } from '../../src/domain/customers/staff/totp.ts';
import { hashPassword } from '../credentials.ts';
import { codeOf } from '../demo/authenticator.ts';
import { readSecret } from '../demo/dev-vars.ts';
import { openLocalDatabase } from '../demo/local-database.ts';

export type Audience = 'admin' | 'dashboard';

export interface Member {
  email: string;
  password: string;
  /** The secret of the member's authenticator; present only for operators, who need one. */
  totpSecret?: string;
}

const ROLES = { admin: 'superadmin', dashboard: 'owner' } as const satisfies Record<
  Audience,
  string
>;

/**
 * Adds the members to the database. Must be called before the service starts.
 * @param tenantId the customer that the dashboard members belong to
 */
export async function addMembers(
  stateDirectory: string,
  tenantId: string,
  count: number,
): Promise<Record<Audience, Member[]>> {
  const { database, close } = await openLocalDatabase(stateDirectory);
  const password = randomBytes(12).toString('base64url');
  // All members share one password hash, because hashing is deliberately slow.
  const hash = hashPassword(password);
  const add = async (audience: Audience, at: number): Promise<Member> => {
    const email = `${audience}-${at}@fuzz.example`;
    const row = await database
      .prepare(
        `INSERT INTO staff (audience, tenant_id, email, email_normalized, name, role, password_hash, email_verified_at_ms,
          password_changed_at_ms, created_at_ms) VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, ?7, ?7) RETURNING id`,
      )
      .bind(
        audience,
        audience === 'dashboard' ? tenantId : null,
        email,
        `Member ${at}`,
        ROLES[audience],
        hash,
        Date.now(),
      )
      .first<{ id: number }>();
    if (audience === 'dashboard') return { email, password };
    const { secret } = newTotpSecret('', '');
    const keys = { keyEncryptionKey: { current: readSecret('KEY_ENCRYPTION_KEY') } };
    const sealed = await sealTotpSecret(keys, row?.id ?? 0, secret);
    await database
      .prepare(
        'UPDATE staff SET totp_secret = ?, totp_enabled_at_ms = ?, totp_last_step = 0 WHERE id = ?',
      )
      .bind(sealed, Date.now(), row?.id ?? 0)
      .run();
    return { email, password, totpSecret: secret };
  };
  try {
    const numbers = Array.from({ length: count }, (_, at) => at);
    const members: Record<Audience, Member[]> = { admin: [], dashboard: [] };
    for (const at of numbers) {
      members.admin.push(await add('admin', at));
      members.dashboard.push(await add('dashboard', at));
    }
    return members;
  } finally {
    await close();
  }
}

interface Tokens {
  access_token?: string;
  challenge_token?: string;
}

/**
 * @returns an access token
 * @throws Error that contains the response when the sign-in fails
 */
export async function signInMember(
  origin: string,
  audience: Audience,
  { email, password, totpSecret }: Member,
): Promise<string> {
  const group = `${origin}/${audience}/v1/auth`;
  const { access_token: token, challenge_token } = await post(`${group}/login`, {
    email,
    password,
  });
  if (token !== undefined) return token;
  const answer = { challenge_token, code: codeOf(totpSecret ?? '') };
  const { access_token = '' } = await post(`${group}/2fa/challenge`, answer);
  return access_token;
}

async function post(url: string, body: object): Promise<Tokens> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data, error } = (await response.json()) as { data?: Tokens; error?: unknown };
  if (data === undefined) throw new Error(`${url}: ${JSON.stringify(error)}`);
  return data;
}
