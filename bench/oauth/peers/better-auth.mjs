// better-auth with its OAuth provider on Node: memory adapter, JWT access tokens for an API, opaque
// ones for userinfo.
import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { toNodeHandler } from 'better-auth/node';
import { jwt } from 'better-auth/plugins';
import { oauthProvider } from '@better-auth/oauth-provider';
import { CHALLENGE, ORIGIN, PERSON, PORT, ready, REDIRECT_URI } from './shared.mjs';

const API = `${ORIGIN}/api`;
const BASE = `${ORIGIN}/api/auth`;
const password = 'plum-kettle-orbit-47';
const tables = [
  'user',
  'session',
  'account',
  'verification',
  'jwks',
  'oauthClient',
  'oauthRefreshToken',
  'oauthAccessToken',
  'oauthConsent',
  'oauthResource',
  'oauthClientResource',
  'oauthClientAssertion',
];

const auth = betterAuth({
  baseURL: ORIGIN,
  secret: 'a-secret-of-the-benchmark-of-32-characters',
  database: memoryAdapter(Object.fromEntries(tables.map((name) => [name, []]))),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  disabledPaths: ['/token'],
  plugins: [
    jwt({ jwks: { keyPairConfig: { alg: 'RS256', modulusLength: 2048 } } }),
    oauthProvider({
      loginPage: '/login',
      consentPage: '/consent',
      scopes: ['openid', 'profile', 'email', 'offline_access'],
      resources: [API],
      enforcePerClientResources: false,
      silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
    }),
  ],
});

const signUp = await auth.api.signUpEmail({
  body: { email: PERSON.email, password, name: PERSON.name },
  returnHeaders: true,
});
const cookie = signUp.headers
  .getSetCookie()
  .map((line) => line.split(';')[0])
  .join('; ');
const made = await auth.api.adminCreateOAuthClient({
  headers: new Headers({ cookie }),
  body: {
    client_name: 'bench',
    redirect_uris: [REDIRECT_URI],
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code', 'refresh_token'],
    scope: 'openid profile email offline_access',
    skip_consent: true,
    application_type: 'native',
    type: 'native',
  },
});

/**
 * Requests a code for the signed-in user from the package's authorization endpoint; the client
 * skips consent.
 */
async function issueCode(purpose) {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: made.client_id,
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile email offline_access',
    state: 'a-state',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...(purpose === 'api' && { resource: API }),
  });
  const response = await auth.handler(
    new Request(`${BASE}/oauth2/authorize?${query}`, { headers: { cookie } }),
  );
  const location = response.headers.get('Location') ?? (await response.text());
  const code = /[?&]code=([^&"]+)/.exec(location)?.[1];
  if (code === undefined) throw new Error(`${response.status} ${location}`);
  return decodeURIComponent(code);
}

const serve = toNodeHandler(auth);
createServer((request, response) => {
  const url = new URL(request.url, ORIGIN);
  if (url.pathname !== '/bench/code') {
    void serve(request, response);
    return;
  }
  issueCode(url.searchParams.get('purpose')).then(
    (code) => response.end(code),
    (error) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(PORT), 'localhost', () =>
  ready({
    client: { id: made.client_id, secret: made.client_secret },
    endpoints: {
      token: `${BASE}/oauth2/token`,
      userinfo: `${BASE}/oauth2/userinfo`,
      introspection: `${BASE}/oauth2/introspect`,
      discovery: `${BASE}/.well-known/openid-configuration`,
    },
  }),
);
