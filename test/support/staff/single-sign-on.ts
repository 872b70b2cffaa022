// Customers that have set up single sign-on, and browsers that use it.
import { env, exports } from 'cloudflare:workers';
import { withContext } from '../installation/context.ts';
import { sealClientSecret } from '../../../src/domain/customers/single-sign-on/client-secret.ts';
import { randomToken } from '../../../src/crypto/random.ts';
import type { Reply } from '../customer/api.ts';
import { openConsole } from './console.ts';
import { makeDashboardTenant, type DashboardTenant } from './dashboard.ts';

export interface SetUp {
  issuer: string;
  clientId: string;
  secret: string;
  domain?: string;
  state?: 'pending' | 'proven' | 'lapsed';
  defaultRole?: string;
  roleClaim?: string;
  roleMap?: { value: string; role: string }[];
  factorValues?: string[];
}

export interface SsoTenant extends DashboardTenant {
  domain: string;
}

/** Creates a customer with single sign-on. By default, the customer's domain is verified. */
export async function makeSsoTenant(setUp: SetUp): Promise<SsoTenant> {
  const tenant = await makeDashboardTenant();
  const domain =
    setUp.domain ??
    `${randomToken(6)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, 'x')}.example`;
  await setUpSso(tenant.id, setUp);
  await nameDomain(tenant.id, domain, setUp.state);
  return { ...tenant, domain };
}

export async function setUpSso(tenantId: string, setUp: SetUp): Promise<void> {
  const sealed = await withContext((ctx) =>
    sealClientSecret(ctx.config, { audience: 'dashboard', tenantId }, setUp.secret),
  );
  await env.DB.prepare(
    `INSERT INTO tenant_sso (tenant_id, issuer, client_id, client_secret, default_role, role_claim, role_map, factor_values, updated_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)`,
  )
    .bind(
      tenantId,
      setUp.issuer,
      setUp.clientId,
      sealed,
      setUp.defaultRole ?? null,
      setUp.roleClaim ?? null,
      JSON.stringify(setUp.roleMap ?? []),
      JSON.stringify(setUp.factorValues ?? []),
    )
    .run();
}

export async function nameDomain(
  tenantId: string,
  domain: string,
  state: SetUp['state'] = 'proven',
): Promise<void> {
  await env.DB.prepare(
    'INSERT INTO sso_domains (tenant_id, domain, token, state, created_at_ms, proven_at_ms, due_at_ms) VALUES (?, ?, ?, ?, 0, ?, ?)',
  )
    .bind(tenantId, domain, `token-of-${domain}`, state, Date.now(), Date.now())
    .run();
}

/**
 * Links the member to the subject `sub-1` at the provider, as signing in with the provider does.
 */
export const linkTo = (tenantId: string, staffId: number, issuer: string): Promise<unknown> =>
  env.DB.prepare(
    "INSERT INTO staff_identities (staff_id, tenant_id, issuer, subject, linked_at_ms, last_used_at_ms) VALUES (?, ?, ?, 'sub-1', 0, 0)",
  )
    .bind(staffId, tenantId, issuer)
    .run();

/**
 * Makes single sign-on the only way in for members in the customer's domains, except for the given
 * member.
 */
export const enforce = (tenantId: string, breakGlassId: number | null = null): Promise<unknown> =>
  env.DB.prepare('UPDATE tenant_sso SET enforce = 1, break_glass_id = ? WHERE tenant_id = ?')
    .bind(breakGlassId, tenantId)
    .run();

/** A browser that signs in to a console with single sign-on. */
export class SsoBrowser {
  readonly console;

  constructor(group: 'dashboard' | 'admin' = 'dashboard') {
    this.console = openConsole(group);
  }

  /** @returns the URL that the service redirects to, or null if the domain has no single sign-on */
  async depart(email: string): Promise<string | null> {
    const reply = await this.console.post('sso/begin', { email });
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    return reply.body.data.redirect_to;
  }

  /** @returns the URL in the console: `…/joined`, or `…/sso` if the sign-in is not complete */
  async comeBack(address: URL): Promise<string> {
    const { cookies } = this.console;
    const response = await exports.default.fetch(
      new Request(address, {
        redirect: 'manual',
        headers: {
          'CF-Connecting-IP': '192.0.2.1',
          Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      }),
    );
    this.console.take(response.headers);
    return response.headers.get('Location') ?? `status ${response.status}`;
  }

  /** Refreshes the session that the browser's cookie belongs to. */
  refresh(): Promise<Reply> {
    return this.console.post('refresh');
  }

  /** Returns the factor that the member must still present. */
  async due(): Promise<{ due: string; email?: string; challenge_token?: string }> {
    return (await this.console.post('sso/pending')).body.data;
  }
}

/**
 * Sends a logout token as the customer's provider would.
 * @returns the status
 */
export const sendLogout = ({ id }: Pick<SsoTenant, 'id'>, token: string): Promise<number> =>
  post(`dashboard/sso/${id}`, token);

/**
 * Sends a logout token as the operators' provider would.
 * @returns the status
 */
export const sendOperatorLogout = (token: string): Promise<number> => post('admin/sso', token);

async function post(place: string, token: string): Promise<number> {
  const response = await exports.default.fetch(
    new Request(`http://localhost:8787/console/v1/${place}/backchannel-logout`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }),
    }),
  );
  await response.body?.cancel();
  return response.status;
}
