// Single sign-on for operators, and browsers that use it.
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach } from 'vitest';
import { sealClientSecret } from '../../../src/domain/customers/single-sign-on/client-secret.ts';
import { withContext } from '../installation/context.ts';
import { ask, makeAdmin } from './admins.ts';
import { CLIENT, SECRET, type PuppetProvider } from './puppet-provider.ts';
import { SsoBrowser, type SetUp } from './single-sign-on.ts';
import { SsoWorld } from './sso-world.ts';
import type { addStaffPasskey } from './staff-passkeys.ts';

export const ARRIVED = '/admin/joined';
export const DOOR = '/admin/sso';
export const refused = (fault: string): string => `${DOOR}?fault=${fault}`;

/** The domain whose email addresses are admitted by default. */
export const DOMAIN = 'ops.example';

export async function setUpOperators(
  setUp: Partial<Omit<SetUp, 'domain' | 'state'>> & Pick<SetUp, 'issuer'>,
  domains = [DOMAIN],
): Promise<void> {
  const secret = setUp.secret ?? SECRET;
  const sealed = await withContext((ctx) =>
    sealClientSecret(ctx.config, { audience: 'admin' }, secret),
  );
  await env.DB.prepare(
    `INSERT INTO operator_sso (id, domains, issuer, client_id, client_secret, default_role, role_claim, role_map, factor_values, updated_at_ms)
     VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
  )
    .bind(
      JSON.stringify(domains),
      setUp.issuer,
      setUp.clientId ?? CLIENT,
      sealed,
      setUp.defaultRole ?? null,
      setUp.roleClaim ?? null,
      JSON.stringify(setUp.roleMap ?? []),
      JSON.stringify(setUp.factorValues ?? []),
    )
    .run();
}

/** Makes single sign-on the only way in for operators, except for the given operator. */
export const enforceForOperators = (breakGlassId: number | null = null): Promise<unknown> =>
  env.DB.prepare('UPDATE operator_sso SET enforce = 1, break_glass_id = ?')
    .bind(breakGlassId)
    .run();

export const openOperatorConsole = (): SsoBrowser => new SsoBrowser('admin');

/**
 * Signs in the operator Ada with the provider.
 * @param claims claims in addition to the usual ones
 * @returns the URL in the console at which the flow ends
 */
async function walkAsOperator(
  provider: PuppetProvider,
  claims: Record<string, unknown> = {},
  browser = openOperatorConsole(),
): Promise<string> {
  const email = `ada@${DOMAIN}`;
  const departure = (await browser.depart(email)) ?? '';
  return browser.comeBack(await provider.comeBack(departure, { email, ...claims }));
}

/** @returns the status of a request that every operator is allowed to make */
export async function readHealth(browser: SsoBrowser): Promise<number> {
  const { access_token: token } = (await browser.refresh()).body.data;
  return (await ask('GET', '/health', token)).status;
}

/** Creates Ada, an operator whose password is PASSWORD from staff.ts. */
export const makeAda = () =>
  makeAdmin({ email: `ada@${DOMAIN}`, role: 'support', secondFactor: false });

export async function usePasskey(
  browser: SsoBrowser,
  soft: Awaited<ReturnType<typeof addStaffPasskey>>['soft'],
) {
  const { session_id, options } = (await browser.console.post('passkey/begin')).body.data;
  return browser.console.post('passkey/finish', { ...(await soft.sign(options)), session_id });
}

/** Gives each test its own provider, for operators and customers. Call this once per file. */
export function useOperatorWorld() {
  let customers: SsoWorld;
  beforeEach(async () => {
    customers = await SsoWorld.begin();
  });
  afterEach(() => customers.end());
  return {
    get customers(): SsoWorld {
      return customers;
    },
    get provider(): PuppetProvider {
      return customers.provider;
    },
    /**
     * Configures single sign-on with this provider for operators. By default, newcomers become
     * analysts.
     */
    setUp: (more: Partial<Parameters<typeof setUpOperators>[0]> = {}): Promise<void> =>
      setUpOperators({ issuer: customers.provider.issuer, defaultRole: 'analyst', ...more }),
    walk: (claims?: Record<string, unknown>, browser?: SsoBrowser): Promise<string> =>
      walkAsOperator(customers.provider, claims, browser),
  };
}
