// OpenID Connect RP-Initiated Logout 1.0. The confirmation page belongs to the portal.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { makeAccount } from '../../support/account/accounts.ts';
import { formValues } from '../../support/account/portal.ts';
import { addOldKey, makeIdToken, unsign } from '../../support/site/id-tokens.ts';
import { SIGNED_OUT, type Parameters } from '../../support/site/oauth-request.ts';
import {
  answerIn,
  Browser,
  locationOf,
  makeClient,
  rememberConsent,
} from '../../support/site/oauth.ts';
import type { TestClient } from '../../support/site/oauth.ts';

interface Visit {
  account: Account;
  browser: Browser;
  client: TestClient;
  hint: string;
  sessionId: string;
}

async function visit({ hintExpiresInSeconds = 3600 } = {}): Promise<Visit> {
  const [account, client] = await Promise.all([makeAccount(), makeClient()]);
  await rememberConsent(account, client);
  const browser = new Browser();
  const sessionId = await browser.signIn(account);
  const hint = await makeIdToken({
    clientId: client.id,
    subject: account.subject,
    sessionId,
    expiresInSeconds: hintExpiresInSeconds,
  });
  return { account, browser, client, hint, sessionId };
}

function queryOf(parameters: Parameters): URLSearchParams {
  const present = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return new URLSearchParams(present);
}

const logout = ({ browser }: Visit, parameters: Parameters) =>
  browser.get(`/oauth/logout?${queryOf(parameters).toString()}`);

/** Returns the response to an authorization request from the site with prompt=none. */
async function silentAnswer({ browser, client }: Visit): Promise<Record<string, string>> {
  return answerIn(await browser.authorize(client, { prompt: 'none' }));
}

async function expectStillSignedIn(visit: Visit): Promise<void> {
  expect(await silentAnswer(visit)).toHaveProperty('code');
}

describe('GET /oauth/logout with the person’s ID token', () => {
  it('signs them out and sends them to the registered post-logout redirect URI with the state', async () => {
    const visited = await visit();
    await expectStillSignedIn(visited);
    const response = await logout(visited, {
      id_token_hint: visited.hint,
      post_logout_redirect_uri: SIGNED_OUT,
      state: 'a&b=c',
    });
    expect(response.status).toBe(302);
    expect(locationOf(response).href).toBe(`${SIGNED_OUT}?state=a%26b%3Dc`);
    expect(visited.browser.cookies.has('agate-account')).toBe(false);
    expect(await silentAnswer(visited)).toMatchObject({ error: 'login_required' });
    const rows = await env.DB.prepare('SELECT count(*) AS n FROM account_sessions').first();
    expect(rows).toEqual({ n: 0 });
  });

  it('accepts an expired one (RP-Initiated Logout 1.0, 4; S-11)', async () => {
    const visited = await visit({ hintExpiresInSeconds: -7200 });
    const response = await logout(visited, {
      id_token_hint: visited.hint,
      post_logout_redirect_uri: SIGNED_OUT,
    });
    expect(response.headers.get('Location')).toBe(SIGNED_OUT);
  });

  it('ends on our own page if the site names no redirect URI', async () => {
    const visited = await visit();
    const response = await logout(visited, { id_token_hint: visited.hint, state: 'lost' });
    expect(response.headers.get('Location')).toBe('/signout');
    expect(await silentAnswer(visited)).toMatchObject({ error: 'login_required' });
  });

  it('redirects to the site immediately when nobody is signed in', async () => {
    const visited = await visit();
    const response = await logout(
      { ...visited, browser: new Browser() },
      {
        id_token_hint: visited.hint,
        post_logout_redirect_uri: SIGNED_OUT,
      },
    );
    expect(response.headers.get('Location')).toBe(SIGNED_OUT);
    await expectStillSignedIn(visited);
  });

  it('asks for confirmation when another person is signed in', async () => {
    const visited = await visit();
    const [other, browser] = [await makeAccount(), new Browser()];
    await rememberConsent(other, visited.client);
    await browser.signIn(other);
    const response = await logout({ ...visited, browser }, { id_token_hint: visited.hint });
    expect(locationOf(response).pathname).toBe('/signout');
    await expectStillSignedIn({ ...visited, browser });
  });
});

