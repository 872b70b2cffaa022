// next-auth 4 without Next.js: Express calls its handler with requests and responses in the form
// that Next.js pages receive.
import express from 'express';
import NextAuth from 'next-auth';

const { AGATE_URL, CLIENT_ID, CLIENT_SECRET, PORT } = process.env;
process.env.NEXTAUTH_URL = `http://localhost:${PORT}/auth`;
const options = {
  secret: crypto.randomUUID(),
  providers: [
    {
      id: 'agate',
      name: 'Agate',
      type: 'oauth',
      wellKnown: `${AGATE_URL}/.well-known/openid-configuration`,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      authorization: { params: { scope: 'openid age_verification' } },
      // If there is an ID token, the library reads userinfo only through an explicit `request`.
      idToken: true,
      userinfo: { request: ({ client, tokens }) => client.userinfo(tokens.access_token) },
      checks: ['pkce', 'state', 'nonce'],
      profile: ({ sub, ...claims }) => ({ id: sub, ...claims }),
    },
  ],
  callbacks: {
    jwt: ({ token, profile }) => ({ ...token, ...(profile && { claims: profile }) }),
    session: ({ session, token }) => ({ ...session, claims: token.claims }),
    redirect: ({ baseUrl }) => `${new URL(baseUrl).origin}/`,
  },
};

const app = express();
app.use(express.urlencoded({ extended: false }), express.json());
app.all('/auth/*action', (request, response) => {
  const query = { ...request.query, nextauth: request.params.action };
  Object.defineProperty(request, 'query', { value: query });
  request.cookies = Object.fromEntries(
    (request.headers.cookie ?? '')
      .split('; ')
      .filter(Boolean)
      .map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
      }),
  );
  return (NextAuth.default ?? NextAuth)(request, response, options);
});
app.get('/login', async (request, response) => {
  // The library starts a sign-in with a form that contains its CSRF token.
  const csrf = await fetch(`http://localhost:${PORT}/auth/csrf`);
  for (const cookie of csrf.headers.getSetCookie()) response.append('Set-Cookie', cookie);
  const { csrfToken } = await csrf.json();
  response.send(
    `<form method="post" action="/auth/signin/agate"><input type="hidden" name="csrfToken" value="${csrfToken}"></form>`,
  );
});
app.get('/', async (request, response) => {
  const session = await fetch(`http://localhost:${PORT}/auth/session`, {
    headers: { Cookie: request.headers.cookie ?? '' },
  });
  const { claims = null } = await session.json();
  response.json(claims);
});
app.listen(PORT);
