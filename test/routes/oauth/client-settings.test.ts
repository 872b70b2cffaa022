// Client settings that a customer's owners choose: PKCE (D-103), claims in ID tokens (D-133), and
// loopback ports for native programs (D-134).
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '../../support/account/accounts.ts';
import { keepAge } from '../../support/account/ages.ts';
import { Person } from '../../support/account/person.ts';
import { makeContext } from '../../support/installation/context.ts';
import { authorizeSite, revokeGrants } from '../../support/site/grants.ts';
import { readUserinfo, redeem, refresh } from '../../support/site/oauth-calls.ts';
import {
  ALL_SCOPES,
  CALLBACK,
  requestFor,
  type Parameters,
} from '../../support/site/oauth-request.ts';
import { answerIn, Browser, rememberConsent, type TestClient } from '../../support/site/oauth.ts';
import { ask as askOperator, makeAdmin } from '../../support/staff/admins.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';

const WITHOUT = { code_challenge: undefined, code_challenge_method: undefined };
const NO_NONCE = { ...WITHOUT, nonce: undefined };

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

const register = (fields: Record<string, unknown> = {}) =>
  ask('POST', '/oauth-clients', tenant.owner.token, {
    name: 'Cellar Door',
    redirect_uris: [CALLBACK],
    scopes: ALL_SCOPES,
    ...fields,
  });

async function makeSite(fields: Record<string, unknown> = {}): Promise<TestClient> {
  const { data } = (await register(fields)).body;
  return { id: data.id, secret: data.client_secret ?? '', tenantId: tenant.id };
}

const change = (site: TestClient, fields: Record<string, unknown>) =>
  ask('PATCH', `/oauth-clients/${site.id}`, tenant.owner.token, fields);

/**
 * Signs in a person who has already consented.
 * @returns a function that sends an authorization request from the person's browser
 */
async function visit(site: TestClient) {
  const account = await makeAccount();
  await rememberConsent(account, site);
  const browser = new Browser();
  await browser.signIn(account);
  return async (changes: Parameters) => answerIn(await browser.authorize(site, changes));
}

const NEEDS_NONCE = { error_description: 'A request without code_challenge needs a nonce.' };
const NEEDS_PKCE = { error_description: 'code_challenge is missing.' };

describe('pkce_optional', () => {
  it('is set by the owner, at registration or later, is audited, and requires a nonce', async () => {
    const site = await makeSite();
    const answer = await visit(site);
    expect(await answer(WITHOUT)).toMatchObject(NEEDS_PKCE);
    expect((await change(site, { pkce_optional: true })).body.data.pkce_optional).toBe(true);
    expect(await answer(NO_NONCE)).toMatchObject(NEEDS_NONCE);
    const { code = '' } = await answer({ ...WITHOUT, nonce: 'n-1' });
    const { status, body } = await redeem({ site, code }, { code_verifier: undefined });
    expect([status, decodeJwt(body.id_token)['nonce']]).toEqual([200, 'n-1']);
    const [entry] = (await ask('GET', '/audit', tenant.owner.token)).body.data;
    expect([entry.action, JSON.stringify(entry)]).toEqual([
      'oauth_client.update',
      expect.stringContaining('"pkce_optional":true'),
    ]);
    await change(site, { pkce_optional: false });
    expect(await answer(WITHOUT)).toMatchObject(NEEDS_PKCE);
    expect((await register({ pkce_optional: true })).body.data.pkce_optional).toBe(true);
  });

  it('still binds a code to its challenge: without the verifier it is worthless (RFC 9700 4.8.2)', async () => {
    const site = await makeSite({ pkce_optional: true });
    const answer = await visit(site);
    const { code = '' } = await answer({});
    for (const code_verifier of [undefined, 'v'.repeat(43)])
      expect((await redeem({ site, code }, { code_verifier })).body.error).toBe('invalid_grant');
    expect((await redeem({ site, code })).status).toBe(200);
    const free = (await answer(WITHOUT))['code'] ?? '';
    expect((await redeem({ site, code: free })).body.error).toBe('invalid_grant');
  });

  it('is refused for public and native clients, whichever setting comes first', async () => {
    const refused = { code: 'VALIDATION_FAILED', details: [{ field: 'pkce_optional' }] };
    for (const fields of [{ token_endpoint_auth_method: 'none' }, { client_kind: 'native' }]) {
      const reply = await register({ ...fields, pkce_optional: true });
      expect([reply.status, reply.body.error]).toMatchObject([400, refused]);
      const site = await makeSite(fields);
      expect((await change(site, { pkce_optional: true })).body.error).toMatchObject(refused);
    }
    const site = await makeSite({ pkce_optional: true });
    expect((await change(site, { client_kind: 'native' })).body.error).toMatchObject(refused);
    const both = [{ client_kind: 'native' }, { pkce_optional: true }];
    const second = await makeSite();
    await Promise.all(both.map((fields) => change(second, fields)));
    const shown = await ask('GET', `/oauth-clients/${second.id}`, tenant.owner.token);
    const { client_kind: kind, pkce_optional: isOptional } = shown.body.data;
    expect([kind, isOptional]).not.toEqual(['native', true]);
    const answered = await (await visit(second))(WITHOUT);
    expect('code' in answered).toBe(isOptional);
  });
});

