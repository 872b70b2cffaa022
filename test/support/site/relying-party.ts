// A site as strict as the certification suite: the requests it sends, and the checks it runs on
// every response.
import { exports } from 'cloudflare:workers';
import { createRemoteJWKSet, customFetch, jwtVerify, type JWTPayload } from 'jose';
import { expect } from 'vitest';
import { encodeBase64Url, encodeUtf8 } from '../../../src/crypto/encoding.ts';
import { CALLBACK, ORIGIN, VERIFIER, type Parameters } from './oauth-request.ts';
import { answerIn, type TestClient } from './oauth.ts';

interface Tokens {
  access_token: string;
  token_type: string;
  expires_in: number;
  refresh_token: string;
  id_token: string;
  scope: string;
}

export type Authentication = 'client_secret_basic' | 'client_secret_post';

/** A `state` of 128 characters, the length that the certification suite uses. */
export const LONG_STATE = 'Ab3-._~'.repeat(19).slice(0, 128);

/** Calls the service as a site's backend would. */
export function callService(path: string, init: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(new Request(`${ORIGIN}${path}`, init));
}

export function callToken(
  client: TestClient,
  form: Record<string, string>,
  authentication: Authentication = 'client_secret_basic',
): Promise<Response> {
  const inBody = authentication === 'client_secret_post';
  const credentials = { client_id: client.id, client_secret: client.secret };
  return callService('/oauth/token', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(!inBody && { Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` }),
    },
    body: new URLSearchParams({ ...form, ...(inBody && credentials) }).toString(),
  });
}

export const codeForm = (code: string) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: CALLBACK,
  code_verifier: VERIFIER,
});

export const refreshForm = (refreshToken: string) => ({
  grant_type: 'refresh_token',
  refresh_token: refreshToken,
});

/**
 * Reads a successful token response and runs the checks that every successful token response must
 * pass.
 */
export async function readTokens(response: Response): Promise<Tokens> {
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toMatch(/^application\/json\b/);
  expect(response.headers.get('Cache-Control')).toContain('no-store');
  const tokens = await response.json<Tokens>();
  expect(tokens.token_type.toLowerCase()).toBe('bearer');
  expect(Number.isInteger(tokens.expires_in) && tokens.expires_in > 0).toBe(true);
  expect(tokens.refresh_token).toMatch(/^xort_[\w-]{43,}$/);
  return tokens;
}

/** Checks an error response of the token endpoint. */
export async function expectTokenError(
  response: Response,
  error: string,
  status = 400,
): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get('Cache-Control')).toContain('no-store');
  const body = await response.json<Record<string, string>>();
  expect(body['error']).toBe(error);
  expect(body['error_description'] ?? '').toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/);
  expect(body).not.toHaveProperty('access_token');
}

const keys = createRemoteJWKSet(new URL(`${ORIGIN}/.well-known/jwks.json`), {
  cooldownDuration: 0,
  [customFetch]: (url: string, init: RequestInit) => exports.default.fetch(new Request(url, init)),
});

/**
 * Checks an ID token's signature, issuer, audience, times, nonce, subject and at_hash (OIDC Core
 * 3.1.3.7).
 */
export async function verifyIdToken(
  { id_token, access_token }: Tokens,
  client: TestClient,
  nonce: string | undefined,
): Promise<JWTPayload & { sub: string; auth_time: number; sid: string }> {
  const { payload, protectedHeader } = await jwtVerify(id_token, keys, {
    issuer: ORIGIN,
    audience: client.id,
    algorithms: ['RS256'],
    requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
    currentDate: new Date(),
  });
  expect(protectedHeader.kid).toBeTruthy();
  expect(Math.abs((payload.iat ?? 0) - Date.now() / 1000)).toBeLessThan(300);
  expect(payload['nonce']).toBe(nonce);
  expect(payload.sub).toMatch(/^[\x21-\x7e]{1,255}$/);
  const digest = await crypto.subtle.digest('SHA-256', encodeUtf8(access_token));
  expect(payload['at_hash']).toBe(encodeBase64Url(digest.slice(0, 16)));
  return payload as Awaited<ReturnType<typeof verifyIdToken>>;
}

export async function readUserinfo(
  accessToken: string,
  init: RequestInit = {},
): Promise<Record<string, unknown>> {
  const response = await callService('/oauth/userinfo', {
    ...init,
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  expect(response.status).toBe(200);
  return response.json();
}

/**
 * Checks a redirect to the site that carries an authorization code.
 * @returns the code
 */
export function readCode(location: URL, state: string | undefined): string {
  expect(`${location.origin}${location.pathname}`).toBe(CALLBACK);
  const { code = '', ...rest } = answerIn(location);
  expect(rest).toEqual({ iss: ORIGIN, ...(state !== undefined && { state }) });
  expect(code).toMatch(/^xoac_[\w-]{43,}$/);
  return code;
}

/**
 * Checks a redirect to the site that carries an error instead of a code.
 * @returns the error
 */
export function readError(location: URL, state: string | undefined): string {
  expect(`${location.origin}${location.pathname}`).toBe(CALLBACK);
  const { error = '', error_description = '', ...rest } = answerIn(location);
  expect(rest).toEqual({ iss: ORIGIN, ...(state !== undefined && { state }) });
  expect(error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/);
  return error;
}

export interface Login {
  code: string;
  tokens: Tokens;
  claims: Awaited<ReturnType<typeof verifyIdToken>>;
}

/** Performs a complete sign-in and checks every response. */
export async function signInAt(
  client: TestClient,
  authorize: (changes: Parameters) => Promise<URL>,
  changes: Parameters = {},
  authentication?: Authentication,
): Promise<Login> {
  const asked = { state: LONG_STATE, nonce: 'n-0S6_WzA2Mj', ...changes };
  const code = readCode(await authorize(asked), asked.state);
  const tokens = await readTokens(await callToken(client, codeForm(code), authentication));
  const claims = await verifyIdToken(tokens, client, asked.nonce);
  expect((await readUserinfo(tokens.access_token))['sub']).toBe(claims.sub);
  return { code, tokens, claims };
}
