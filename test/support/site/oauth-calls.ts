// Requests that a site's backend sends to the OAuth endpoints.
import { exports } from 'cloudflare:workers';
import { randomToken } from '../../../src/crypto/random.ts';
import { secretOf, type TestClient } from './oauth.ts';
import { CALLBACK, ORIGIN, toForm, VERIFIER, type Parameters } from './oauth-request.ts';

interface OAuthReply {
  status: number;
  headers: Headers;
  body: any;
}

/**
 * Sends a request, by default from a new IP address, because calls are rate-limited per address.
 */
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
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = toForm(parameters).toString();
  return send(path, { method: 'POST', headers: { ...type, ...headers }, body });
}

/** @param changes parameters to replace; undefined removes a parameter */
export function redeem(
  { site, code }: { site: TestClient; code: string },
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

export function refresh(site: TestClient, refreshToken: string, changes: Parameters = {}) {
  return postForm('/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    ...secretOf(site),
    ...changes,
  });
}

export const introspect = (site: TestClient, token: string) =>
  postForm('/oauth/introspect', { token, ...secretOf(site) });

export const readUserinfo = (accessToken: string) =>
  send('/oauth/userinfo', { headers: { Authorization: `Bearer ${accessToken}` } });
