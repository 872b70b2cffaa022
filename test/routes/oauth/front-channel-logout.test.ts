// Signing out of sites in the person's browser (OpenID Connect Front-Channel Logout 1.0; D-111).
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { makeAccount } from '../../support/account/accounts.ts';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { makeIdToken } from '../../support/site/id-tokens.ts';
import { ORIGIN, SIGNED_OUT } from '../../support/site/oauth-request.ts';
import { Browser, makeClient, rememberConsent } from '../../support/site/oauth.ts';
import { formValues } from '../../support/account/portal.ts';

/** Creates a browser that is signed in to one site for each of these logout addresses. */
async function signedInAt(...addresses: (string | undefined)[]) {
  const [account, browser] = [await makeAccount(), new Browser()];
  const sessionId = await browser.signIn(account);
  const clients = [];
  for (const address of addresses) {
    const client = await makeClient({ ...(address && { frontchannelLogoutUri: address }) });
    await rememberConsent(account, client);
    await browser.authorize(client, { prompt: 'none' });
    clients.push(client);
  }
  return { account, browser, sessionId, clients };
}

type Visit = Awaited<ReturnType<typeof signedInAt>>;

async function logout({ account, browser, clients, sessionId }: Visit): Promise<Response> {
  const hint = await makeIdToken({
    clientId: clients[0]!.id,
    subject: account.subject,
    sessionId,
    expiresInSeconds: 60,
  });
  const query = { id_token_hint: hint, post_logout_redirect_uri: SIGNED_OUT, state: 'bye' };
  return browser.get(`/oauth/logout?${new URLSearchParams(query).toString()}`);
}

const framesOf = (html: string): URL[] =>
  [...html.matchAll(/<iframe[^>]* src="([^"]*)"/g)].map(
    ([, src = '']) => new URL(src.replaceAll('&amp;', '&')),
  );

const nextPageIn = (html: string): string | undefined =>
  /data-go-on[^>]*><a [^>]*href="([^"]*)"/.exec(html)?.[1];

const sourcesOf = (response: Response): string | undefined =>
  / frame-src ([^;]*)/.exec(response.headers.get('Content-Security-Policy') ?? '')?.[1];

it('logout opens the URI of every site of this browser in a frame, with iss and sid, and of no other site', async () => {
  const visit = await signedInAt(
    'https://rp.example/out?a=1',
    'https://shop.example/bye',
    undefined,
  );
  await signedInAt('https://elsewhere.example/out');
  const response = await logout(visit);
  expect(response.status).toBe(200);
  expect(visit.browser.cookies.has('agate-account')).toBe(false);
  const html = await response.text();
  const asked = framesOf(html).map(({ origin, pathname, searchParams }) => ({
    address: origin + pathname,
    ...Object.fromEntries(searchParams),
  }));
  const named = { iss: ORIGIN, sid: visit.sessionId };
  expect(asked).toHaveLength(2);
  expect(asked).toEqual(
    expect.arrayContaining([
      { address: 'https://rp.example/out', a: '1', ...named },
      { address: 'https://shop.example/bye', ...named },
    ]),
  );
  expect(sourcesOf(response)?.split(' ').sort()).toEqual([
    'https://rp.example/out',
    'https://shop.example/bye',
  ]);
  expect(nextPageIn(html)).toBe(`${SIGNED_OUT}?state=bye`);
  expect(await env.DB.prepare('SELECT count(*) AS n FROM account_sessions').first('n')).toBe(1);
});

it('logout shows our own page to a person who signs out here, and continues to the sign-in page', async () => {
  const { browser } = await signedInAt('https://rp.example/out');
  const page = await (await browser.get('/signout')).text();
  const form = new URLSearchParams(formValues(page, '/signout'));
  const sent = { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' };
  const response = await browser.post('/signout', form, sent);
  expect([response.status, sourcesOf(response)]).toEqual([200, 'https://rp.example/out']);
  expect(nextPageIn(await response.text())).toBe('/signin?done=signed_out');
});

it('logout redirects as before if no site has such a URI', async () => {
  const response = await logout(await signedInAt(undefined));
  expect([response.status, response.headers.get('Location')]).toEqual([
    302,
    `${SIGNED_OUT}?state=bye`,
  ]);
  expect(sourcesOf(response)).toBeUndefined();
});

it('frontchannel_logout_uri has the origin of a redirect URI, and neither can be removed without the other (2)', async () => {
  const { owner } = await makeDashboardTenant();
  const send = (method: string, path: string, fields: object) =>
    ask(method, `/oauth-clients${path}`, owner.token, fields);
  const fields = {
    name: 'Cellar Door',
    redirect_uris: ['https://rp.example/callback'],
    scopes: ['openid'],
  };
  for (const frontchannel_logout_uri of [
    'https://other.example/out',
    'http://rp.example/out',
    'https://rp.example:444/out',
    'https://rp.example/out#top',
    'javascript:alert(1)',
  ]) {
    const { status, body } = await send('POST', '', { ...fields, frontchannel_logout_uri });
    expect([status, body.error?.details?.[0]?.field]).toEqual([400, 'frontchannel_logout_uri']);
  }
  const address = 'https://rp.example/out';
  const made = await send('POST', '', { ...fields, frontchannel_logout_uri: address });
  expect(made.body.data.frontchannel_logout_uri).toBe(address);
  const path = `/${made.body.data.id}`;
  const moved = { redirect_uris: ['https://new.example/callback'] };
  expect((await send('PATCH', path, moved)).status).toBe(400);
  const both = await send('PATCH', path, { ...moved, frontchannel_logout_uri: null });
  expect(both.body.data).not.toHaveProperty('frontchannel_logout_uri');
});
