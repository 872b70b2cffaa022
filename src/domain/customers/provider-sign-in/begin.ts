// Use case: sending a browser to the operators' identity provider, or to the provider of the
// customer that owns an email address's domain.
import * as oauth from 'oauth4webapi';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { parseEmailAddress } from '../../terms/email-address.ts';
import { ProviderDown } from '../identity-provider/provider-fetch.ts';
import { readProvider, type Provider } from '../identity-provider/provider.ts';
import { domainOf } from '../single-sign-on/domain-name.ts';
import { findHolder } from '../single-sign-on/domain-store.ts';
import { callbackPathOf } from '../single-sign-on/settings.ts';
import type { SsoSetting } from '../single-sign-on/sso-setting.ts';
import { findSetting } from '../single-sign-on/store.ts';
import { storeSignInState } from './pending.ts';

interface Departure {
  /** The provider's authorization URL. */
  url: string;
  /** The token for the cookie, `xso_…`. */
  token: string;
}

/**
 * Begins the sign-in. The result depends only on the domain of the address, so it does not reveal
 * who is a member.
 * @returns undefined when nobody has set up single sign-on for that domain
 * @throws AppError UNAVAILABLE when the provider does not respond
 */
export async function beginSingleSignOn(
  ctx: Context,
  email: string,
): Promise<Departure | undefined> {
  const address = parseEmailAddress(email);
  const holder = address && (await findHolder(ctx.db, domainOf(address.normalized)));
  if (address === undefined || holder === undefined) return undefined;
  const { tenantId } = holder;
  const setting = await findSetting(ctx.db, { audience: 'dashboard', tenantId });
  return setting && depart(ctx, setting, address.written);
}

/**
 * Like beginSingleSignOn, but for operators. All operators share one provider, so no address is
 * needed.
 * @param email the address typed on the sign-in page, if any: the provider may prefill it
 */
export async function beginOperatorSignOn(
  ctx: Context,
  email: string | undefined,
): Promise<Departure | undefined> {
  const setting = await findSetting(ctx.db, { audience: 'admin' });
  return setting && depart(ctx, setting, parseEmailAddress(email ?? '')?.written);
}

async function depart(
  ctx: Context,
  { scope, issuer, clientId }: SsoSetting,
  address: string | undefined,
): Promise<Departure> {
  const provider = await readProvider(ctx, issuer).catch(throwUnavailable);
  const begun = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  };
  const token = await storeSignInState(ctx, {
    kind: 'begun',
    ...scope,
    issuer,
    clientId,
    ...begun,
  });
  const url = new URL(provider.authorization_endpoint);
  const asked = {
    client_id: clientId,
    redirect_uri: ctx.config.baseUrl + callbackPathOf(scope),
    response_type: 'code',
    scope: 'openid email profile',
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    ...(address !== undefined && { login_hint: address }),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return { url: url.href, token };
}

function throwUnavailable(error: unknown): Provider {
  if (!(error instanceof ProviderDown)) throw error;
  throw new AppError('UNAVAILABLE', 'Your company’s sign-in does not respond. Please try again.', {
    retryAfterSeconds: 30,
  });
}
