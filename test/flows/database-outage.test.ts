// While D1 is unavailable: what continues to work for ten minutes, and how everything else reports
// the outage (D-71).
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIFETIMES } from '../../src/config/config.ts';
import { rotateKeys } from '../../src/domain/platform/signing-keys/key-ring.ts';
import { PURPOSES } from '../../src/domain/platform/signing-keys/ring.ts';
import { VALID_INIT } from '../support/customer/api.ts';
import { makeAdmin } from '../support/staff/admins.ts';
import { authorizeSite, issueTokens, makeSite } from '../support/site/grants.ts';
import { makeContext } from '../support/installation/context.ts';
import { goTo } from '../support/visitor/hosted.ts';
import { Browser, secretOf } from '../support/site/oauth.ts';
import { CALLBACK, ORIGIN, requestFor, VERIFIER } from '../support/site/oauth-request.ts';
import { OutageWorld } from '../support/faults/outage.ts';
import { makeTenant, type TestTenant } from '../support/customer/tenants.ts';

let world: OutageWorld;
let incidents: string[];

beforeEach(async () => {
  // The worker that all tests share may sign with a cached key that is no longer in storage. This
  // test's own worker starts with empty caches and could not find that key, so the key rings are
  // rotated first.
  for (const purpose of PURPOSES) await rotateKeys(makeContext(), purpose);
  world = new OutageWorld();
  incidents = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => void incidents.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const keyHeader = (key: string) => ({ 'X-API-Key': key });
const init = (key: string) => world.post('/verify/v1/init', VALID_INIT, keyHeader(key));

/** Fills the caches of this test's worker with everything that it needs during the outage. */
async function warmUp(tenant: TestTenant) {
  await init(tenant.secret);
  await world.call('/verify/v1/status/xtk_unknown', { headers: keyHeader(tenant.publishable) });
  const { site, code } = await authorizeSite();
  const { body } = await world.postForm('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    ...secretOf(site),
  });
  return { site, tokens: body };
}

describe('while D1 fails', () => {
  it('init, result, status, the hosted page, refresh, introspection and keys keep working', async () => {
    const tenant = await makeTenant();
    const { site, tokens } = await warmUp(tenant);
    world.database = 'failing';
    goTo(LIFETIMES.keyCacheMs + 6 * 60_000);

    const { status, body } = await init(tenant.secret);
    expect(status).toBe(201);
    const { token } = body.data;
    // Without built assets, there is no page to serve, but the request must cause no server error.
    expect((await world.fetch(`/v/${token}`)).status).toBeLessThan(500);
    const opened = await world.fetch('/v/sessions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify({ token }),
    });
    expect(opened.status).toBe(200);
    const { data: view } = await opened.json<any>();
    const consent = await world.post(
      `/v/sessions/${view.id}/consent`,
      { biometric: true },
      {
        'Sec-Fetch-Site': 'same-origin',
        Cookie: opened.headers.getSetCookie().join('; ').split(';')[0]!,
      },
    );
    expect([consent.status, consent.body.data.step]).toEqual([200, 'liveness']);
    const result = await world.call(`/verify/v1/result/${token}`, {
      headers: keyHeader(tenant.secret),
    });
    expect([result.status, result.body.data.status]).toEqual([200, 'in_progress']);
    const coarse = await world.call(`/verify/v1/status/${result.body.data.token}`, {
      headers: keyHeader(tenant.publishable),
    });
    expect([coarse.status, coarse.body.data.status]).toEqual([200, 'in_progress']);

    const refreshed = await world.postForm('/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      ...secretOf(site),
    });
    expect(refreshed.status).toBe(200);
    const accessToken = refreshed.body.access_token;
    const seen = await world.postForm('/oauth/introspect', {
      token: accessToken,
      ...secretOf(site),
    });
    expect(seen.body.active).toBe(true);
    expect((await world.fetch('/.well-known/jwks.json')).status).toBe(200);
  });

  it('the outage is logged once a minute per memory, without a key, name or id', async () => {
    const tenant = await makeTenant();
    await warmUp(tenant);
    world.database = 'failing';
    goTo(LIFETIMES.keyCacheMs);
    for (let calls = 0; calls < 3; calls += 1) await init(tenant.secret);
    expect(incidents.map((line) => JSON.parse(line))).toEqual([
      { event: 'stale_read', memory: 'api_keys' },
    ]);
    goTo(60_000);
    await init(tenant.secret);
    expect(incidents).toHaveLength(2);
  });

  it('they stop after ten minutes, with 503 and Retry-After', async () => {
    const tenant = await makeTenant();
    goTo(0);
    await init(tenant.secret);
    world.database = 'failing';
    goTo(LIFETIMES.keyCacheMs + LIFETIMES.staleMs - 1);
    expect((await init(tenant.secret)).status).toBe(201);
    goTo(1);
    const { status, body } = await init(tenant.secret);
    expect([status, body.error.code]).toEqual([503, 'UNAVAILABLE']);
  });

  it('they also keep working when D1 never answers instead of failing', async () => {
    const tenant = await makeTenant();
    await init(tenant.secret);
    world.database = 'silent';
    goTo(LIFETIMES.keyCacheMs);
    expect((await init(tenant.secret)).status).toBe(201);
  });

  it('no key works beyond its own expiry', async () => {
    const tenant = await makeTenant();
    goTo(0);
    await env.DB.prepare('UPDATE api_keys SET expires_at_ms = ?')
      .bind(Date.now() + 60_000)
      .run();
    await init(tenant.secret);
    world.database = 'failing';
    goTo(59_000);
    expect((await init(tenant.secret)).status).toBe(201);
    goTo(1_000);
    expect((await init(tenant.secret)).status).toBe(503);
  });

  it('an unknown site is not called unknown from stale data', async () => {
    const form = { grant_type: 'refresh_token', refresh_token: 'x', client_secret: 'y' };
    const ask = () => world.postForm('/oauth/token', { ...form, client_id: 'xoc_unknown' });
    expect((await ask()).body.error).toBe('invalid_client');
    world.database = 'failing';
    expect((await ask()).body.error).toBe('invalid_client');
    goTo(LIFETIMES.keyCacheMs);
    expect((await ask()).body.error).toBe('temporarily_unavailable');
  });
});

