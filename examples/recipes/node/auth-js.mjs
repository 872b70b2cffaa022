// Auth.js, here for Express; next-auth takes the same provider. `idToken: false` makes it read userinfo, where ages are.
import { randomBytes } from 'node:crypto';
import { ExpressAuth, getSession } from '@auth/express';
import express from 'express';

const { AGATE_URL, CLIENT_ID, CLIENT_SECRET, PORT = '9876' } = process.env;
const config = {
  secret: randomBytes(32).toString('hex'),
  trustHost: true,
  providers: [
    {
      id: 'agate',
      name: 'Agate',
      type: 'oidc',
      issuer: AGATE_URL,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      idToken: false,
      checks: ['pkce', 'state', 'nonce'],
      authorization: { params: { scope: 'openid age_verification' } },
      profile: (claims) => ({ id: claims.sub, ...claims }),
    },
  ],
  callbacks: {
    jwt: ({ token, profile }) => (profile ? { ...token, claims: profile } : token),
    session: ({ session, token }) => ({ ...session, claims: token.claims }),
  },
};
const app = express();
// With Express 5 the path has no `*`.
app.use('/auth', ExpressAuth(config));
app.get('/login', (_request, response) => response.redirect('/auth/signin?callbackUrl=/'));
app.get('/', async (request, response) => {
  response.json((await getSession(request, config))?.claims ?? null);
});
app.listen(PORT);
