// The demo shop: product page → shop backend → Agate → callback → shop backend reads the result.
import { Hono, type Context } from 'hono';
import { getSignedCookie, setSignedCookie } from 'hono/cookie';
// In your project, import these from 'agate-sdk'.
import { Agate, AgateError } from '../../../sdk/src/index.ts';
import { agePass } from './age-pass.ts';
import { readLatestResult } from './latest-result.ts';
import { endedPage, errorPage, productPage, resultPage } from './pages.ts';
import { signIn, type SignInEnv } from './sign-in-routes.ts';

interface ShopEnv extends SignInEnv {
  AGATE_SECRET_KEY: string;
  AGATE_TEST_SECRET_KEY: string;
  /** Address of the demo wallet (examples/wallet). */
  WALLET_URL: string;
}

/**
 * The order that a visitor is about to place. A real shop stores it in its database; this shop
 * stores it in a signed cookie.
 */
interface Order {
  /** The token of the order's current check: the first check, or one that has replaced it. */
  token: string;
  sandbox: boolean;
}

const HOUR_SECONDS = 60 * 60;
const YEAR_SECONDS = 365 * 24 * HOUR_SECONDS;

type ShopContext = Context<{ Bindings: ShopEnv }>;
const app = new Hono<{ Bindings: ShopEnv }>();

app.get('/', (c) => c.html(productPage(c.env.WALLET_URL)));

// "Sign in with Agate", for visitors who have an Agate account.
app.route('/sign-in', signIn);

// "Show a pass", which the shop verifies itself.
app.route('/age-pass', agePass);

// "Prove your age": create an order and a verification session, and redirect the browser to Agate.
app.post('/prove', async (c) => {
  const form = await c.req.parseBody();
  const sandbox = form['mode'] === 'sandbox';
  const difficulty = (['easy', 'medium', 'hard'] as const).find((d) => d === form['difficulty']);
  const { token, verify_url } = await agate(c.env, sandbox).verifications.init({
    callback_url: new URL('/return', c.req.url).href,
    min_age: [16, 18, 21].find((age) => String(age) === form['min_age']) ?? 18,
    // Every order by the same customer uses the same user ID, because Agate counts failed checks
    // per user ID.
    user_id: await recogniseCustomer(c),
    liveness_difficulty: difficulty ?? 'medium',
    // Passes can be given away, so they are accepted only if this list includes `pass`.
    accept: { methods: ['face', 'document', 'wallet', 'account', 'pass'] },
  });
  await rememberOrder(c, { token, sandbox });
  return c.redirect(verify_url, 303);
});

// "Prove it with a wallet": like /prove, with a wallet as the only method. With the test key,
// Agate's page shows developers why a proof is refused.
app.post('/prove-by-wallet', async (c) => {
  const sandbox = true;
  const { token, verify_url } = await agate(c.env, sandbox).verifications.init({
    callback_url: new URL('/return', c.req.url).href,
    min_age: 18,
    user_id: await recogniseCustomer(c),
    accept: { methods: ['wallet'] },
  });
  await rememberOrder(c, { token, sandbox });
  return c.redirect(verify_url, 303);
});

// The callback. Its query came through the visitor's browser and proves nothing: read the result
// from Agate.
app.get('/return', async (c) => {
  const order = await recallOrder(c);
  if (order === undefined) {
    return c.html(errorPage('This browser has no order waiting for a check.'), 400);
  }
  // The URL may contain the token of another person's check, or of an earlier check for a lower
  // age, so the token in the order decides.
  const { sandbox } = order;
  const result = await readLatestResult(agate(c.env, sandbox), order.token, c.req.query('token'));
  await rememberOrder(c, { token: result.token, sandbox });
  return c.html(resultPage(result));
});

// The return page of the quickstart, in which the reader's terminal is the backend, so this shop
// has no order for the check.
app.get('/quickstart', (c) => c.html(endedPage(c.env.AGATE_URL, c.req.query('token'))));

app.onError((error, c) => {
  const [message, status] =
    error instanceof AgateError
      ? ([`Agate answered ${error.code}: ${error.message}`, 502] as const)
      : (['Agate cannot be reached. Is the service running?', 503] as const);
  return c.html(errorPage(message), status);
});

app.notFound((c) => c.html(errorPage('There is no such page in this shop.'), 404));

/**
 * Creates a client with the key for the mode: the live key in production, the test key in
 * development.
 */
function agate(env: ShopEnv, sandbox: boolean): Agate {
  return new Agate({
    baseUrl: env.AGATE_URL,
    secretKey: sandbox ? env.AGATE_TEST_SECRET_KEY : env.AGATE_SECRET_KEY,
  });
}

/**
 * Returns a customer's user ID. A real shop identifies its customers by their accounts; this shop
 * treats a browser as the same customer for a year.
 */
async function recogniseCustomer(c: ShopContext): Promise<string> {
  const known = await getSignedCookie(c, c.env.AGATE_SECRET_KEY, 'customer');
  const id = known || `customer-${crypto.randomUUID()}`;
  await remember(c, 'customer', id, YEAR_SECONDS);
  return id;
}

function remember(c: ShopContext, name: string, value: string, maxAge: number): Promise<void> {
  return setSignedCookie(c, name, value, c.env.AGATE_SECRET_KEY, {
    httpOnly: true,
    // The cookie is Lax, because the visitor comes back from another site.
    sameSite: 'Lax',
    secure: new URL(c.req.url).protocol === 'https:',
    path: '/',
    maxAge,
  });
}

const rememberOrder = (c: ShopContext, order: Order): Promise<void> =>
  remember(c, 'order', JSON.stringify(order), HOUR_SECONDS);

async function recallOrder(c: ShopContext): Promise<Order | undefined> {
  const text = await getSignedCookie(c, c.env.AGATE_SECRET_KEY, 'order');
  return text ? (JSON.parse(text) as Order) : undefined;
}

export default app;
