// @cloudflare/workers-oauth-provider in workerd, with local KV. Its tokens are opaque, and it does
// not support OpenID Connect, so an API route that returns the grant's properties stands in for
// userinfo.
/* global ORIGIN */
import { OAuthProvider } from '@cloudflare/workers-oauth-provider';

const PERSON = { sub: 'person-1', name: 'Demo', email: 'demo@agate.example' };

const api = {
  fetch: (_request, _env, ctx) => Response.json(ctx.props),
};

const site = {
  async fetch(request, env) {
    const url = new URL(request.url);
    if (url.pathname === '/bench/client') {
      const client = await env.OAUTH_PROVIDER.createClient({
        clientName: 'bench',
        redirectUris: [url.searchParams.get('redirect_uri')],
        tokenEndpointAuthMethod: 'client_secret_basic',
      });
      return Response.json({ id: client.clientId, secret: client.clientSecret });
    }
    if (url.pathname === '/authorize') {
      const asked = await env.OAUTH_PROVIDER.parseAuthRequest(request);
      const { redirectTo } = await env.OAUTH_PROVIDER.completeAuthorization({
        request: asked,
        userId: PERSON.sub,
        metadata: {},
        scope: asked.scope,
        props: PERSON,
        revokeExistingGrants: false,
      });
      return new Response(new URL(redirectTo).searchParams.get('code'));
    }
    return new Response('Not found', { status: 404 });
  },
};

// oxlint-disable-next-line import/no-default-export -- the entry of a Worker
export default new OAuthProvider({
  apiRoute: '/userinfo',
  apiHandler: api,
  defaultHandler: site,
  authorizeEndpoint: '/authorize',
  tokenEndpoint: '/token',
  scopesSupported: ['openid', 'profile', 'email'],
  accessTokenTTL: 3600,
  resourceMetadata: { resource: ORIGIN },
});
