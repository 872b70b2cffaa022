// How many calls a sign-in at a site takes, from the site's request to the claims, and how many the
// later requests by the site's server take.
import { env } from 'cloudflare:workers';
import { afterEach, expect, it, vi } from 'vitest';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { makeAccount, PASSWORD } from '../../support/account/accounts.ts';
import { makeClientKey, type ClientKey } from '../../support/site/client-keys.ts';
import { CALLBACK, ORIGIN, requestFor, VERIFIER } from '../../support/site/oauth-request.ts';
import {
  Browser,
  locationOf,
  makeClient,
  secretOf,
  type TestClient,
} from '../../support/site/oauth.ts';
import { formValues } from '../../support/account/portal.ts';
import {
  countingEnv,
  countRequest,
  TripCount,
  type Counted,
} from '../../support/counted/round-trips.ts';
import { expectBudgets, sumInSeries, Walk, type JourneyName } from './walk.ts';

afterEach(() => void vi.useRealTimers());

const SENT = { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' };

/** A simulated isolate with its own counter. All requests to this isolate share its caches. */
interface Isolate {
  count: TripCount;
  bindings: Env;
}

function startIsolate(): Isolate {
  const count = new TripCount();
  return { count, bindings: countingEnv(count) };
}

/** A site and the browser of a person who signs in there. The calls of each request are counted. */
class Visit {
  readonly walk: Walk;
  readonly browser: Browser;
  readonly #client: TestClient;
  readonly #isolate: Isolate;
  #last: Counted | undefined;

  constructor(isolate: Isolate, client: TestClient, journey: JourneyName) {
    this.walk = new Walk(journey, isolate.count);
    this.#client = client;
    this.#isolate = isolate;
    this.browser = new Browser((request) => this.#serve(request));
  }

  /** @returns the response to the sign-in form, which redirects to the consent page */
  async signIn({ email }: Account): Promise<Response> {
    const begun = await this.authorize('authorize, not signed in');
    const asked = locationOf(begun);
    const path = asked.pathname + asked.search;
    const page = await this.#note('the sign-in page', this.browser.get(path));
    const form = { ...formValues(await page.text(), '/signin'), email, password: PASSWORD };
    return this.#submit('sign in with a password', '/signin', form);
  }

  async see(name: string, redirect: Response): Promise<Response> {
    const { pathname, search } = locationOf(redirect);
    return this.#note(name, this.browser.get(pathname + search));
  }

  async agree(page: Response): Promise<Response> {
    const form = { ...formValues(await page.text(), '/consent'), decision: 'allow' };
    return this.#submit('the answer to a consent', '/consent', form);
  }

  async authorize(name: string): Promise<Response> {
    const query = requestFor(this.#client, { scope: 'openid' }).toString();
    return this.#note(name, this.browser.get(`/oauth/authorize?${query}`));
  }

  /**
   * Redeems the code for tokens and reads the claims with them.
   * @param left the redirect back to the site
   */
  async readClaims(left: Response): Promise<Record<string, string>> {
    const code = locationOf(left).searchParams.get('code') ?? '';
    const grant = { redirect_uri: CALLBACK, code_verifier: VERIFIER };
    const form = { grant_type: 'authorization_code', code, ...grant };
    const tokens = await (await this.call('code exchange', '/oauth/token', form)).json<any>();
    const headers = { Authorization: `Bearer ${tokens.access_token}` };
    await this.ask('userinfo', '/oauth/userinfo', { headers });
    return tokens;
  }

  /** Makes an authenticated call as the site's server. */
  call(name: string, path: string, form: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams({ ...form, ...secretOf(this.#client) } as typeof form);
    return this.ask(name, path, { method: 'POST', body });
  }

  /** Like `call`, but authenticates with an assertion signed by one of the site's keys. */
  async prove(
    key: ClientKey,
    name: string,
    path: string,
    form: Record<string, string>,
  ): Promise<Response> {
    const proof = await key.assert(this.#client.id);
    const body = new URLSearchParams({ ...form, ...proof } as typeof form);
    return this.ask(name, path, { method: 'POST', body });
  }

  /** Opens a page in the browser. */
  open(name: string, path: string): Promise<Response> {
    return this.#note(name, this.browser.get(path));
  }

  /**
   * Makes a FedCM request, which the browser itself, rather than a page, would make.
   * @param form the form to post, if any
   */
  byItself(name: string, path: string, form?: Record<string, string>): Promise<Response> {
    const sent = { 'Sec-Fetch-Dest': 'webidentity', Origin: new URL(CALLBACK).origin };
    const asked =
      form === undefined
        ? this.browser.get(path, sent)
        : this.browser.post(path, new URLSearchParams(form), sent);
    return this.#note(name, asked);
  }

  ask(name: string, path: string, init: RequestInit = {}): Promise<Response> {
    return this.#note(name, this.#serve(new Request(`${ORIGIN}${path}`, init)));
  }

  #submit(name: string, path: string, form: object): Promise<Response> {
    const fields = new URLSearchParams(form as Record<string, string>);
    return this.#note(name, this.browser.post(path, fields, SENT));
  }

  async #serve(request: Request): Promise<Response> {
    const { count, bindings } = this.#isolate;
    const { response, counted } = await countRequest(count, bindings, request);
    if (response.status >= 400) throw new Error(`${response.status} at ${request.url}`);
    this.#last = counted;
    return response;
  }

  async #note(name: string, made: Promise<Response>): Promise<Response> {
    const response = await made;
    if (this.#last !== undefined) this.walk.note(name, this.#last);
    return response;
  }
}

/**
 * Signs a person in at a site, gives consent on the consent page, and lets the site read the
 * claims.
 */
async function agreeAt(visit: Visit, account: Account): Promise<Record<string, string>> {
  const page = await visit.see('the consent page', await visit.signIn(account));
  return visit.readClaims(await visit.agree(page));
}

/**
 * Signs a person in at a site, so that the isolate has cached the site's client and the signing
 * keys.
 */
async function warmUp() {
  const [isolate, client, account] = [startIsolate(), await makeClient(), await makeAccount()];
  const visit = (journey: JourneyName) => new Visit(isolate, client, journey);
  const tokens = await agreeAt(visit('firstSignIn'), account);
  return { visit, account, tokens, client };
}

it('each request of a first sign-in at a site calls its grant once, and the person waits for ten calls', async () => {
  const { visit } = await warmUp();
  const first = visit('firstSignIn');
  await agreeAt(first, await makeAccount());
  expect(sumInSeries(first.walk)).toBe(10);
  expectBudgets(first.walk);
});

it('a sign-in with a remembered consent waits for nine calls, since the consent page continues automatically', async () => {
  const { visit, account } = await warmUp();
  const later = visit('laterSignIn');
  const left = await later.see('consent page of a remembered consent', await later.signIn(account));
  await later.readClaims(left);
  expect(sumInSeries(later.walk)).toBe(9);
  expectBudgets(later.walk);
});

it('authorize reads the sign-in and the consent in one call, then opens the grant', async () => {
  const { visit, account } = await warmUp();
  const signedIn = visit('signedIn');
  await signedIn.browser.signIn(await makeAccount());
  const asked = await signedIn.authorize('authorize, without a consent');
  expect(locationOf(asked).pathname).toBe('/consent');
  await signedIn.browser.signIn(account);
  const left = await signedIn.authorize('authorize, with a consent');
  expect(locationOf(left).searchParams.has('code')).toBe(true);
  expectBudgets(signedIn.walk);
});

it('a site’s server calls only the grant, and nothing for keys and discovery', async () => {
  const { visit, tokens } = await warmUp();
  const site = visit('tokens');
  const token = { token: tokens['access_token'] ?? '' };
  const refresh = { refresh_token: tokens['refresh_token'] ?? '' };
  await site.call('refresh', '/oauth/token', { grant_type: 'refresh_token', ...refresh });
  await site.call('introspection', '/oauth/introspect', token);
  await site.call('revocation', '/oauth/revoke', token);
  await site.ask('the key set', '/.well-known/jwks.json');
  await site.ask('discovery', '/.well-known/openid-configuration');
  expectBudgets(site.walk);
});

it('a pushed request is stored by one call, and an assertion adds no wait (D-153)', async () => {
  const { visit, account, client } = await warmUp();
  const key = await makeClientKey();
  const site = visit('pushed');
  await site.browser.signIn(account);
  const request = Object.fromEntries(requestFor(client, { scope: 'openid' }));
  await site.call('push a request', '/oauth/par', request);
  await env.DB.prepare(
    'UPDATE oauth_clients SET private_key_jwt = 1, jwks = ?, device_flow = 1 WHERE id = ?',
  )
    .bind(JSON.stringify({ keys: [key.jwk] }), client.id)
    .run();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  await site.prove(key, 'read the client again', '/oauth/introspect', { token: 'x' });
  const pushed = await site.prove(
    key,
    'push a request, authenticated by a key',
    '/oauth/par',
    request,
  );
  const { request_uri } = await pushed.json<{ request_uri: string }>();
  const query = new URLSearchParams({ client_id: client.id, request_uri }).toString();
  const left = await site.open('authorize with a pushed request', `/oauth/authorize?${query}`);
  const code = locationOf(left).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
  const exchange = { ...form, code_verifier: VERIFIER };
  await site.prove(key, 'code exchange, authenticated by a key', '/oauth/token', exchange);
  const device = { scope: 'openid' };
  await site.prove(
    key,
    'begin on a device, authenticated by a key',
    '/oauth/device_authorization',
    device,
  );
  site.walk.counted.delete('read the client again');
  expectBudgets(site.walk);
});

it('a FedCM request of the browser waits as long as a redirect (D-158)', async () => {
  const { visit, account, client } = await warmUp();
  await env.DB.prepare('UPDATE oauth_clients SET fedcm = 1 WHERE id = ?').bind(client.id).run();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  const site = visit('browsers');
  await site.call('read the client again', '/oauth/introspect', { token: 'x' });
  await site.browser.signIn(account);
  site.browser.cookies.delete('agate-account');
  const offered = await site.byItself('accounts that FedCM offers', '/oauth/fedcm/accounts');
  const { accounts } = await offered.json<{ accounts: [{ id: string }] }>();
  const {
    client_id,
    response_type: _,
    ...params
  } = Object.fromEntries(requestFor(client, { scope: 'openid' }));
  const answered = await site.byItself('sign in with FedCM', '/oauth/fedcm/assertion', {
    client_id: client_id ?? '',
    account_id: accounts[0].id,
    params: JSON.stringify(params),
  });
  expect(await answered.json()).toEqual({ token: expect.stringMatching(/^xoac_/) });
  site.walk.counted.delete('read the client again');
  expectBudgets(site.walk);
});
