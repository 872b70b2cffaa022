// The steps that a request requires of the person: signing in, consenting, or neither (OIDC Core
// 3.1.2.1).
import { env } from 'cloudflare:workers';
import { decodeJwt } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import {
  approveConsent,
  readConsentRequest,
} from '../../../src/domain/signing-in/authorization/consent-request.ts';
import { readKnownPerson } from '../../../src/domain/signing-in/authorization/known-person.ts';
import { makeAccount } from '../../support/account/accounts.ts';
import { keepAge } from '../../support/account/ages.ts';
import { makeContext } from '../../support/installation/context.ts';
import { addOldKey, makeIdToken, unsign } from '../../support/site/id-tokens.ts';
import { redeem } from '../../support/site/oauth-calls.ts';
import { readingDocuments } from '../../support/visitor/scripted-documents.ts';
import { serviceWith } from '../../support/installation/service-with.ts';
import { CALLBACK, ORIGIN, requestFor } from '../../support/site/oauth-request.ts';
import type { Parameters as RequestChanges } from '../../support/site/oauth-request.ts';
import {
  answerIn,
  Browser,
  locationOf,
  makeClient,
  rememberConsent,
} from '../../support/site/oauth.ts';
import type { TestClient } from '../../support/site/oauth.ts';

const SCOPE = 'openid age_verification';

interface Signed {
  browser: Browser;
  client: TestClient;
  account: Account;
  subject: string;
  sessionId: string;
}

/** Creates a signed-in person who has consented to the site before. */
async function signedInAndAgreed(options?: Parameters<typeof makeClient>[0]): Promise<Signed> {
  const [account, client] = await Promise.all([makeAccount(), makeClient(options)]);
  await rememberConsent(account, client, SCOPE.split(' '));
  const browser = new Browser();
  const sessionId = await browser.signIn(account);
  return { browser, client, account, subject: account.subject, sessionId };
}

/**
 * Consents on the page that the browser was sent to.
 * @returns undefined if no request is pending any more
 */
async function approve(browser: Browser, location: URL) {
  const ctx = makeContext();
  const session = location.searchParams.get('session')!;
  const cookie = browser.cookies.get(`agate-consent-${session.slice(4, 20)}`);
  const consent = await readConsentRequest(ctx, session, cookie);
  if (consent === undefined) return undefined;
  const account = browser.cookies.get('agate-account');
  const person = await readKnownPerson(ctx, account, consent.client.id);
  return approveConsent(ctx, consent, person!);
}

