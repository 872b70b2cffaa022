// Devices without a browser: the code that they display, and the page where it is typed (RFC 8628;
// D-153).
import { exports } from 'cloudflare:workers';
import * as oidc from 'openid-client';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAccount } from '../../support/account/accounts.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { makeProofKey, TOKEN_URL } from '../../support/site/dpop.ts';
import { introspect, postForm, refresh } from '../../support/site/oauth-calls.ts';
import { ALL_SCOPES, CALLBACK, ORIGIN, type Parameters } from '../../support/site/oauth-request.ts';
import { Browser, rememberConsent, type TestClient } from '../../support/site/oauth.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

let tenant: DashboardTenant;
let site: TestClient;
let account: Account;
let phone: Browser;
beforeEach(async () => {
  [tenant, account] = await Promise.all([
    makeDashboardTenant(),
    makeAccount({ displayName: 'Ada' }),
  ]);
  site = await makeSite();
  phone = new Browser();
});
afterEach(() => void vi.useRealTimers());

async function makeSite(fields: Record<string, unknown> = {}): Promise<TestClient> {
  const { body } = await ask('POST', '/oauth-clients', tenant.owner.token, {
    name: 'Living Room',
    redirect_uris: [CALLBACK],
    scopes: ALL_SCOPES,
    token_endpoint_auth_method: 'none',
    device_flow: true,
    ...fields,
  });
  return { id: body.data.id, secret: body.data.client_secret ?? '', tenantId: tenant.id };
}

const begin = (changes: Parameters = {}) =>
  postForm('/oauth/device_authorization', {
    client_id: site.id,
    scope: 'openid profile age_verification',
    ...changes,
  });

const poll = (
  device_code: string,
  changes: Parameters = {},
  headers: Record<string, string> = {},
) =>
  postForm(
    '/oauth/token',
    { grant_type: GRANT, device_code, client_id: site.id, ...changes },
    headers,
  );

const HTML = { Accept: 'text/html', Origin: ORIGIN };

const valueOf = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';

/** Types a code as the person would. */
async function type(user_code: string, headers: Record<string, string> = {}): Promise<Response> {
  const page = await (await phone.get('/device', HTML)).text();
  const form = new URLSearchParams({ form_token: valueOf(page, 'form_token'), user_code });
  return phone.post('/device', form, { ...HTML, ...headers });
}

/**
 * Submits a decision on the consent page.
 * @returns the redirect target, or the status if the response is not a redirect
 */
async function answer(user_code: string, decision: 'allow' | 'deny'): Promise<string> {
  const typed = await type(user_code);
  if (!phone.cookies.has('agate-account')) await phone.signIn(account);
  const at = typed.headers.get('Location') ?? '';
  const page = await (await phone.get(at, HTML)).text();
  const session = new URLSearchParams(at.split('?')[1]).get('session') ?? '';
  const form = { form_token: valueOf(page, 'form_token'), session, decision };
  const answered = await phone.post('/consent', new URLSearchParams(form), HTML);
  return answered.headers.get('Location') ?? `${answered.status}`;
}

const advance = (seconds: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
};

