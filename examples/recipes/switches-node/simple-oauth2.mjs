// simple-oauth2 does not support PKCE itself, but passes on the parameters that it is given.
import { createHash, randomBytes } from 'node:crypto';
import express from 'express';
import session from 'express-session';
import { AuthorizationCode } from 'simple-oauth2';

const { AGATE_URL, CLIENT_ID, CLIENT_SECRET, PORT } = process.env;
const client = new AuthorizationCode({
  client: { id: CLIENT_ID, secret: CLIENT_SECRET },
  auth: { tokenHost: AGATE_URL, tokenPath: '/oauth/token', authorizePath: '/oauth/authorize' },
});
const redirect_uri = `http://localhost:${PORT}/callback`;

const app = express();
app.use(
  session({ secret: randomBytes(32).toString('hex'), resave: false, saveUninitialized: false }),
);
app.get('/login', (request, response) => {
  const state = randomBytes(16).toString('base64url');
  const verifier = randomBytes(32).toString('base64url');
  Object.assign(request.session, { state, verifier });
  response.redirect(
    client.authorizeURL({
      redirect_uri,
      scope: 'openid age_verification',
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),
  );
});
app.get('/callback', async (request, response) => {
  const { state, verifier } = request.session;
  if (state === undefined || request.query.state !== state) return response.sendStatus(400);
  const { token } = await client.getToken({
    code: request.query.code,
    redirect_uri,
    code_verifier: verifier,
  });
  const userinfo = await fetch(`${AGATE_URL}/oauth/userinfo`, {
    headers: { Authorization: `Bearer ${token.access_token}` },
  });
  return response.json(await userinfo.json());
});
app.listen(PORT);
