// Responses that a form posts to the site (OAuth 2.0 Form Post Response Mode 1.0; D-110).
import { expect, it } from 'vitest';
import { makeAccount } from '../../support/account/accounts.ts';
import { redeem } from '../../support/site/oauth-calls.ts';
import { CALLBACK, ORIGIN, requestFor, type Parameters } from '../../support/site/oauth-request.ts';
import { Browser, locationOf, makeClient, rememberConsent } from '../../support/site/oauth.ts';
import { formValues } from '../../support/account/portal.ts';

const STATE = `"><script>alert(1)</script>&amp;`;

const ask = (browser: Browser, client: { id: string }, changes: Parameters = {}) =>
  browser.get(
    `/oauth/authorize?${requestFor(client, { response_mode: 'form_post', state: STATE, ...changes }).toString()}`,
  );

/** Reads the fields of the page's only form, which must post to this address. */
async function readPosted(response: Response, address = CALLBACK): Promise<Record<string, string>> {
  expect(response.status).toBe(200);
  expect(response.headers.get('Location')).toBeNull();
  expect(response.headers.get('Cache-Control')).toContain('no-store');
  const policy = response.headers.get('Content-Security-Policy') ?? '';
  // Browsers would apply `form-action` not only to the form but also to the site's own redirects.
  expect(policy).not.toContain('form-action');
  expect(policy).toContain("script-src 'self'; ");
  expect(response.headers.get('Referrer-Policy')).toBe('strict-origin');
  const page = await response.text();
  expect(page).not.toContain('<script>alert');
  expect(page.match(/<form/g)).toHaveLength(1);
  expect(page).toMatch(/<form[^>]* method="post"[^>]* data-leave.*<button type="submit"/s);
  return formValues(page, address);
}

async function agreed(client: Awaited<ReturnType<typeof makeClient>>): Promise<Browser> {
  const [account, browser] = [await makeAccount(), new Browser()];
  await rememberConsent(account, client);
  await browser.signIn(account);
  return browser;
}

it('form_post is a page that posts a working code, state and iss, and sets no cookie', async () => {
  const client = await makeClient();
  const response = await ask(await agreed(client), client);
  expect(response.headers.getSetCookie()).toEqual([]);
  const { code = '', ...rest } = await readPosted(response);
  expect(rest).toEqual({ state: STATE, iss: ORIGIN });
  expect((await redeem({ site: client, code })).status).toBe(200);
});

it('form_post carries errors too, while an unknown or repeated mode is answered in the query', async () => {
  const client = await makeClient();
  const refused = await readPosted(await ask(new Browser(), client, { scope: 'email' }));
  expect(refused).toMatchObject({ error: 'invalid_scope', state: STATE, iss: ORIGIN });
  const silent = await readPosted(await ask(new Browser(), client, { prompt: 'none' }));
  expect(silent).toMatchObject({ error: 'login_required' });
  const unknown = await ask(new Browser(), client, { response_mode: 'form_post.jwt' });
  expect(locationOf(unknown).searchParams.get('error')).toBe('invalid_request');
  const twice = `${requestFor(client, { response_mode: 'form_post' }).toString()}&response_mode=form_post`;
  const repeated = await new Browser().get(`/oauth/authorize?${twice}`);
  expect(locationOf(repeated).searchParams.get('error')).toBe('invalid_request');
});

it('form_post answers the consent page as well, whether the person agreed or not', async () => {
  const client = await makeClient();
  for (const [decision, answered] of [
    ['deny', { error: 'access_denied', state: STATE, iss: ORIGIN }],
    ['allow', { code: expect.stringMatching(/^xoac_/), state: STATE, iss: ORIGIN }],
  ] as const) {
    const browser = new Browser();
    await browser.signIn(await makeAccount());
    const { pathname, search } = locationOf(await ask(browser, client));
    const page = await (await browser.get(`${pathname}${search}`)).text();
    const form = new URLSearchParams({ ...formValues(page, '/consent'), decision });
    const sent = { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' };
    expect(await readPosted(await browser.post('/consent', form, sent))).toMatchObject(answered);
  }
});

it('form_post posts to the redirect URI with its own query', async () => {
  const address = 'https://rp.example/a;b,c?tenant=1';
  const client = await makeClient({ redirectUris: [address] });
  const response = await ask(new Browser(), client, { redirect_uri: address, prompt: 'none' });
  expect(await response.text()).toContain(`action="${address}"`);
});
