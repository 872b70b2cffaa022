// Registered sites, and browsers that are sent to the authorization endpoint.
import { env, exports } from 'cloudflare:workers';
import { sha256Hex } from '../../../src/crypto/hash.ts';
import { randomToken } from '../../../src/crypto/random.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { AMR_PASSWORD } from '../../../src/domain/terms/authentication.ts';
import { startSession } from '../../../src/domain/signing-in/sessions/sign-in.ts';
import { VISITOR } from '../account/accounts.ts';
import { makeContext } from '../installation/context.ts';
import {
  ALL_SCOPES,
  CALLBACK,
  ORIGIN,
  requestFor,
  SIGNED_OUT,
  type Parameters,
} from './oauth-request.ts';
import { makeTenant } from '../customer/tenants.ts';

export interface TestClient {
  id: string;
  secret: string;
  tenantId: string;
}

interface ClientOptions {
  /** The residency of the customer that the client belongs to. */
  residency?: 'none' | 'eu';
  name?: string;
  logo?: string;
  redirectUris?: string[];
  scopes?: string[];
  postLogoutRedirectUris?: string[];
  backchannelLogoutUri?: string;
  frontchannelLogoutUri?: string;
  ageThresholds?: number[];
}

export async function makeClient({
  residency = 'none',
  name = 'Cellar Door',
  logo,
  redirectUris = [CALLBACK],
  scopes = ALL_SCOPES,
  postLogoutRedirectUris = [SIGNED_OUT],
  backchannelLogoutUri,
  frontchannelLogoutUri,
  ageThresholds,
}: ClientOptions = {}): Promise<TestClient> {
  const { id: tenantId } = await makeTenant({ residency });
  const client = { id: `xoc_${randomToken(16)}`, secret: `xocs_${randomToken(32)}`, tenantId };
  await env.DB.prepare(
    `INSERT INTO oauth_clients (id, tenant_id, name, logo, redirect_uris, scopes,
      post_logout_redirect_uris, backchannel_logout_uri, frontchannel_logout_uri, age_thresholds, secret_hash, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
    .bind(
      client.id,
      tenantId,
      name,
      logo ?? null,
      JSON.stringify(redirectUris),
      JSON.stringify(scopes),
      JSON.stringify(postLogoutRedirectUris),
      backchannelLogoutUri ?? null,
      frontchannelLogoutUri ?? null,
      ageThresholds === undefined ? null : JSON.stringify(ageThresholds),
      await sha256Hex(client.secret),
      Date.now(),
    )
    .run();
  return client;
}

/** Stores a consent to redirects to CALLBACK, as if the account had given it earlier. */
export async function rememberConsent(
  account: Account,
  client: TestClient,
  scope: string[] = ALL_SCOPES,
): Promise<void> {
  const [agreed, { host }] = [scope.toSorted().join(' '), new URL(CALLBACK)];
  await env.DB.prepare(
    'INSERT OR IGNORE INTO connections (account_id, client_id, scope, connected_at_ms, last_shared_at_ms, agreed) VALUES (?, ?, ?, ?, ?, ?)',
  )
    .bind(account.id, client.id, agreed, Date.now(), Date.now(), JSON.stringify({ [host]: agreed }))
    .run();
}

export const secretOf = ({ id, secret }: TestClient): Parameters => ({
  client_id: id,
  client_secret: secret,
});

export const basicOf = ({ id, secret }: TestClient): Record<string, string> => ({
  Authorization: `Basic ${btoa(`${id}:${secret}`)}`,
});

/**
 * A browser that keeps cookies, follows no redirects, and sends each request from a different IP
 * address.
 */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #fetch: (request: Request) => Promise<Response>;
  #calls = 0;

  /** @param service the service to call; by default the service with the tests' configuration */
  constructor(service = (request: Request) => exports.default.fetch(request)) {
    this.#fetch = service;
  }

  /** Signs in directly, without going through the pages. */
  async signIn(account: Account, amr: readonly string[] = AMR_PASSWORD): Promise<string> {
    const started = await startSession(makeContext(), account, {
      ...VISITOR,
      amr,
      replaces: this.cookies.get('agate-account'),
    });
    if (started === undefined) throw new Error('The account cannot sign in.');
    this.cookies.set('agate-account', started.cookie);
    this.cookies.set('agate-fedcm', started.fedcmCookie);
    return started.session.id;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(path, { headers });
  }

  async post(
    path: string,
    form: URLSearchParams | string,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.#send(path, {
      method: 'POST',
      headers: { ...type, ...headers },
      body: String(form),
    });
  }

  /**
   * Requests a code.
   * @returns the redirect target
   */
  async authorize(client: TestClient, changes: Parameters = {}): Promise<URL> {
    const response = await this.get(`/oauth/authorize?${requestFor(client, changes).toString()}`);
    return locationOf(response);
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const request = new Request(`${ORIGIN}${path}`, { redirect: 'manual', ...init });
    const jar = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (jar !== '') request.headers.set('Cookie', jar);
    this.#calls += 1;
    // Every request comes from a different IP address, because calls are rate-limited per address.
    request.headers.set('CF-Connecting-IP', `2001:db8:0:${this.#calls.toString(16)}::1`);
    const response = await this.#fetch(request);
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return response;
  }

  #keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (/max-age=0/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** @throws Error with the response's status when it is not a redirect */
export function locationOf(response: Response): URL {
  const location = response.headers.get('Location');
  if (location === null) throw new Error(`No redirect but ${response.status}.`);
  return new URL(location, ORIGIN);
}

/** The response parameters in a redirect's query string. */
export const answerIn = (location: URL): Record<string, string> =>
  Object.fromEntries(location.searchParams);
