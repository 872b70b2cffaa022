// A customer with single sign-on, its provider, and people who sign in with that provider.
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import { makeMember } from './members.ts';
import { CLIENT, PuppetProvider, SECRET } from './puppet-provider.ts';
import { makeSsoTenant, SsoBrowser, type SetUp, type SsoTenant } from './single-sign-on.ts';
import type { TestStaff } from './staff.ts';

/** The console page that a successful sign-in redirects to. */
export const ARRIVED = '/dashboard/joined';
export const DOOR = '/dashboard/sso';
export const refused = (fault: string): string => `${DOOR}?fault=${fault}`;

export class SsoWorld {
  readonly provider: PuppetProvider;

  private constructor(provider: PuppetProvider) {
    this.provider = provider;
  }

  static async begin(): Promise<SsoWorld> {
    return new SsoWorld(await PuppetProvider.start());
  }

  end(): void {
    vi.unstubAllGlobals();
  }

  /** Creates a customer that uses this provider. By default, newcomers become analysts. */
  setUp(more: Partial<SetUp> = {}): Promise<SsoTenant> {
    const { issuer } = this.provider;
    const own = { issuer, clientId: CLIENT, secret: SECRET, defaultRole: 'analyst' };
    return makeSsoTenant({ ...own, ...more });
  }

  /**
   * Signs in the member Dora with the provider.
   * @param claims claims in addition to the usual ones
   * @returns the URL in the console at which the flow ends
   */
  async walk(
    { domain }: Pick<SsoTenant, 'domain'>,
    claims: Record<string, unknown> = {},
    browser = new SsoBrowser(),
  ): Promise<string> {
    return browser.comeBack(await this.approach({ domain }, claims, browser));
  }

  /**
   * Does the same as walk, but does not follow the provider's redirect back to the service.
   * @returns the URL of that redirect
   */
  async approach(
    { domain }: Pick<SsoTenant, 'domain'>,
    claims: Record<string, unknown> = {},
    browser = new SsoBrowser(),
  ): Promise<URL> {
    const departure = (await browser.depart(`dora@${domain}`)) ?? '';
    return this.provider.comeBack(departure, { email: `dora@${domain}`, ...claims });
  }
}

interface MemberRow {
  email: string;
  role: string;
  name: string;
  password_hash: string | null;
}

export const membersOf = async ({ id }: SsoTenant): Promise<MemberRow[]> =>
  (
    await env.DB.prepare(
      'SELECT email, role, name, password_hash FROM staff WHERE tenant_id = ? ORDER BY id',
    )
      .bind(id)
      .all<MemberRow>()
  ).results;

/** Creates Dora, a member whose password is PASSWORD from staff.ts. */
export async function makeDora(
  tenant: SsoTenant,
  role: 'owner' | 'developer' = 'developer',
): Promise<TestStaff> {
  const member = await makeMember(tenant.id, role);
  const email = `dora@${tenant.domain}`;
  await env.DB.prepare('UPDATE staff SET email = ?, email_normalized = ? WHERE id = ?')
    .bind(email, email, member.id)
    .run();
  return { ...member, email };
}

/**
 * Returns all staff members with their identities, sessions and invitations, as a JSON string for
 * comparison.
 */
export const everybody = async (): Promise<string> => {
  const tables = ['staff', 'staff_identities', 'staff_sessions', 'staff_invitations'];
  const rows = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)));
  return JSON.stringify(rows.map(({ results }) => results));
};
