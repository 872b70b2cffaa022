// The shop's sign-in routes: start, callback with the code, and sign-out.
import { Hono, type Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { AuthorizationResponseError } from 'openid-client';
import { errorPage, signedInPage } from './pages.ts';
import {
  beginSignIn,
  finishSignIn,
  signOutUrl,
  type PendingSignIn,
  type SignInAccount,
} from './sign-in.ts';

export interface SignInEnv {
  AGATE_URL: string;
  AGATE_CLIENT_ID: string;
  AGATE_CLIENT_SECRET: string;
}

type SignInContext = Context<{ Bindings: SignInEnv }>;
export const signIn = new Hono<{ Bindings: SignInEnv }>();

signIn.post('/', async (c) => {
  const { url, pending } = await beginSignIn(account(c.env), returnAddress(c));
  await remember(c, 'sign-in', JSON.stringify(pending));
  return c.redirect(url, 303);
});

signIn.get('/return', async (c) => {
  const pending = await getSignedCookie(c, c.env.AGATE_CLIENT_SECRET, 'sign-in');
  if (!pending) return c.html(errorPage('This browser has not begun to sign in.'), 400);
  deleteCookie(c, 'sign-in', { path: '/' });
  try {
    const url = new URL(c.req.url);
    const visitor = await finishSignIn(account(c.env), url, JSON.parse(pending) as PendingSignIn);
    await remember(c, 'id-token', visitor.idToken);
    return c.html(signedInPage(visitor));
  } catch (error) {
    if (!(error instanceof AuthorizationResponseError)) throw error;
    return c.html(
      errorPage(`You are not signed in: ${error.error_description ?? error.error}`),
      403,
    );
  }
});

signIn.post('/out', async (c) => {
  const idToken = await getSignedCookie(c, c.env.AGATE_CLIENT_SECRET, 'id-token');
  deleteCookie(c, 'id-token', { path: '/' });
  if (!idToken) return c.redirect('/', 303);
  return c.redirect(await signOutUrl(account(c.env), idToken, new URL('/', c.req.url).href), 303);
});

const returnAddress = (c: SignInContext): string => new URL('/sign-in/return', c.req.url).href;

function account(env: SignInEnv): SignInAccount {
  return {
    url: env.AGATE_URL,
    clientId: env.AGATE_CLIENT_ID,
    clientSecret: env.AGATE_CLIENT_SECRET,
  };
}

async function remember(c: SignInContext, name: string, value: string): Promise<void> {
  await setSignedCookie(c, name, value, c.env.AGATE_CLIENT_SECRET, {
    httpOnly: true,
    // The cookie is Lax, because the visitor comes back from another site.
    sameSite: 'Lax',
    secure: new URL(c.req.url).protocol === 'https:',
    path: '/',
    maxAge: 60 * 60,
  });
}