describe('nonce_optional', () => {
  const mark = async (site: TestClient, fields: object) =>
    askOperator('PATCH', `/oauth-clients/${site.id}`, (await makeAdmin()).token, fields);

  it('is set by an operator only, requires pkce_optional, and ends with it', async () => {
    const site = await makeSite({ pkce_optional: true });
    const answer = await visit(site);
    const own = await change(site, { nonce_optional: true });
    expect([own.status, own.body.error?.details?.[0]?.field]).toEqual([400, 'nonce_optional']);
    expect((await mark(site, { nonce_optional: true })).body.data.nonce_optional).toBe(true);
    const { code = '' } = await answer(NO_NONCE);
    const { body } = await redeem({ site, code }, { code_verifier: undefined });
    expect(decodeJwt(body.id_token)).not.toHaveProperty('nonce');
    const read = async () =>
      (await ask('GET', `/oauth-clients/${site.id}`, tenant.owner.token)).body.data;
    expect(await read()).toMatchObject({ pkce_optional: true, nonce_optional: true });
    await change(site, { pkce_optional: false });
    expect(await answer(NO_NONCE)).toMatchObject(NEEDS_PKCE);
    await change(site, { pkce_optional: true });
    expect(await answer(NO_NONCE)).toMatchObject(NEEDS_NONCE);
    expect(await read()).toMatchObject({ pkce_optional: true, nonce_optional: false });
  });

  it('is refused without pkce_optional, and for public and native clients', async () => {
    const site = await makeSite();
    expect((await mark(site, { nonce_optional: true })).body.error?.code).toBe('CONFLICT');
    expect((await mark(site, {})).status).toBe(400);
    const both = { pkce_optional: true, nonce_optional: true };
    expect((await mark(site, both)).body.data).toMatchObject(both);
    for (const fields of [{ token_endpoint_auth_method: 'none' }, { client_kind: 'native' }])
      expect((await mark(await makeSite(fields), both)).body.error?.code).toBe('CONFLICT');
  });
});

