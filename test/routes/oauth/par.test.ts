// Requests that a site's backend pushes before the browser arrives (RFC 9126; D-153).
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeJwt } from 'jose';
import { makeAccount } from '../../support/account/accounts.ts';
import { Person } from '../../support/account/person.ts';
import { makeProofKey } from '../../support/site/dpop.ts';
import { postForm, redeem, send } from '../../support/site/oauth-calls.ts';
import { CALLBACK, ORIGIN, requestFor, type Parameters } from '../../support/site/oauth-request.ts';
import {
  answerIn,
  basicOf,
  Browser,
  locationOf,
  rememberConsent,
  secretOf,
  type TestClient,
} from '../../support/site/oauth.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';

const PAR_URL = `${ORIGIN}/oauth/par`;

let tenant: DashboardTenant;
let site: TestClient;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
  site = await makeSite();
});
afterEach(() => void vi.useRealTimers());

async function makeSite(fields: Record<string, unknown> = {}): Promise<TestClient> {
  const { body } = await ask('POST', '/oauth-clients', tenant.owner.token, {
    name: 'Cellar Door',
    redirect_uris: [CALLBACK],
    scopes: ['openid', 'profile', 'email', 'age_verification', 'connections'],
    ...fields,
  });
  return { id: body.data.id, secret: body.data.client_secret ?? '', tenantId: tenant.id };
}

const formOf = (changes: Parameters = {}): Parameters =>
  Object.fromEntries(requestFor(site, changes));

const push = (changes: Parameters = {}, headers: Record<string, string> = {}) =>
  postForm('/oauth/par', { ...secretOf(site), ...formOf(changes) }, headers);

async function pushed(changes: Parameters = {}, headers = {}): Promise<string> {
  const { status, body } = await push(changes, headers);
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.request_uri;
}

const visitAs = (browser: Browser, request_uri: string, changes: Parameters = {}) => {
  const query = new URLSearchParams({ client_id: site.id, request_uri, ...changes } as never);
  return browser.get(`/oauth/authorize?${query.toString()}`, { Accept: 'application/json' });
};

/** Creates the browser of a signed-in person who has already consented. */
async function known(): Promise<Browser> {
  const account = await makeAccount();
  await rememberConsent(account, site);
  const browser = new Browser();
  await browser.signIn(account);
  return browser;
}

