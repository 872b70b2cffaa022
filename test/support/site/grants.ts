// Sites that accounts have authorized, with codes and tokens ready to use.
import type { Account } from '../../../src/domain/accounts/account.ts';
import { registerClient } from '../../../src/domain/customers/client-administration/register-client.ts';
import { approveDirectly } from '../../../src/domain/signing-in/authorization/consent-request.ts';
import type { Context } from '../../../src/context.ts';
import { runTogether } from '../../../src/db/run-together.ts';
import type { AuthorizationRequest } from '../../../src/domain/openid/grants/authorization-request.ts';
import {
  finishRevocation,
  prepareRevocation,
} from '../../../src/domain/openid/grants/connections.ts';
import type { WhichGrants } from '../../../src/domain/openid/grants/which-grants.ts';
import { AMR_PASSWORD } from '../../../src/domain/terms/authentication.ts';
import { startSession } from '../../../src/domain/signing-in/sessions/sign-in.ts';
import type { SignIn } from '../../../src/domain/signing-in/sessions/session.ts';
import { makeAccount, VISITOR } from '../account/accounts.ts';
import { makeContext } from '../installation/context.ts';
import { rememberConsent, type TestClient } from './oauth.ts';
import { redeem } from './oauth-calls.ts';
import { ALL_SCOPES, CALLBACK, CHALLENGE } from './oauth-request.ts';
import { makeTenant } from '../customer/tenants.ts';

export async function makeSite(): Promise<TestClient> {
  const { id: tenantId } = await makeTenant();
  const by = { audience: 'system', tenantId } as const;
  const { own, secret } = await registerClient(makeContext(), by, {
    name: 'Cellar Door',
    redirectUris: [CALLBACK],
    scopes: ALL_SCOPES,
    postLogoutRedirectUris: [],
  });
  return { id: own.client.id, secret: secret!, tenantId };
}

export async function signInAs(account: Account): Promise<SignIn> {
  const started = await startSession(makeContext(), account, { ...VISITOR, amr: AMR_PASSWORD });
  if (started === undefined) throw new Error('The account cannot sign in.');
  return { account, session: started.session };
}

/**
 * Revokes grants in the same order as the service does: first their rows, then their Durable
 * Objects.
 */
export async function revokeGrants(ctx: Context, which: WhichGrants): Promise<void> {
  await runTogether(ctx.db, [prepareRevocation(ctx, which)]);
  await finishRevocation(ctx, which);
}

interface Authorized {
  site: TestClient;
  account: Account;
  signIn: SignIn;
  code: string;
}

interface Options {
  site?: TestClient;
  account?: Account;
  request?: Partial<AuthorizationRequest>;
}

/** Creates an account that has consented to a site, and a code that is ready to be redeemed. */
export async function authorizeSite(options: Options = {}): Promise<Authorized> {
  const site = options.site ?? (await makeSite());
  const account = options.account ?? (await makeAccount({ displayName: 'Ada' }));
  const signIn = await signInAs(account);
  await rememberConsent(account, site, [...(options.request?.scope ?? ALL_SCOPES)]);
  const approved = await approveDirectly(
    makeContext(),
    {
      clientId: site.id,
      redirectUri: CALLBACK,
      scope: ALL_SCOPES,
      nonce: 'n-0S6_WzA2Mj',
      codeChallenge: CHALLENGE,
      prompt: [],
      requestedAtMs: Date.now(),
      ...options.request,
    },
    signIn,
  );
  if (approved === undefined) throw new Error('The account cannot agree.');
  return { site, account, signIn, code: approved.code };
}

/**
 * Creates an account that has consented to a site, and the tokens that the site received in
 * exchange for its authorization code.
 */
export async function issueTokens(options: Options = {}) {
  const authorized = await authorizeSite(options);
  return { ...authorized, tokens: (await redeem(authorized)).body };
}