describe('an invalid logout request', () => {
  it('neither redirects nor signs out (checklist 2.7)', async () => {
    const visited = await visit();
    const { client, hint } = visited;
    const other = await makeClient({ postLogoutRedirectUris: ['https://other.example/'] });
    const address = { post_logout_redirect_uri: SIGNED_OUT };
    const wrong: Parameters[] = [
      { ...address, id_token_hint: hint, client_id: other.id },
      { ...address },
      { ...address, client_id: 'xoc_unknown' },
      { ...address, client_id: other.id },
      { id_token_hint: hint, post_logout_redirect_uri: 'https://other.example/' },
      { id_token_hint: hint, post_logout_redirect_uri: `${SIGNED_OUT}?more=1` },
      { id_token_hint: hint, post_logout_redirect_uri: `${SIGNED_OUT}/` },
      { id_token_hint: hint, post_logout_redirect_uri: 'javascript:alert(1)' },
    ];
    for (const parameters of wrong) {
      const response = await logout(visited, parameters);
      expect(response.status).toBe(400);
      expect(response.headers.get('Location')).toBeNull();
      expect(await response.json()).toMatchObject({ error: expect.stringMatching(/^invalid_/) });
    }
    const unnamed = await logout(visited, address);
    expect(await unnamed.json()).toMatchObject({
      error_description: 'post_logout_redirect_uri needs id_token_hint or client_id.',
    });
    const twice = queryOf({ id_token_hint: hint, client_id: client.id, ...address });
    twice.append('post_logout_redirect_uri', 'https://evil.example/');
    expect((await visited.browser.get(`/oauth/logout?${twice.toString()}`)).status).toBe(400);
    await expectStillSignedIn(visited);
  });

  it('still asks people for confirmation, and stays here afterwards (D-61)', async () => {
    const visited = await visit();
    const html = { Accept: 'text/html' };
    const query = queryOf({ client_id: 'xoc_unknown', post_logout_redirect_uri: SIGNED_OUT });
    const response = await visited.browser.get(`/oauth/logout?${query.toString()}`, html);
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/signout']);
    const page = await visited.browser.get(`/signout?${query.toString()}`, html);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringMatching(/Sign out\?(?!.*rp\.example)/s),
    ]);
  });
});

describe('an ID token that cannot be verified', () => {
  it('leads to the confirmation, never to an error, and back to the site only if that is known (D-61)', async () => {
    const visited = await visit();
    const { client, hint } = visited;
    const hints = [unsign(hint), `${hint.slice(0, -8)}AAAAAAAA`, 'nonsense'];
    for (const id_token_hint of hints)
      for (const more of [
        {},
        { post_logout_redirect_uri: SIGNED_OUT },
        { post_logout_redirect_uri: SIGNED_OUT, client_id: client.id },
      ]) {
        const location = locationOf(await logout(visited, { id_token_hint, ...more }));
        expect(location.pathname).toBe('/signout');
        const page = await visited.browser.get(`${location.pathname}${location.search}`);
        expect(page.status).toBe(200);
        expect(await page.text()).toContain('Sign out?');
      }
    await expectStillSignedIn(visited);
    for (const named of [{}, { client_id: client.id }]) {
      const asked = { id_token_hint: unsign(hint), post_logout_redirect_uri: SIGNED_OUT, ...named };
      const other = await visit();
      const { pathname, search } = locationOf(await logout(other, asked));
      const page = await other.browser.get(`${pathname}${search}`);
      const form = new URLSearchParams(formValues(await page.text(), '/signout'));
      const yes = await other.browser.post('/signout', form, { 'Sec-Fetch-Site': 'same-origin' });
      expect(locationOf(yes).href.startsWith(SIGNED_OUT)).toBe('client_id' in named);
    }
  });

  it('does not include one whose key was replaced within the last 400 days', async () => {
    const visited = await visit();
    const { account, client, sessionId } = visited;
    const named = { clientId: client.id, subject: account.subject, sessionId };
    const revoked = await addOldKey(10, { isRevoked: true });
    const asked = await logout(visited, {
      id_token_hint: await makeIdToken({ ...named, signer: revoked }),
    });
    expect(locationOf(asked).pathname).toBe('/signout');
    await expectStillSignedIn(visited);
    const id_token_hint = await makeIdToken({ ...named, signer: await addOldKey(100) });
    const response = await logout(visited, {
      id_token_hint,
      post_logout_redirect_uri: SIGNED_OUT,
    });
    expect(response.headers.get('Location')).toBe(SIGNED_OUT);
    expect(await silentAnswer(visited)).toMatchObject({ error: 'login_required' });
  });
});

describe('without an id_token_hint', () => {
  it('only asks for confirmation, wherever the browser came from', async () => {
    const visited = await visit();
    for (const parameters of [
      {},
      { state: 'only' },
      { client_id: visited.client.id, post_logout_redirect_uri: SIGNED_OUT, state: 's' },
    ]) {
      const response = await logout(visited, parameters);
      const location = locationOf(response);
      expect(location.pathname).toBe('/signout');
      expect(answerIn(location)).toEqual(parameters);
      await expectStillSignedIn(visited);
    }
  });
});

describe('POST /oauth/logout', () => {
  it('does the same by way of a GET that carries the cookie', async () => {
    const visited = await visit();
    const form = queryOf({ id_token_hint: visited.hint, post_logout_redirect_uri: SIGNED_OUT });
    const posted = await new Browser().post('/oauth/logout', form);
    expect(posted.status).toBe(303);
    const { pathname, search } = locationOf(posted);
    expect(pathname).toBe('/oauth/logout');
    const response = await visited.browser.get(`${pathname}${search}`);
    expect(response.headers.get('Location')).toBe(SIGNED_OUT);
    expect(await silentAnswer(visited)).toMatchObject({ error: 'login_required' });
  });
});