describe('a pushed request', () => {
  it('gets a request URI for 60 seconds, which leads to a code with everything that was pushed (2.2, 4)', async () => {
    const { status, headers, body } = await push({ nonce: 'n-pushed', state: 'of the push' });
    expect([status, body.expires_in]).toEqual([201, 60]);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(body.request_uri).toMatch(/^urn:ietf:params:oauth:request_uri:xpr_[\w-]{86}$/);
    const others = { state: 'of the query', redirect_uri: 'https://evil.example/', scope: 'email' };
    const back = locationOf(await visitAs(await known(), body.request_uri, others));
    expect(`${back.origin}${back.pathname}`).toBe(CALLBACK);
    const { code = '', state, iss } = answerIn(back);
    expect([state, iss]).toEqual(['of the push', ORIGIN]);
    const { body: tokens } = await redeem({ site, code });
    expect([tokens.scope, decodeJwt(tokens.id_token)['nonce']]).toEqual([
      'openid age_verification',
      'n-pushed',
    ]);
  });

  it('leads a new person through the pages, even if they reload before they sign in', async () => {
    const uri = await pushed();
    const person = await Person.create();
    expect(locationOf(await visitAs(person.browser, uri)).pathname).toBe('/signin');
    const again = locationOf(await visitAs(person.browser, uri));
    const { code = '' } = answerIn(await person.follow(again));
    expect((await redeem({ site, code })).status).toBe(200);
    expect((await visitAs(person.browser, uri)).status).toBe(400);
  });

  it('is answered once: of 50 concurrent visits one gets a code (7.3)', async () => {
    const browsers = await Promise.all(Array.from({ length: 2 }, known));
    const uri = await pushed();
    const visits = Array.from({ length: 50 }, (_, n) => visitAs(browsers[n % 2]!, uri));
    const answers = await Promise.all(visits);
    const codes = answers.flatMap((answer) => {
      const location = answer.headers.get('Location');
      return location === null ? [] : [new URL(location).searchParams.get('code')];
    });
    expect(codes).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
    expect((await redeem({ site, code: codes[0] ?? '' })).status).toBe(200);
  });

  it('keeps none of its content in cookies (CVE-2024-4540 of Keycloak)', async () => {
    const uri = await pushed({
      state: 'of-the-state',
      nonce: 'of-the-nonce',
      login_hint: 'a@b.cd',
    });
    const browser = new Browser();
    await visitAs(browser, uri);
    const cookies = JSON.stringify([...browser.cookies]);
    for (const part of ['of-the-state', 'of-the-nonce', 'b.cd', 'rp.example'])
      expect(cookies).not.toContain(part);
  });

  it('answers prompt=none with an error when a page would be needed, as any request does', async () => {
    const uri = await pushed({ prompt: 'none' });
    const nobody = locationOf(await visitAs(new Browser(), uri));
    expect(answerIn(nobody)['error']).toBe('login_required');
  });

  it('expires after 60 seconds; one that was opened before has ten minutes as usual', async () => {
    const [late, opened] = [await pushed(), await pushed()];
    const person = await Person.create();
    const page = locationOf(await visitAs(person.browser, opened));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    const answer = await visitAs(await known(), late);
    expect([answer.status, answer.headers.get('Location')]).toEqual([400, null]);
    expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
    expect(answerIn(await person.follow(page))['code']).toMatch(/^xoac_/);
  });

  it('belongs to the client that pushed it (2.2)', async () => {
    const uri = await pushed();
    const other = await makeSite();
    const browser = await known();
    for (const client_id of [other.id, 'xoc_nobody', '']) {
      const { status, headers } = await visitAs(browser, uri, { client_id });
      expect([client_id, status, headers.get('Location')]).toEqual([client_id, 400, null]);
    }
    const made = `${uri.slice(0, -43)}${'A'.repeat(43)}`;
    for (const wrong of [made, 'urn:ietf:params:oauth:request_uri:', `${uri}x`])
      expect((await visitAs(browser, wrong)).status).toBe(400);
    expect(answerIn(locationOf(await visitAs(browser, uri)))['code']).toMatch(/^xoac_/);
  });

  it('is invalid once its redirect URI is no longer registered (S-01)', async () => {
    const uri = await pushed();
    await ask('PATCH', `/oauth-clients/${site.id}`, tenant.owner.token, {
      redirect_uris: ['https://rp.example/other'],
    });
    expect((await visitAs(await known(), uri)).status).toBe(400);
  });
});

