// Passport, with the strategy that openid-client provides. This strategy uses PKCE; the strategy of
// passport-openidconnect does not.
import { randomBytes } from 'node:crypto';
import express from 'express';
import session from 'express-session';
import * as oidc from 'openid-client';
import { Strategy } from 'openid-client/passport';
import passport from 'passport';

const { AGATE_URL, CLIENT_ID, CLIENT_SECRET, PORT = '9876' } = process.env;
const config = await oidc.discovery(new URL(AGATE_URL), CLIENT_ID, CLIENT_SECRET, undefined, {
  execute: [oidc.allowInsecureRequests], // allows http, for use on this machine only
});
passport.use(
  'agate',
  new Strategy(
    {
      config,
      scope: 'openid age_verification',
      callbackURL: `http://localhost:${PORT}/callback`,
    },
    (tokens, done) =>
      done(null, { subject: tokens.claims().sub, accessToken: tokens.access_token }),
  ),
);
passport.serializeUser((user, done) => done(null, user));
passport.deserializeUser((user, done) => done(null, user));

const app = express();
app.use(
  session({ secret: randomBytes(32).toString('hex'), resave: false, saveUninitialized: false }),
);
app.use(passport.authenticate('session'));
app.get('/login', passport.authenticate('agate'));
app.get('/callback', passport.authenticate('agate', { successRedirect: '/' }));
app.get('/', async (request, response) => {
  if (!request.user) return response.json(null);
  const { subject, accessToken } = request.user;
  // Reads userinfo, because it contains the ages and the ID token does not.
  return response.json(await oidc.fetchUserInfo(config, accessToken, subject));
});
app.listen(PORT);
