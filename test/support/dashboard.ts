// A customer with staff who are signed in already, and their requests to the dashboard group.
import { env } from 'cloudflare:workers';
import { randomToken } from '../../src/crypto/random.ts';
import type { Role } from '../../src/domain/team/rights.ts';
import { hashOfPassword, signIn } from './admins.ts';
import { call, type Reply } from './api.ts';
import { makeTenant, type TestTenant } from './tenants.ts';

export interface TestMember {
  id: number;
  email: string;
  /** An access token of a session of its own. */
  token: string;
  refreshToken: string;
}

/** A member of a customer's staff. Signs in with PASSWORD of admins.ts. */
export async function makeMember(tenantId: string, role: Role = 'owner'): Promise<TestMember> {
  const email = `${randomToken(6).toLowerCase()}@cellar.example`;
  const row = await env.DB.prepare(
    `INSERT INTO staff (audience, tenant_id, email, email_normalized, email_verified_at_ms, name, role,
       password_hash, created_at_ms)
     VALUES ('dashboard', ?, ?, ?, ?, 'Vera Vintner', ?, ?, ?) RETURNING id`,
  )
    .bind(tenantId, email, email, Date.now(), role, await hashOfPassword(), Date.now())
    .first<{ id: number }>();
  const id = row!.id;
  return { id, email, ...(await signIn(id)) };
}

export interface DashboardTenant extends TestTenant {
  owner: TestMember;
}

/** A customer with its API keys and an owner. */
export async function makeDashboardTenant(): Promise<DashboardTenant> {
  const tenant = await makeTenant();
  return { ...tenant, owner: await makeMember(tenant.id) };
}

/** A request to the dashboard group. */
export function ask(
  method: string,
  path: string,
  token?: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return call(`/dashboard/v1${path}`, {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}