describe('the endpoint', () => {
  it('accepts Basic authentication as well, and refuses wrong credentials', async () => {
    const form = formOf();
    expect((await postForm('/oauth/par', form, basicOf(site))).status).toBe(201);
    for (const sent of [form, { ...form, client_secret: 'xocs_wrong' }]) {
      const { status, body } = await postForm('/oauth/par', sent);
      expect([status, body.error]).toEqual([401, 'invalid_client']);
    }
    const foreign = { ...form, client_id: 'xoc_foreign' };
    const { status, body } = await postForm('/oauth/par', foreign, basicOf(site));
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('accepts public clients, which name themselves', async () => {
    site = await makeSite({ token_endpoint_auth_method: 'none' });
    const { status, body } = await postForm('/oauth/par', formOf());
    expect(status).toBe(201);
    const { code = '' } = answerIn(locationOf(await visitAs(await known(), body.request_uri)));
    expect((await redeem({ site, code }, { client_secret: undefined })).status).toBe(200);
  });

  it.each<[string, Parameters, string]>([
    [
      'a redirect URI that is not registered',
      { redirect_uri: 'https://evil.example/' },
      'invalid_request',
    ],
    ['no redirect URI', { redirect_uri: undefined }, 'invalid_request'],
    ['no code challenge', { code_challenge: undefined }, 'invalid_request'],
    ['the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a hybrid flow', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['no openid', { scope: 'email' }, 'invalid_scope'],
    [
      'a request_uri (2.1)',
      { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
      'invalid_request',
    ],
    [
      'authorization_details (RFC 9396 5)',
      { authorization_details: '[{"type":"x"}]' },
      'invalid_authorization_details',
    ],
    ['a registration', { registration: '{}' }, 'registration_not_supported'],
    [
      'an invalid id_token_hint with prompt=none',
      { prompt: 'none', id_token_hint: 'x' },
      'login_required',
    ],
    ['a request object of a client without keys', { request: 'x.y.z' }, 'invalid_request_object'],
  ])('refuses %s at once, as JSON (2.3)', async (_, changes, error) => {
    const { status, body, headers } = await push(changes);
    expect([status, body.error, headers.get('Location')]).toEqual([400, error, null]);
    expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  it('refuses other methods, bodies that are not forms, repeated parameters and large bodies', async () => {
    expect((await send('/oauth/par', {})).status).toBe(405);
    const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
    expect((await send('/oauth/par', json)).status).toBe(400);
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const twice = `${new URLSearchParams({ ...secretOf(site), ...formOf() } as never).toString()}&scope=openid`;
    const repeated = await send('/oauth/par', { method: 'POST', headers: type, body: twice });
    expect([repeated.status, repeated.body.error]).toEqual([400, 'invalid_request']);
    expect((await push({ login_hint: 'x'.repeat(70_000) })).status).toBe(413);
  });

  it('binds the code to the key of a DPoP proof, which dpop_jkt must match (RFC 9449 10.1)', async () => {
    const [key, other] = await Promise.all([makeProofKey(), makeProofKey()]);
    const bound = { DPoP: await key.prove('POST', PAR_URL) };
    const mismatched = await push({ dpop_jkt: other.thumbprint }, bound);
    expect([mismatched.status, mismatched.body.error]).toEqual([400, 'invalid_dpop_proof']);
    const elsewhere = { DPoP: await key.prove('POST', `${ORIGIN}/oauth/token`) };
    expect((await push({}, elsewhere)).body.error).toBe('invalid_dpop_proof');
    for (const [changes, headers] of [
      [{}, { DPoP: await key.prove('POST', PAR_URL) }],
      [{ dpop_jkt: key.thumbprint }, { DPoP: await key.prove('POST', PAR_URL) }],
      [{ dpop_jkt: key.thumbprint }, {}],
    ] as const) {
      const uri = await pushed(changes, headers);
      const { code = '' } = answerIn(locationOf(await visitAs(await known(), uri)));
      expect((await redeem({ site, code })).body.error).toBe('invalid_grant');
    }
  });
});

describe('require_pushed_authorization_requests', () => {
  it('leaves the client only PAR, and is audited (6)', async () => {
    const direct = async (changes: Parameters = {}) =>
      answerIn(await (await known()).authorize(site, changes));
    expect((await direct())['code']).toMatch(/^xoac_/);
    const { body } = await ask('PATCH', `/oauth-clients/${site.id}`, tenant.owner.token, {
      require_pushed_authorization_requests: true,
    });
    expect(body.data.require_pushed_authorization_requests).toBe(true);
    expect(await direct({ state: 's' })).toMatchObject({ error: 'invalid_request', state: 's' });
    // An external `request_uri` is neither fetched nor accepted in place of a pushed request
    // (S-08).
    const elsewhere = await direct({ request_uri: 'https://rp.example/request' });
    expect(elsewhere['error']).toBe('invalid_request');
    const uri = await pushed();
    expect(answerIn(locationOf(await visitAs(await known(), uri)))['code']).toMatch(/^xoac_/);
    const [entry] = (await ask('GET', '/audit', tenant.owner.token)).body.data;
    expect(JSON.stringify(entry)).toContain('"require_pushed_authorization_requests":true');
  });

  it('is not required of others, for whom a foreign request_uri stays refused (S-08)', async () => {
    const answer = answerIn(
      await (await known()).authorize(site, { request_uri: 'https://x.example/' }),
    );
    expect(answer['error']).toBe('request_uri_not_supported');
  });
});
