// The demo wallet: a page that accepts the link of a check, shows who requests which data, and
// responds as the person chooses. It stores nothing, and all it knows about the service comes from
// the link.
import { Hono } from 'hono';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { CHOICES, makeAnswer, post, Unreachable } from './answer.ts';
import type { Authority } from './authority.ts';
import { answeredPage, errorPage, linkPage, requestPage } from './pages.ts';
import { BadLink, readRequest } from './read-request.ts';
import { STYLES } from './styles.ts';

interface WalletEnv {
  /** The authority that certifies the issuers of the wallet's documents. */
  authority: Authority;
}

const app = new Hono<{ Bindings: WalletEnv }>();

// Prevents other pages from responding on the person's behalf.
app.use(csrf());

app.get('/', (c) => c.html(linkPage()));

app.post('/request', async (c) => {
  const { link } = await c.req.parseBody();
  const text = typeof link === 'string' ? link.trim() : '';
  return c.html(requestPage(readRequest(text), text));
});

app.post('/answer', async (c) => {
  const { link, choice: chosen } = await c.req.parseBody();
  const choice = CHOICES.find((one) => one === chosen);
  if (typeof link !== 'string' || choice === undefined)
    throw new BadLink('Begin with the link, and choose an answer.');
  const request = readRequest(link);
  const reply = await post(request, await makeAnswer(request, choice, c.env.authority));
  if (reply.redirectUri !== undefined) return c.redirect(reply.redirectUri, 303);
  return c.html(answeredPage(request, choice, reply));
});

app.get('/wallet.css', (c) => c.body(STYLES, 200, { 'Content-Type': 'text/css; charset=utf-8' }));

app.onError((error, c) => {
  if (error instanceof BadLink) return c.html(errorPage(error.message), 400);
  if (error instanceof HTTPException) return error.getResponse();
  return error instanceof Unreachable
    ? c.html(
        errorPage('Nothing answers at the address that the link names. Is the service running?'),
        502,
      )
    : c.html(errorPage('This wallet has made a mistake. Bring it the link once more.'), 500);
});

app.notFound((c) => c.html(errorPage('There is no such page in this wallet.'), 404));

export default app;