describe('a device', () => {
  it('gets codes; a person types one, signs in and agrees, and the device gets its tokens', async () => {
    const { status, body } = await begin();
    expect([status, body]).toEqual([
      200,
      {
        device_code: expect.stringMatching(/^xdc_[\w-]{86}$/),
        user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
        verification_uri: `${ORIGIN}/device`,
        verification_uri_complete: `${ORIGIN}/device?user_code=${body.user_code}`,
        expires_in: 600,
        interval: 5,
      },
    ]);
    expect((await poll(body.device_code)).body.error).toBe('authorization_pending');
    const typed = await type(body.user_code.toLowerCase().replace('-', ' '));
    const consent = typed.headers.get('Location') ?? '';
    expect(consent).toMatch(/^\/consent\?session=xcs_/);
    expect((await phone.get(consent, HTML)).headers.get('Location')).toMatch(/^\/signin\?session=/);
    await phone.signIn(account);
    const page = await (await phone.get(consent, HTML)).text();
    for (const text of ['Living Room', body.user_code]) expect(page).toContain(text);
    expect(page).not.toContain('localhost:8787 asks');
    expect(await answer(body.user_code, 'allow')).toBe('/device?done=allowed');
    expect(await (await phone.get('/device?done=allowed', HTML)).text()).toContain(
      'Your device is connected',
    );
    advance(6);
    const { status: given, body: tokens } = await poll(body.device_code);
    expect([given, tokens.token_type, tokens.scope]).toEqual([
      200,
      'Bearer',
      'openid profile age_verification',
    ]);
    expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: account.subject, aud: site.id });
    const renewed = await refresh(site, tokens.refresh_token, { client_secret: undefined });
    expect(renewed.status).toBe(200);
    expect((await poll(body.device_code)).body.error).toBe('invalid_grant');
  });

  it('works with openid-client', async () => {
    const sendTo = (url: string, init: object) => exports.default.fetch(new Request(url, init));
    const config = await oidc.discovery(new URL(ORIGIN), site.id, undefined, oidc.None(), {
      execute: [oidc.allowInsecureRequests],
      [oidc.customFetch]: sendTo,
    });
    const begun = await oidc.initiateDeviceAuthorization(config, { scope: 'openid' });
    await answer(begun.user_code, 'allow');
    const tokens = await oidc.pollDeviceAuthorizationGrant(config, { ...begun, interval: 0 });
    expect(tokens.claims()?.sub).toBe(account.subject);
  });

  it('gets its tokens once, also with 50 concurrent requests', async () => {
    const { body } = await begin();
    await answer(body.user_code, 'allow');
    const answers = await Promise.all(Array.from({ length: 50 }, () => poll(body.device_code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body: one }) => one.error === 'invalid_grant')).toHaveLength(49);
  });

  it('is told to slow down when it polls too often, with five more seconds from then on (3.5)', async () => {
    const { device_code: code } = (await begin()).body;
    const asks = async () => (await poll(code)).body.error;
    expect(await asks()).toBe('authorization_pending');
    expect(await asks()).toBe('slow_down');
    advance(6);
    expect(await asks()).toBe('slow_down');
    advance(15);
    expect(await asks()).toBe('authorization_pending');
  });

  it('is told when the person denied the request, which invalidates the code', async () => {
    const { body } = await begin();
    expect(await answer(body.user_code, 'deny')).toBe('/device?done=denied');
    expect((await poll(body.device_code)).body.error).toBe('access_denied');
    expect((await type(body.user_code)).status).toBe(422);
  });

  it('is expired after ten minutes; consent in the last second counts', async () => {
    const [late, last] = [(await begin()).body, (await begin()).body];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 599_000 });
    await answer(last.user_code, 'allow');
    advance(2);
    expect((await poll(last.device_code)).status).toBe(200);
    expect((await poll(late.device_code)).body.error).toBe('expired_token');
    expect((await type(late.user_code)).status).toBe(422);
  });

  it('needs consent every time, even if the person agreed to the client before (5.4)', async () => {
    await rememberConsent(account, site);
    await phone.signIn(account);
    const { body } = await begin({ scope: 'openid' });
    const typed = await type(body.user_code);
    const page = await phone.get(typed.headers.get('Location') ?? '', HTML);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining(body.user_code),
    ]);
  });

  it('is approved only in the browser that typed its code last (GHSA-cq3f-vc6p-68fh, CVE-2026-45337)', async () => {
    const { body } = await begin();
    const typed = await type(body.user_code);
    const consent = typed.headers.get('Location') ?? '';
    const other = new Browser();
    await other.signIn(await makeAccount());
    expect((await other.get(consent, HTML)).status).toBe(400);
    const first = phone;
    phone = new Browser();
    await type(body.user_code);
    await first.signIn(account);
    expect((await first.get(consent, HTML)).status).toBe(400);
    expect((await poll(body.device_code)).body.error).toBe('authorization_pending');
  });

  it('gets tokens that are bound to its key', async () => {
    const key = await makeProofKey();
    const { body } = await begin();
    await answer(body.user_code, 'allow');
    const headers = { DPoP: await key.prove('POST', TOKEN_URL) };
    const { body: tokens } = await poll(body.device_code, {}, headers);
    expect([tokens.token_type, decodeJwt(tokens.access_token)['cnf']]).toEqual([
      'DPoP',
      { jkt: key.thumbprint },
    ]);
  });

  it('of a client with a secret needs that secret; a code works for its own client only', async () => {
    const app = site;
    site = await makeSite({ token_endpoint_auth_method: 'client_secret_basic' });
    expect((await begin()).status).toBe(401);
    const { body } = await begin({ client_secret: site.secret });
    await answer(body.user_code, 'allow');
    expect((await poll(body.device_code)).status).toBe(401);
    expect((await poll(body.device_code, { client_id: app.id })).body.error).toBe('invalid_grant');
    const { status, body: tokens } = await poll(body.device_code, { client_secret: site.secret });
    expect([status, (await introspect(site, tokens.access_token)).body.active]).toEqual([
      200,
      true,
    ]);
  });
});