describe('a key that was revoked', () => {
  it('is refused at the first read that D1 answers, whatever failed before', async () => {
    const tenant = await makeTenant();
    await init(tenant.secret);
    await env.DB.prepare('UPDATE api_keys SET revoked_at_ms = ?').bind(Date.now()).run();
    goTo(LIFETIMES.keyCacheMs);
    world.database = 'failing';
    expect((await init(tenant.secret)).status).toBe(201);
    world.database = 'fair';
    expect((await init(tenant.secret)).status).toBe(401);
    world.database = 'failing';
    expect((await init(tenant.secret)).status).toBe(503);
  });

  it('stays refused in an isolate that has seen that it no longer exists', async () => {
    const { site, tokens } = await issueTokens();
    const form = { token: tokens.access_token, ...secretOf(site) };
    expect((await world.postForm('/oauth/introspect', form)).body.active).toBe(true);
    await env.DB.prepare('UPDATE oauth_clients SET deleted_at_ms = 1').run();
    goTo(LIFETIMES.keyCacheMs);
    expect((await world.postForm('/oauth/introspect', form)).status).toBe(401);
    world.database = 'failing';
    goTo(LIFETIMES.keyCacheMs);
    expect((await world.postForm('/oauth/introspect', form)).status).toBe(503);
  });
});

