// The OpenID Foundation's oidcc-rp-initiated-logout-certification-test-plan, module by module. The
// test titles are the modules' names.
import { beforeEach, describe, expect, it } from 'vitest';
import { unsign } from '../../support/site/id-tokens.ts';
import { SIGNED_OUT } from '../../support/site/oauth-request.ts';
import { locationOf, makeClient, type TestClient } from '../../support/site/oauth.ts';
import { Person } from '../../support/account/person.ts';
import {
  callService,
  LONG_STATE,
  readError,
  readCode,
  signInAt,
  type Login,
} from '../../support/site/relying-party.ts';

const PLAN_PAGE = { Accept: 'text/html' };

let client: TestClient;
let person: Person;
let login: Login;

const logout = (parameters: Record<string, string>): Promise<Response> =>
  person.browser.get(`/oauth/logout?${new URLSearchParams(parameters).toString()}`, PLAN_PAGE);

/**
 * Expects our own page, which asks whether to sign out, rather than a redirect to the site or a
 * dead end (D-61).
 */
async function expectQuestion(response: Response): Promise<void> {
  const location = response.headers.get('Location') ?? '';
  expect(location.split('?')[0]).toBe('/signout');
  const page = await person.browser.get(location, PLAN_PAGE);
  expect(page.status).toBe(200);
  expect(page.headers.get('Content-Type')).toMatch(/^text\/html/);
  expect(await page.text()).toContain('action="/signout"');
}

async function expectSignedIn(): Promise<void> {
  const location = await person.browser.authorize(client, { prompt: 'none', state: LONG_STATE });
  readCode(location, LONG_STATE);
}

async function expectSignedOut(): Promise<void> {
  const location = await person.browser.authorize(client, { prompt: 'none', state: LONG_STATE });
  expect(readError(location, LONG_STATE)).toBe('login_required');
}

beforeEach(async () => {
  [client, person] = await Promise.all([makeClient(), Person.create()]);
  login = await signInAt(client, (asked) => person.authorize(client, asked));
});

describe('oidcc-rp-initiated-logout-certification-test-plan', () => {
  it('discovery-endpoint-verification', async () => {
    const response = await callService('/.well-known/openid-configuration');
    expect(await response.json()).toMatchObject({
      end_session_endpoint: expect.stringMatching(/\/oauth\/logout$/),
    });
  });

  it('main: returns to the registered address with the state, and prompt=none fails afterwards', async () => {
    await expectSignedIn();
    const response = await logout({
      id_token_hint: login.tokens.id_token,
      post_logout_redirect_uri: SIGNED_OUT,
      state: LONG_STATE,
    });
    const location = locationOf(response);
    expect(`${location.origin}${location.pathname}`).toBe(SIGNED_OUT);
    expect([...location.searchParams]).toEqual([['state', LONG_STATE]]);
    await expectSignedOut();
  });

  it('bad-post-logout-redirect-uri', async () => {
    await expectQuestion(
      await logout({
        id_token_hint: login.tokens.id_token,
        post_logout_redirect_uri: 'https://rp.example/not-registered',
        state: LONG_STATE,
      }),
    );
  });

  it('modified-id-token-hint (alg none)', async () => {
    await expectQuestion(
      await logout({
        id_token_hint: unsign(login.tokens.id_token),
        post_logout_redirect_uri: SIGNED_OUT,
        state: LONG_STATE,
      }),
    );
    await expectSignedIn();
  });

  it('bad-id-token-hint', async () => {
    await expectQuestion(
      await logout({
        id_token_hint: `${login.tokens.id_token.slice(0, -20)}${'A'.repeat(20)}`,
        post_logout_redirect_uri: SIGNED_OUT,
        state: LONG_STATE,
      }),
    );
    await expectSignedIn();
  });

  it('no-id-token-hint', async () => {
    await expectQuestion(await logout({ post_logout_redirect_uri: SIGNED_OUT, state: LONG_STATE }));
    await expectSignedIn();
  });

  it('no-params', async () => {
    await expectQuestion(await logout({}));
    await expectSignedIn();
  });

  it('no-post-logout-redirect-uri', async () => {
    const response = await logout({ id_token_hint: login.tokens.id_token, state: LONG_STATE });
    expect(locationOf(response).pathname).toBe('/signout');
    await expectSignedOut();
  });

  it('no-state', async () => {
    const response = await logout({
      id_token_hint: login.tokens.id_token,
      post_logout_redirect_uri: SIGNED_OUT,
    });
    expect(response.headers.get('Location')).toBe(SIGNED_OUT);
    await expectSignedOut();
  });

  it('only-state', async () => {
    await expectQuestion(await logout({ state: LONG_STATE }));
    await expectSignedIn();
  });

  it('query-added-to-post-logout-redirect-uri', async () => {
    await expectQuestion(
      await logout({
        id_token_hint: login.tokens.id_token,
        post_logout_redirect_uri: `${SIGNED_OUT}?foo=bar`,
        state: LONG_STATE,
      }),
    );
  });
});

describe('the sign-out confirmation', () => {
  const ask = async (parameters: Record<string, string>) => {
    const { pathname, search } = locationOf(await logout(parameters));
    const page = await person.browser.get(`${pathname}${search}`, PLAN_PAGE);
    const fields = [
      ...(await page.text()).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g),
    ];
    const form = new URLSearchParams(
      fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
    );
    return { page, form };
  };
  const answer = (form: URLSearchParams, headers = {}) =>
    person.browser.post('/signout', form, { 'Sec-Fetch-Site': 'same-origin', ...headers });

  it('leads back to the site after a yes, with an address registered for client_id', async () => {
    const { page, form } = await ask({
      client_id: client.id,
      post_logout_redirect_uri: SIGNED_OUT,
      state: LONG_STATE,
    });
    expect(page.headers.get('Content-Security-Policy')).toContain("form-action 'self';");
    const response = await answer(form);
    expect(response.status).toBe(303);
    const location = locationOf(response);
    expect(`${location.origin}${location.pathname}`).toBe(SIGNED_OUT);
    expect(location.searchParams.get('state')).toBe(LONG_STATE);
    await expectSignedOut();
  });

  it('is accepted from our own page only: token and origin are checked (S-21)', async () => {
    const { form } = await ask({});
    const foreign = await answer(form, {
      'Sec-Fetch-Site': 'cross-site',
      Origin: 'https://evil.example',
    });
    expect(foreign.status).toBe(403);
    form.set('form_token', 'forged');
    expect((await answer(form)).status).toBe(403);
    await expectSignedIn();
  });

  it('cannot be redirected elsewhere by changed form fields', async () => {
    const { form } = await ask({ client_id: client.id, post_logout_redirect_uri: SIGNED_OUT });
    form.set('post_logout_redirect_uri', 'https://evil.example/');
    const response = await answer(form);
    expect(locationOf(response).pathname).toBe('/signin');
    await expectSignedOut();
  });
});
