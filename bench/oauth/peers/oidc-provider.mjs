// oidc-provider on Node: memory adapter, PKCE, JWT access tokens for an API, opaque ones for its
// userinfo.
import { createServer } from 'node:http';
import { generateKeyPairSync } from 'node:crypto';
import { Provider } from 'oidc-provider';
import { CHALLENGE, CLIENT, ORIGIN, PERSON, PORT, ready, REDIRECT_URI } from './shared.mjs';

const API = 'urn:agate:bench';
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  format: 'jwk',
});

const provider = new Provider(ORIGIN, {
  clients: [
    {
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      application_type: 'native',
    },
  ],
  jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256', kid: 'bench' }] },
  cookies: { keys: ['a-key-of-the-benchmark'] },
  claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: PERSON.name, email: PERSON.email, email_verified: true }),
  }),
  features: {
    devInteractions: { enabled: false },
    introspection: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => undefined,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'read',
        audience: API,
        accessTokenFormat: 'jwt',
        accessTokenTTL: 3600,
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
});

/**
 * Issues a code as if the user had signed in and consented, because the package has no pages for
 * this.
 */
async function issueCode(purpose) {
  const client = await provider.Client.find(CLIENT.id);
  const grant = new provider.Grant({ accountId: PERSON.id, clientId: CLIENT.id });
  grant.addOIDCScope('openid profile email offline_access');
  if (purpose === 'api') grant.addResourceScope(API, 'read');
  const code = new provider.AuthorizationCode({
    accountId: PERSON.id,
    client,
    grantId: await grant.save(),
    gty: 'authorization_code',
    redirectUri: REDIRECT_URI,
    scope: `openid profile email offline_access${purpose === 'api' ? ' read' : ''}`,
    codeChallenge: CHALLENGE,
    codeChallengeMethod: 'S256',
    authTime: Math.floor(Date.now() / 1000),
    ...(purpose === 'api' && { resource: API }),
  });
  return code.save();
}

const serve = provider.callback();
createServer((request, response) => {
  const url = new URL(request.url, ORIGIN);
  if (url.pathname !== '/bench/code') return serve(request, response);
  issueCode(url.searchParams.get('purpose')).then(
    (code) => response.end(code),
    (error) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(PORT), 'localhost', () =>
  ready({
    client: CLIENT,
    endpoints: {
      token: `${ORIGIN}/token`,
      userinfo: `${ORIGIN}/me`,
      introspection: `${ORIGIN}/token/introspection`,
      discovery: `${ORIGIN}/.well-known/openid-configuration`,
    },
  }),
);