describe('id_token_claims', () => {
  const CLAIMS = ['name', 'email', 'email_verified', 'age_verified', 'age_bracket'];

  it('puts the userinfo claims of the granted scopes into every ID token, and no others', async () => {
    const site = await makeSite({ id_token_claims: true, age_thresholds: [18] });
    const account = await makeAccount({ displayName: 'Ada' });
    await keepAge(account, 21);
    const authorized = await authorizeSite({ site, account });
    const { body } = await redeem(authorized);
    const shared = (await readUserinfo(body.access_token)).body;
    expect(decodeJwt(body.id_token)).toMatchObject({ ...shared, iss: expect.any(String) });
    expect(shared).toMatchObject({ name: 'Ada', age_bracket: '18+' });
    const again = await refresh(site, body.refresh_token);
    expect(decodeJwt(again.body.id_token)).toMatchObject(shared);
    const narrow = await authorizeSite({ site, account, request: { scope: ['openid'] } });
    const { id_token: bare } = (await redeem(narrow)).body;
    for (const name of CLAIMS) expect(decodeJwt(bare)).not.toHaveProperty(name);
  });

  it('is off by default', async () => {
    const site = await makeSite();
    const account = await makeAccount({ displayName: 'Ada' });
    const { body } = await redeem(await authorizeSite({ site, account }));
    for (const name of CLAIMS) expect(decodeJwt(body.id_token)).not.toHaveProperty(name);
    expect((await change(site, { id_token_claims: true })).body.data.id_token_claims).toBe(true);
    const next = await redeem(await authorizeSite({ site, account }));
    expect(decodeJwt(next.body.id_token)['name']).toBe('Ada');
  });

  it('reveals nothing after the person has ended the grant', async () => {
    const site = await makeSite({ id_token_claims: true });
    const authorized = await authorizeSite({ site });
    await revokeGrants(makeContext(), { accountId: authorized.account.id });
    expect((await redeem(authorized)).body.error).toBe('invalid_grant');
  });
});

describe('client_kind native', () => {
  const AT = 'http://127.0.0.1/callback';

  it('is answered at the port of its request, and redeems a code with that redirect URI only', async () => {
    const site = await makeSite({ client_kind: 'native', redirect_uris: [AT] });
    const redirectUri = 'http://127.0.0.1:53219/callback';
    const person = await Person.create();
    const location = await person.authorize(site, { redirect_uri: redirectUri });
    expect(location.href).toContain(`${redirectUri}?code=`);
    const { code = '' } = answerIn(location);
    for (const redirect_uri of [AT, 'http://127.0.0.1:53220/callback'])
      expect((await redeem({ site, code }, { redirect_uri })).body.error).toBe('invalid_grant');
    expect((await redeem({ site, code }, { redirect_uri: redirectUri })).status).toBe(200);
  });

  it('is refused at any other address, and other clients at any other port', async () => {
    const fields = { redirect_uris: [AT, 'http://localhost:8080/callback'] };
    const native = await makeSite({ ...fields, client_kind: 'native' });
    const status = async (site: TestClient, redirect_uri: string) =>
      (await new Browser().get(`/oauth/authorize?${requestFor(site, { redirect_uri }).toString()}`))
        .status;
    expect(await status(native, 'http://127.0.0.1:9/callback')).toBe(302);
    for (const uri of [
      'http://127.0.0.1.evil.example/callback',
      'http://127.0.0.1:9@evil.example/callback',
      'http://127.0.0.1:9/other',
      'http://[::1]:9/callback',
      'http://localhost:9/callback',
    ])
      expect([uri, await status(native, uri)]).toEqual([uri, 400]);
    expect(await status(await makeSite(fields), 'http://127.0.0.1:9/callback')).toBe(400);
    expect((await change(native, { client_kind: 'web' })).body.data.client_kind).toBe('web');
    expect(await status(native, 'http://127.0.0.1:9/callback')).toBe(400);
  });
});

describe('a request object', () => {
  it('is refused by the response mode that it names (OIDC Core 6.1)', async () => {
    const site = await makeSite();
    const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
    const request = `${part({ alg: 'none' })}.${part({ response_mode: 'form_post' })}.`;
    const ask = (changes: Parameters) =>
      new Browser().get(`/oauth/authorize?${requestFor(site, changes).toString()}`);
    const byForm = await ask({ request });
    expect([byForm.status, await byForm.text()]).toEqual([
      200,
      expect.stringContaining('request_not_supported'),
    ]);
    for (const other of ['x.y.z', `${part({ alg: 'none' })}.${part({ state: 'x' })}.`])
      expect((await ask({ request: other })).headers.get('Location')).toMatch(
        /\?error=request_not_supported/,
      );
  });
});
