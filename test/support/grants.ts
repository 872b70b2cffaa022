import { env, exports } from 'cloudflare:workers';
import { randomToken } from '../../src/crypto/random.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { registerClient } from '../../src/domain/client-administration/register-client.ts';
import { approveDirectly } from '../../src/domain/authorization/consent-request.ts';
import type { AuthorizationRequest } from '../../src/domain/grants/authorization-request.ts';
import { AMR_PASSWORD } from '../../src/domain/terms/authentication.ts';
import { startSession, type SignIn } from '../../src/domain/sessions/sign-in.ts';
import { makeAccount, makeContext, VISITOR } from './accounts.ts';
import { makeTenant } from './tenants.ts';

export const ORIGIN = 'http://localhost:8787';
export const CALLBACK = 'https://rp.example/callback';
/** RFC 7636 appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const SCOPES = ['openid', 'profile', 'email', 'age_verification', 'connections'];

export interface Site {
  id: string;
  secret: string;
  tenantId: string;
}

export async function makeSite(): Promise<Site> {
  const { id: tenantId } = await makeTenant();
  const by = { audience: 'system', tenantId } as const;
  const { own, secret } = await registerClient(makeContext(), by, {
    name: 'Cellar Door',
    redirectUris: [CALLBACK],
    scopes: SCOPES,
    postLogoutRedirectUris: [],
  });
  return { id: own.client.id, secret, tenantId };
}

export async function signInAs(account: Account): Promise<SignIn> {
  const started = await startSession(makeContext(), account, { ...VISITOR, amr: AMR_PASSWORD });
  if (started === undefined) throw new Error('The account cannot sign in.');
  return { account, session: started.session };
}

export interface Authorized {
  site: Site;
  account: Account;
  signIn: SignIn;
  code: string;
}

interface Options {
  site?: Site;
  account?: Account;
  request?: Partial<AuthorizationRequest>;
}

/** A person who agreed: the code is ready to be redeemed. */
export async function authorizeSite(options: Options = {}): Promise<Authorized> {
  const site = options.site ?? (await makeSite());
  const account = options.account ?? (await makeAccount({ displayName: 'Ada' }));
  const signIn = await signInAs(account);
  const approved = await approveDirectly(
    makeContext(),
    {
      clientId: site.id,
      redirectUri: CALLBACK,
      scope: SCOPES,
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

export interface OAuthReply {
  status: number;
  headers: Headers;
  body: any;
}

export type Parameters = Record<string, string | undefined>;

/** Every call comes from an address of its own: limits count per address. */
export async function send(path: string, init: RequestInit): Promise<OAuthReply> {
  const request = new Request(`${ORIGIN}${path}`, init);
  if (!request.headers.has('CF-Connecting-IP'))
    request.headers.set('CF-Connecting-IP', `192.0.2.${randomToken(8)}`);
  const response = await exports.default.fetch(request);
  const text = await response.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

export function postForm(
  path: string,
  parameters: Parameters,
  headers: Record<string, string> = {},
): Promise<OAuthReply> {
  const present = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(present).toString();
  return send(path, { method: 'POST', headers: { ...type, ...headers }, body });
}

export const secretOf = ({ id, secret }: Site): Parameters => ({
  client_id: id,
  client_secret: secret,
});

/** @param changes undefined takes a parameter away */
export function redeem(
  { site, code }: Pick<Authorized, 'site' | 'code'>,
  changes: Parameters = {},
) {
  return postForm('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    ...secretOf(site),
    ...changes,
  });
}

export function refresh(site: Site, refreshToken: string, changes: Parameters = {}) {
  return postForm('/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    ...secretOf(site),
    ...changes,
  });
}

export const introspect = (site: Site, token: string) =>
  postForm('/oauth/introspect', { token, ...secretOf(site) });

export const readUserinfo = (accessToken: string) =>
  send('/oauth/userinfo', { headers: { Authorization: `Bearer ${accessToken}` } });

export const basicOf = ({ id, secret }: Site): Record<string, string> => ({
  Authorization: `Basic ${btoa(`${id}:${secret}`)}`,
});

/** Makes an account's age verified without a check. */
export async function giveVerifiedAge(account: Account, bracket: number): Promise<void> {
  await env.DB.prepare(
    'INSERT INTO verified_ages (account_id, bracket, level, verified_at_ms, expires_at_ms) VALUES (?, ?, ?, ?, ?)',
  )
    .bind(account.id, bracket, 'ml', Date.now(), Date.now() + 86_400_000)
    .run();
}