describe('a request that needs D1', () => {
  const html = { Accept: 'text/html' };
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const ours = { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' };
  const json = { 'Content-Type': 'application/json' };

  /** Removes the random request id, which may contain "D1". */
  const withoutId = (text: string): string => text.replaceAll(/\breq_\w+/g, '');

  /** @returns the status, Retry-After, the content type and the body */
  async function ask(path: string, sent: RequestInit) {
    const response = await world.fetch(path, sent);
    const text = await response.text();
    expect(withoutId(text)).not.toMatch(/D1|Network|SQL/);
    const type = response.headers.get('Content-Type')?.split(';')[0];
    return { status: response.status, wait: response.headers.get('Retry-After'), type, text };
  }

  it('is a page for people: authorize, sign-out, the account and links in mails', async () => {
    const browser = new Browser();
    const { account } = await authorizeSite();
    await browser.signIn(account);
    const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const site = await makeSite();
    world.database = 'failing';
    const pages: [string, RequestInit][] = [
      [`/oauth/authorize?${requestFor(site).toString()}`, { headers: html }],
      [`/oauth/authorize?${requestFor(site).toString()}`, { headers: { ...html, Cookie } }],
      ['/oauth/logout?client_id=xoc_1', { headers: { ...html, Cookie } }],
      ['/signin', { headers: { ...html, Cookie } }],
      ['/account', { headers: { ...html, Cookie } }],
      ['/account/sites', { headers: { ...html, Cookie, 'Accept-Language': 'de' } }],
      ['/consent?request=xcr_1', { headers: { Cookie } }],
      [
        '/mail/confirm',
        { method: 'POST', headers: { ...html, ...form, ...ours, Cookie }, body: 'token=xml_1' },
      ],
      ['/dashboard/v1/auth/reset-page?token=xml_1', { headers: { ...html, Cookie } }],
      ['/outbox', { headers: html }],
    ];
    for (const [path, sent] of pages) {
      const { status, wait, type, text } = await ask(path, sent);
      expect([path, status, wait, type]).toEqual([path, 503, '10', 'text/html']);
      expect(text).toMatch(/Not available right now|Gerade nicht verfügbar/);
    }
  });

  it('is an error in the form of its surface for programs', async () => {
    const { token } = await makeAdmin();
    const { tokens, site } = await issueTokens();
    const tenant = await makeTenant();
    await world.fetch('/.well-known/jwks.json');
    world.database = 'failing';
    const login = JSON.stringify({ email: 'a@b.example', password: 'x' });
    const bearer = (value: string) => ({ Authorization: `Bearer ${value}` });
    const routes: [string, string, RequestInit][] = [
      [
        '/verify/v1/init',
        'UNAVAILABLE',
        {
          method: 'POST',
          headers: { ...json, ...keyHeader(tenant.secret) },
          body: JSON.stringify(VALID_INIT),
        },
      ],
      ['/api/v1/sessions', 'UNAVAILABLE', { headers: keyHeader(tenant.secret) }],
      ['/api/v1/events', 'UNAVAILABLE', { headers: keyHeader(tenant.secret) }],
      ['/admin/v1/auth/login', 'UNAVAILABLE', { method: 'POST', headers: json, body: login }],
      ['/admin/v1/accounts', 'UNAVAILABLE', { headers: bearer(token) }],
      ['/dashboard/v1/auth/login', 'UNAVAILABLE', { method: 'POST', headers: json, body: login }],
      ['/oauth/userinfo', 'temporarily_unavailable', { headers: bearer(tokens.access_token) }],
      [
        '/oauth/token',
        'temporarily_unavailable',
        {
          method: 'POST',
          headers: form,
          body: new URLSearchParams({
            grant_type: 'refresh_token',
            refresh_token: tokens.refresh_token,
            client_id: site.id,
            client_secret: site.secret,
          }).toString(),
        },
      ],
      [`/oauth/authorize?${requestFor(site).toString()}`, 'UNAVAILABLE', {}],
    ];
    for (const [path, code, sent] of routes) {
      const { status, wait, text } = await ask(path, sent);
      const { error } = JSON.parse(text);
      expect([path, status, wait, error.code ?? error]).toEqual([path, 503, '10', code]);
    }
  });

  it('is 500 when D1 answers and something else is broken', async () => {
    const { token } = await makeAdmin();
    await env.DB.prepare('ALTER TABLE staff RENAME TO gone').run();
    const { status, wait } = await ask('/admin/v1/accounts', {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([status, wait]).toEqual([500, null]);
  });
});
