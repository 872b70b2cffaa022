// passport-openidconnect does not support PKCE, so the client is registered with `pkce_optional`.
// The nonce has to be enabled explicitly.
import { randomBytes } from 'node:crypto';
import express from 'express';
import session from 'express-session';
import passport from 'passport';
import { Strategy } from 'passport-openidconnect';

const {
  AGATE_URL,
  PKCE_FREE_CLIENT_ID: clientID,
  PKCE_FREE_CLIENT_SECRET: clientSecret,
  PORT,
} = process.env;
passport.use(
  'agate',
  new Strategy(
    {
      issuer: AGATE_URL,
      authorizationURL: `${AGATE_URL}/oauth/authorize`,
      tokenURL: `${AGATE_URL}/oauth/token`,
      userInfoURL: `${AGATE_URL}/oauth/userinfo`,
      clientID,
      clientSecret,
      callbackURL: `http://localhost:${PORT}/callback`,
      scope: 'age_verification',
      nonce: true,
    },
    // The library passes on the profile fields that OpenID Connect defines, and the whole userinfo
    // response as `_json`.
    (
      _issuer,
      uiProfile,
      _idProfile,
      _context,
      _idToken,
      _accessToken,
      _refreshToken,
      _params,
      done,
    ) => done(null, uiProfile['_json']),
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
app.get('/', (request, response) => response.json(request.user ?? null));
app.listen(PORT);
