// Auth.js, used with Express in this example; next-auth accepts the same provider. `idToken: false`
// makes the library read userinfo, which contains the ages.
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
// Express 5 needs the path without a `*`.
app.use('/auth', ExpressAuth(config));
app.get('/login', (_request, response) => response.redirect('/auth/signin?callbackUrl=/'));
app.get('/', async (request, response) => {
  response.json((await getSession(request, config))?.claims ?? null);
});
app.listen(PORT);