function advance(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a person who is not signed in', () => {
  it('is sent to sign in and from there to the consent page of this request (spec 1.2)', async () => {
    const browser = new Browser();
    const location = await browser.authorize(await makeClient());
    expect(location.pathname).toBe('/signin');
    const session = location.searchParams.get('session')!;
    expect(session).toMatch(/^xcs_[\w-]{86}$/);
    await browser.signIn(await makeAccount());
    const next = locationOf(await browser.get(`${location.pathname}${location.search}`));
    expect(`${next.pathname}${next.search}`).toBe(`/consent?session=${session}`);
    expect(location.searchParams.has('fresh')).toBe(false);
  });

  it('gets a cookie per request that scripts cannot read, for ten minutes (S-20, S-23)', async () => {
    const client = await makeClient();
    const response = await new Browser().get(`/oauth/authorize?${requestFor(client).toString()}`);
    const cookies = response.headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^agate-consent-[\w-]{16}=/);
    expect(cookies[0]).toMatch(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('can have eight requests open at once, and more do not fill the cookie jar', async () => {
    const client = await makeClient();
    const browser = new Browser();
    for (let count = 0; count < 12; count += 1) await browser.authorize(client);
    const held = [...browser.cookies.keys()].filter((name) => name.startsWith('agate-consent-'));
    expect(held).toHaveLength(8);
  });

  it('gets login_required with prompt=none, and no consent request is created (S-09)', async () => {
    const browser = new Browser();
    const location = await browser.authorize(await makeClient(), { prompt: 'none' });
    expect(location.href.startsWith(`${CALLBACK}?error=login_required`)).toBe(true);
    expect(answerIn(location)).toMatchObject({ state: 'af0ifjsldkj', iss: ORIGIN });
    expect(browser.cookies.size).toBe(0);
  });
});

describe('a signed-in person', () => {
  it('gives consent once and then gets codes without a page (S-25)', async () => {
    const [account, client] = await Promise.all([makeAccount(), makeClient()]);
    const browser = new Browser();
    await browser.signIn(account);
    expect((await browser.authorize(client)).pathname).toBe('/consent');
    await rememberConsent(account, client, SCOPE.split(' '));
    const location = await browser.authorize(client);
    expect(`${location.origin}${location.pathname}`).toBe(CALLBACK);
    expect(answerIn(location)).toEqual({
      code: expect.stringMatching(/^xoac_[\w-]{43,}$/),
      state: 'af0ifjsldkj',
      iss: ORIGIN,
    });
  });

  it('must consent again for more scopes and for another site (S-25)', async () => {
    const { browser, client } = await signedInAndAgreed();
    expect((await browser.authorize(client, { scope: 'openid' })).searchParams.has('code')).toBe(
      true,
    );
    const more = await browser.authorize(client, { scope: `${SCOPE} email` });
    expect(more.pathname).toBe('/consent');
    expect((await browser.authorize(await makeClient())).pathname).toBe('/consent');
  });

  it('gets consent_required with prompt=none where consent is missing, and a code where it is not (S-09)', async () => {
    const { browser, client } = await signedInAndAgreed();
    const agreed = await browser.authorize(client, { prompt: 'none' });
    expect(answerIn(agreed)).toHaveProperty('code');
    const more = await browser.authorize(client, { prompt: 'none', scope: `${SCOPE} email` });
    expect(answerIn(more)['error']).toBe('consent_required');
    expect(answerIn(more)).not.toHaveProperty('code');
  });

  it('sees the consent page with prompt=consent and select_account although consent is remembered (S-09, PR 2641 of better-auth)', async () => {
    const { browser, client } = await signedInAndAgreed();
    for (const prompt of ['consent', 'select_account'])
      expect((await browser.authorize(client, { prompt })).pathname).toBe('/consent');
  });

  it('signs in again with prompt=login, however young the sign-in (S-09)', async () => {
    const { browser, client } = await signedInAndAgreed();
    for (const prompt of ['login', 'login consent']) {
      const location = await browser.authorize(client, { prompt });
      expect(location.pathname).toBe('/signin');
      expect(location.searchParams.get('fresh')).toBe('1');
      const page = await (await browser.get(`${location.pathname}${location.search}`)).text();
      expect(page).toContain('Cellar Door asks you to sign in again.');
      expect(page).toContain('rp.example');
    }
  });

  it('signs in again when the sign-in is older than max_age, and always with max_age=0 (S-10)', async () => {
    const { browser, client } = await signedInAndAgreed();
    advance(100);
    expect((await browser.authorize(client, { max_age: '101' })).searchParams.has('code')).toBe(
      true,
    );
    expect((await browser.authorize(client, { max_age: '99' })).pathname).toBe('/signin');
    expect((await browser.authorize(client, { max_age: '0' })).pathname).toBe('/signin');
    const silent = await browser.authorize(client, { max_age: '1', prompt: 'none' });
    expect(answerIn(silent)['error']).toBe('login_required');
  });

  it('is found signed in after a form from another site, which carries no cookie (POST, RFC 6265bis Lax)', async () => {
    const { browser, client } = await signedInAndAgreed();
    const posted = await new Browser().post('/oauth/authorize', requestFor(client));
    const { pathname, search } = new URL(posted.headers.get('Location')!, ORIGIN);
    const answer = await browser.get(`${pathname}${search}`);
    expect(answer.headers.get('Location')).toContain(`${CALLBACK}?code=`);
    const direct = await browser.post('/oauth/authorize', requestFor(client));
    expect(direct.status).toBe(303);
    expect(direct.headers.get('Location')).toContain(`${CALLBACK}?code=`);
  });

  it('succeeds with acr_values, login_hint, display, claims and locales, which are voluntary (S-12)', async () => {
    const { browser, client } = await signedInAndAgreed();
    const location = await browser.authorize(client, {
      acr_values: 'urn:agate:acr:passkey 1 2',
      login_hint: 'somebody@example.com',
      display: 'popup',
      ui_locales: 'fr-CH de',
      claims_locales: 'fr',
      claims: '{"userinfo":{"name":{"essential":true}}}',
    });
    expect(answerIn(location)).toHaveProperty('code');
  });
});

describe('a required level of age verification in acr_values (D-73)', () => {
  const LEVEL = 'urn:agate:level:ml';

  it('is met by a kept age, and is the acr of the ID token', async () => {
    const { browser, client, account } = await signedInAndAgreed();
    await keepAge(account, 18);
    const location = await browser.authorize(client, {
      acr_values: `urn:agate:acr:passkey ${LEVEL}`,
    });
    const { code } = answerIn(location);
    const { body } = await redeem({ site: client, code: code! });
    expect(decodeJwt(body.id_token)['acr']).toBe(LEVEL);
  });

  it('shows a page when it is not met, and fails with prompt=none', async () => {
    const { browser, client, account } = await signedInAndAgreed();
    const silent = await browser.authorize(client, { acr_values: LEVEL, prompt: 'none' });
    expect(answerIn(silent)).toMatchObject({
      error: 'unmet_authentication_requirements',
      state: 'af0ifjsldkj',
      iss: ORIGIN,
    });
    const asked = await browser.authorize(client, { acr_values: LEVEL });
    expect(asked.pathname).toBe('/consent');
    // Consent is no substitute for a kept age; once an age is kept, the pending request is
    // completed.
    expect(await approve(browser, asked)).toMatchObject({
      ok: true,
      url: expect.stringContaining('error=unmet_authentication_requirements'),
    });
    expect(await approve(browser, asked)).toBeUndefined();
    const again = await browser.authorize(client, { acr_values: LEVEL });
    await keepAge(account, 18);
    const back = await browser.get(`${again.pathname}${again.search}`);
    expect(answerIn(locationOf(back))).toHaveProperty('code');
  });

  it('is not met by an age that the site may not see, or that does not count', async () => {
    const { browser, client, account } = await signedInAndAgreed({ ageThresholds: [21] });
    await keepAge(account, 18);
    const ask = async () =>
      answerIn(await browser.authorize(client, { acr_values: LEVEL, prompt: 'none' }));
    expect(await ask()).toMatchObject({ error: 'unmet_authentication_requirements' });
    await keepAge(account, 21);
    expect(await ask()).toHaveProperty('code');
    await env.DB.prepare('UPDATE verified_ages SET policy_version = NULL').run();
    expect(await ask()).toMatchObject({ error: 'unmet_authentication_requirements' });
  });

  it('reveals nothing about a person who has not agreed to share an age', async () => {
    const [account, client, browser] = [await makeAccount(), await makeClient(), new Browser()];
    await browser.signIn(account);
    for (const bracket of [undefined, 18] as const) {
      if (bracket !== undefined) await keepAge(account, bracket);
      const location = await browser.authorize(client, { acr_values: LEVEL, prompt: 'none' });
      expect(answerIn(location)['error']).toBe('consent_required');
    }
  });

  it.each([
    ['urn:agate:level:document', 'openid age_verification', 'unmet_authentication_requirements'],
    ['urn:agate:level:wallet 1', 'openid age_verification', 'unmet_authentication_requirements'],
    ['urn:agate:level:none', 'openid age_verification', 'unmet_authentication_requirements'],
    [`urn:agate:level:document ${'x'.repeat(400)}`, SCOPE, 'unmet_authentication_requirements'],
  ])('is refused at once if nobody can meet it: %s', async (acrValues, scope, error) => {
    const location = await new Browser().authorize(await makeClient(), {
      acr_values: acrValues,
      scope,
    });
    expect(answerIn(location)).toMatchObject({ error, state: 'af0ifjsldkj' });
    expect(answerIn(location)['error_description']).toMatch(/acr_values/);
  });

  it('is ignored without the scope age_verification, since no age is shared then (OIDC Core 15.1)', async () => {
    const { browser, client } = await signedInAndAgreed();
    for (const acrValues of [LEVEL, 'urn:agate:level:wallet', `urn:agate:acr:passkey ${LEVEL}`]) {
      const location = await browser.authorize(client, { acr_values: acrValues, scope: 'openid' });
      const { body } = await redeem({ site: client, code: answerIn(location)['code']! });
      expect(decodeJwt(body.id_token)['acr']).toBe('urn:agate:acr:password');
    }
  });

  it('may be document if the service reads documents, and is not met by an estimate then', async () => {
    const { client, account } = await signedInAndAgreed();
    const browser = new Browser(serviceWith(readingDocuments()));
    await browser.signIn(account);
    const acrValues = 'urn:agate:level:document urn:agate:level:wallet';
    await keepAge(account, 25, { verifiedAtMs: Date.now() - 10 });
    const asked = await browser.authorize(client, { acr_values: acrValues });
    // The page links to a check that accepts a document.
    const page = await (await browser.get(`${asked.pathname}${asked.search}`)).text();
    expect(page).toMatch(/href="\/account\/age\?continue=[^"]*&amp;level=document"/);
    await keepAge(account, 18, { method: 'document', measured: 'edge' });
    const location = await browser.authorize(client, { acr_values: acrValues, prompt: 'none' });
    const { body } = await redeem({ site: client, code: answerIn(location)['code']! });
    expect(decodeJwt(body.id_token)['acr']).toBe('urn:agate:level:document');
  });

  it('is the lowest of several levels', async () => {
    const { browser, client, account } = await signedInAndAgreed();
    await keepAge(account, 12);
    const acrValues = `urn:agate:level:document ${LEVEL}`;
    const location = await browser.authorize(client, { acr_values: acrValues });
    expect(answerIn(location)).toHaveProperty('code');
  });
});

describe('changes between request and answer', () => {
  /**
   * Starts a request that the browser's sign-in does not satisfy.
   * @returns the outcome of approving it
   */
  async function approveAnyway(changes: RequestChanges, by?: Account): Promise<unknown> {
    const { browser, client } = await signedInAndAgreed();
    advance(10);
    const location = await browser.authorize(client, changes);
    if (by !== undefined) await browser.signIn(by);
    return approve(browser, location);
  }

  it('do not let an old sign-in satisfy prompt=login or max_age, whatever the pages did (S-09, Keycloak CVE-2026-7571)', async () => {
    for (const changes of [{ prompt: 'login' }, { max_age: '5' }])
      expect(await approveAnyway(changes)).toEqual({ ok: false, reason: 'sign_in' });
    const renewed = await approveAnyway({ prompt: 'login' }, await makeAccount());
    expect(renewed).toMatchObject({ ok: true });
  });

  it('do not allow a redirect to an address that was withdrawn since (S-01, PR 92 of workers-oauth-provider)', async () => {
    const [browser, client] = [new Browser(), await makeClient()];
    await browser.signIn(await makeAccount());
    const location = await browser.authorize(client);
    await env.DB.prepare('UPDATE oauth_clients SET redirect_uris = ? WHERE id = ?')
      .bind('["https://rp.example/other"]', client.id)
      .run();
    advance(31);
    expect(await approve(browser, location)).toBeUndefined();
  });
});

describe('an id_token_hint', () => {
  it('passes only for the person it names (S-11)', async () => {
    const signed = await signedInAndAgreed();
    const { browser, client } = signed;
    const hint = await makeIdToken({ ...signed, clientId: client.id });
    const silent = await browser.authorize(client, { prompt: 'none', id_token_hint: hint });
    expect(answerIn(silent)).toHaveProperty('code');
    const [other, otherBrowser] = [await makeAccount(), new Browser()];
    await rememberConsent(other, client);
    await otherBrowser.signIn(other);
    const refused = await otherBrowser.authorize(client, { prompt: 'none', id_token_hint: hint });
    expect(answerIn(refused)['error']).toBe('login_required');
    const asked = await otherBrowser.authorize(client, { id_token_hint: hint });
    expect(asked.pathname).toBe('/signin');
  });

  it('passes after it expired, and after its key was replaced long ago (D-61, S-11)', async () => {
    const signed = await signedInAndAgreed();
    const { browser, client } = signed;
    const named = { ...signed, clientId: client.id };
    const old = await addOldKey(399);
    const hints = [
      await makeIdToken({ ...named, expiresInSeconds: -1 }),
      await makeIdToken({ ...named, signer: old }),
    ];
    for (const id_token_hint of hints) {
      const location = await browser.authorize(client, { prompt: 'none', id_token_hint });
      expect(answerIn(location)).toHaveProperty('code');
    }
  });

  it('leads to a sign-in if it is for another client, of another type, by a revoked or very old key, or not ours (S-11, S-61)', async () => {
    const signed = await signedInAndAgreed();
    const { browser, client } = signed;
    const otherClient = await makeClient();
    const named = { ...signed, clientId: client.id };
    const [old, revoked] = [await addOldKey(401), await addOldKey(10, { isRevoked: true })];
    const good = await makeIdToken(named);
    const [header = '', payload = ''] = good.split('.');
    const wrong = [
      await makeIdToken({ ...named, signer: old }),
      await makeIdToken({ ...named, signer: revoked }),
      await makeIdToken({ ...named, typ: 'at+jwt' }),
      await makeIdToken({ ...named, issuer: 'https://other.example' }),
      await makeIdToken({ ...named, clientId: otherClient.id }),
      unsign(good),
      `${header}.${payload}.${'A'.repeat(342)}`,
      'nonsense',
    ];
    for (const id_token_hint of wrong) {
      const location = await browser.authorize(client, { prompt: 'none', id_token_hint });
      expect(answerIn(location)['error']).toBe('login_required');
      const asked = await browser.authorize(client, { id_token_hint });
      expect(asked.pathname).toBe('/consent');
    }
  });
});
