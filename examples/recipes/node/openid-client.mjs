// openid-client without a framework. The library uses PKCE if you pass a challenge, and checks the
// subject of userinfo if you pass the expected subject.
import express from 'express';
import * as oidc from 'openid-client';

const { AGATE_URL, CLIENT_ID, CLIENT_SECRET, PORT = '9876' } = process.env;
const own = `http://localhost:${PORT}`;
const agate = await oidc.discovery(new URL(AGATE_URL), CLIENT_ID, CLIENT_SECRET, undefined, {
  execute: [oidc.allowInsecureRequests], // allows http, for use on this machine only
});
/** PKCE verifiers by state; a site with several servers keeps them in its sessions. */
const begun = new Map();

const app = express();
app.get('/login', async (_request, response) => {
  const [state, verifier] = [oidc.randomState(), oidc.randomPKCECodeVerifier()];
  begun.set(state, verifier);
  const address = oidc.buildAuthorizationUrl(agate, {
    redirect_uri: `${own}/callback`,
    scope: 'openid age_verification',
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  response.redirect(address.href);
});
app.get('/callback', async (request, response) => {
  const { state } = request.query;
  const tokens = await oidc.authorizationCodeGrant(agate, new URL(request.url, own), {
    expectedState: state,
    pkceCodeVerifier: begun.get(state),
  });
  begun.delete(state);
  response.json(await oidc.fetchUserInfo(agate, tokens.access_token, tokens.claims().sub));
});
app.listen(PORT);
