// The metadata of a customer's identity provider (OpenID Connect Discovery 1.0), cached briefly.
import * as oauth from 'oauth4webapi';
import type { Context } from '../../../context.ts';
import { Memory } from '../../terms/memory.ts';
import { isReceiverUrl } from '../../terms/receiver-url.ts';
import { fetchFromProvider, ProviderDown } from './provider-fetch.ts';

/**
 * Metadata that contains every URL that a sign-in needs; the service may call each of these URLs.
 */
export type Provider = oauth.AuthorizationServer &
  Record<'authorization_endpoint' | 'token_endpoint' | 'jwks_uri', string>;

export type ProviderContext = Pick<Context, 'config' | 'now'>;

const memory = new Memory<Provider>({
  name: 'identity_providers',
  freshMs: 10 * 60_000,
  most: 500,
});

/**
 * @throws ProviderDown when the provider does not respond, its metadata names a different issuer,
 *   or one of its endpoints is missing or may not be called
 */
export async function readProvider(ctx: ProviderContext, issuer: string): Promise<Provider> {
  const provider = await memory.read(ctx, issuer, async () => ({
    value: await discover(ctx, issuer),
  }));
  if (provider === undefined) throw new ProviderDown('This provider is not known here.');
  return provider;
}

async function discover(ctx: ProviderContext, issuer: string): Promise<Provider> {
  const headers = { Accept: 'application/json' };
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetchFromProvider(ctx, address, { method: 'GET', headers });
  let said: oauth.AuthorizationServer;
  try {
    said = await oauth.processDiscoveryResponse(new URL(issuer), response);
  } catch {
    throw new ProviderDown('The provider has no metadata, or its metadata names another issuer.');
  }
  const { authorization_endpoint: at, token_endpoint: tokens, jwks_uri: keys } = said;
  if (!isOurs(ctx, at) || !isOurs(ctx, tokens) || !isOurs(ctx, keys))
    throw new ProviderDown('An endpoint URL of the provider is missing or not allowed.');
  return { ...said, authorization_endpoint: at, token_endpoint: tokens, jwks_uri: keys };
}

const isOurs = ({ config }: ProviderContext, address: string | undefined): address is string =>
  address !== undefined && isReceiverUrl(address, config);