describe('the endpoint', () => {
  it('is for clients with the setting, which is audited', async () => {
    const { body } = await begin();
    await ask('PATCH', `/oauth-clients/${site.id}`, tenant.owner.token, { device_flow: false });
    const refused = [await begin(), await poll(body.device_code)];
    for (const { status, body: said } of refused)
      expect([status, said.error]).toEqual([400, 'unauthorized_client']);
    const [entry] = (await ask('GET', '/audit', tenant.owner.token)).body.data;
    expect(JSON.stringify(entry)).toContain('"device_flow":false');
    // A code that was issued before the change can no longer be approved.
    expect((await answer(body.user_code, 'allow')).startsWith('/device')).toBe(false);
  });

  it.each<[string, Parameters, string]>([
    ['no openid', { scope: 'email' }, 'invalid_scope'],
    ['authorization_details', { authorization_details: '[]' }, 'invalid_authorization_details'],
    ['a request object', { request: 'x' }, 'request_not_supported'],
    ['an invalid max_age', { max_age: 'x' }, 'invalid_request'],
  ])('refuses %s', async (_, changes, error) => {
    const { status, body } = await begin(changes);
    expect([status, body.error]).toEqual([400, error]);
  });

  it('refuses a code that it did not issue', async () => {
    for (const code of ['', 'x', `xdc_${'A'.repeat(86)}`, `xoac_${'A'.repeat(86)}`])
      expect((await poll(code)).status).toBe(400);
  });
});

describe('the page', () => {
  it('does nothing when opened, shows the code of the URL for comparison, and escapes it', async () => {
    const { body } = await begin();
    const shown = await (await phone.get(`/device?user_code=${body.user_code}`, HTML)).text();
    expect(shown).toContain(`value="${body.user_code}"`);
    expect(shown).toContain('Is this the code that your device shows?');
    expect((await poll(body.device_code)).body.error).toBe('authorization_pending');
    const evil = await (await phone.get('/device?user_code=%22%3E%3Cscript%3E', HTML)).text();
    expect(evil).not.toContain('"><script>');
  });

  it('accepts five wrong codes from an IP address in ten minutes, and then none (5.1)', async () => {
    const from = { 'CF-Connecting-IP': '192.0.2.44' };
    const page = await (await phone.get('/device', HTML)).text();
    const jar = [...phone.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const guess = async (user_code: string) =>
      exports.default.fetch(
        new Request(`${ORIGIN}/device`, {
          method: 'POST',
          redirect: 'manual',
          headers: {
            ...HTML,
            ...from,
            Cookie: jar,
            'Content-Type': 'application/x-www-form-urlencoded',
          },
          body: new URLSearchParams({ form_token: valueOf(page, 'form_token'), user_code }),
        }),
      );
    for (let n = 0; n < 5; n += 1) expect((await guess('BCDF-GHJK')).status).toBe(422);
    const { body } = await begin();
    const refused = await guess('BCDF-GHJK');
    expect([refused.status, refused.headers.has('Retry-After')]).toEqual([429, true]);
    expect((await guess(body.user_code)).status).toBe(429);
    expect((await type(body.user_code)).status).toBe(303);
  });

  it('accepts only its own forms (S-21)', async () => {
    const { body } = await begin();
    const form = new URLSearchParams({ user_code: body.user_code });
    expect((await phone.post('/device', form, HTML)).status).toBe(403);
    expect(
      (await phone.post('/device', form, { ...HTML, Origin: 'https://evil.example' })).status,
    ).toBe(403);
  });
});
