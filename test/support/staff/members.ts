// Members of customers' staff, already signed in.
import { env } from 'cloudflare:workers';
import { hashPassword } from '../../../src/crypto/password.ts';
import { randomToken } from '../../../src/crypto/random.ts';
import type { Role } from '../../../src/domain/customers/team/rights.ts';
import { PASSWORD, signIn, type TestStaff } from './staff.ts';

/** Creates a signed-in member of a customer's staff, whose password is PASSWORD from staff.ts. */
export async function makeMember(tenantId: string, role: Role = 'owner'): Promise<TestStaff> {
  const email = `${randomToken(6).toLowerCase()}@cellar.example`;
  const row = await env.DB.prepare(
    `INSERT INTO staff (audience, tenant_id, email, email_normalized, email_verified_at_ms, name, role,
       password_hash, created_at_ms)
     VALUES ('dashboard', ?, ?, ?, ?, 'Vera Vintner', ?, ?, ?) RETURNING id`,
  )
    .bind(tenantId, email, email, Date.now(), role, await hashPassword(PASSWORD), Date.now())
    .first<{ id: number }>();
  const id = row!.id;
  return { id, email, ...(await signIn(id)) };
}
