// Clients that cannot keep a secret: apps in browsers and on people's devices (D-105).
import { beforeEach, describe, expect, it } from 'vitest';
import { ask as askOperator, makeAdmin } from '../../support/staff/admins.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { authorizeSite } from '../../support/site/grants.ts';
import { postForm, redeem, send } from '../../support/site/oauth-calls.ts';
import { ALL_SCOPES, CALLBACK } from '../../support/site/oauth-request.ts';
import { Browser, makeClient } from '../../support/site/oauth.ts';

const APP = 'https://app.example';
const NO_SECRET = { client_secret: undefined };

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

const register = (fields: Record<string, unknown> = {}) =>
  ask('POST', '/oauth-clients', tenant.owner.token, {
    name: 'Cellar App',
    redirect_uris: [CALLBACK],
    scopes: ALL_SCOPES,
    token_endpoint_auth_method: 'none',
    web_origins: [APP],
    ...fields,
  });

async function makeApp() {
  const { body } = await register();
  return { id: body.data.id as string, secret: '', tenantId: tenant.id };
}

const refresh = (client: { id: string }, refreshToken: string) =>
  postForm('/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: client.id,
  });

const originOf = ({ headers }: { headers: Headers }) => headers.get('Access-Control-Allow-Origin');

describe('a public client', () => {
  it('is registered without a secret, permanently, and its owner sees that', async () => {
    const { status, body } = await register();
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ token_endpoint_auth_method: 'none', web_origins: [APP] }),
    ]);
    expect(body.data).not.toHaveProperty('client_secret');
    const path = `/oauth-clients/${body.data.id}`;
    const send = (method: string, below: string, fields: object) =>
      ask(method, `${path}${below}`, tenant.owner.token, fields);
    const rotated = await send('POST', '/rotate-secret', { overlap_days: 0 });
    expect([rotated.status, rotated.body.error?.code]).toEqual([409, 'CONFLICT']);
    const moved = await send('PATCH', '', { web_origins: ['https://new.example'] });
    expect(moved.body.data.web_origins).toEqual(['https://new.example']);
    const { token } = await makeAdmin();
    const wish = { pkce_optional: true };
    expect((await askOperator('PATCH', path, token, wish)).status).toBe(409);
  });

  it('may have valid origins only, and a client with a secret may have none', async () => {
    for (const fields of [
      { web_origins: ['https://app.example/path'] },
      { web_origins: ['null'] },
      { web_origins: ['*'] },
      { token_endpoint_auth_method: undefined },
      { token_endpoint_auth_method: 'private_key_jwt' },
    ])
      expect((await register(fields)).status).toBe(400);
  });

  it('redeems a code by PKCE alone, and never without it (RFC 9700 2.1.1)', async () => {
    const site = await makeApp();
    const authorized = await authorizeSite({ site });
    const without = await redeem(authorized, { ...NO_SECRET, code_verifier: undefined });
    expect(without.body.error).toBe('invalid_grant');
    const wrong = await redeem(authorized, { client_secret: 'xocs_x' });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client']);
    expect((await redeem(authorized, NO_SECRET)).status).toBe(200);
    const confidential = await authorizeSite();
    expect((await redeem(confidential, NO_SECRET)).body.error).toBe('invalid_client');
    const challenged = await new Browser().authorize(site, { code_challenge: undefined });
    expect(challenged.searchParams.get('error')).toBe('invalid_request');
  });

  it('has its own rotating refresh tokens, and a reused one ends them (RFC 9700 2.2.2)', async () => {
    const [site, other] = [await makeApp(), await makeApp()];
    const { refresh_token: first } = (await redeem(await authorizeSite({ site }), NO_SECRET)).body;
    expect((await refresh(other, first)).body.error).toBe('invalid_grant');
    const { refresh_token: second } = (await refresh(site, first)).body;
    const { refresh_token: third } = (await refresh(site, second)).body;
    expect(new Set([first, second, third]).size).toBe(3);
    expect((await refresh(site, first)).body.error).toBe('invalid_grant');
    expect((await refresh(site, third)).body.error).toBe('invalid_grant');
  });

  it('cannot introspect, which requires a secret (RFC 7662 2.1)', async () => {
    const { id } = await makeApp();
    const asked = await postForm('/oauth/introspect', { token: 'x', client_id: id });
    expect([asked.status, asked.body.error]).toEqual([401, 'invalid_client']);
  });
});

describe('requests from pages (S-73)', () => {
  it('can be read at the registered origins only, errors included', async () => {
    const site = await makeApp();
    const authorized = await authorizeSite({ site });
    const form = (path: string, fields: Record<string, string>, origin = APP) =>
      postForm(path, { client_id: site.id, ...fields }, { Origin: origin });
    const code = {
      grant_type: 'authorization_code',
      code: authorized.code,
      redirect_uri: CALLBACK,
    };
    const refused = await form('/oauth/token', code);
    expect([refused.body.error, originOf(refused)]).toEqual(['invalid_grant', APP]);
    for (const origin of ['https://evil.example', 'null', `${APP}.evil.example`])
      expect(originOf(await form('/oauth/token', code, origin))).toBeNull();
    const { body } = await redeem(authorized, NO_SECRET);
    const userinfo = (token: string) =>
      send('/oauth/userinfo', { headers: { Authorization: `Bearer ${token}`, Origin: APP } });
    const read = await userinfo(body.access_token);
    expect([read.status, originOf(read)]).toEqual([200, APP]);
    expect(read.headers.get('Vary')).toContain('Origin');
    expect(read.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    expect(originOf(await form('/oauth/revoke', { token: body.refresh_token }))).toBe(APP);
    const ended = await userinfo(body.access_token);
    expect([ended.status, originOf(ended)]).toEqual([401, APP]);
    const confidential = await makeClient();
    const asked = { client_id: confidential.id, token: 'x' };
    expect(originOf(await postForm('/oauth/revoke', asked, { Origin: APP }))).toBeNull();
  });

  it('are allowed by preflight for any origin, at three endpoints only', async () => {
    const announce = (path: string) =>
      send(path, {
        method: 'OPTIONS',
        headers: { Origin: APP, 'Access-Control-Request-Method': 'POST' },
      });
    for (const path of ['/oauth/token', '/oauth/userinfo', '/oauth/revoke']) {
      const { status, headers } = await announce(path);
      expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([204, APP]);
      expect(headers.get('Access-Control-Allow-Headers')).toBe('Authorization, Content-Type, DPoP');
    }
    for (const path of ['/oauth/authorize', '/oauth/introspect', '/oauth/logout'])
      expect(originOf(await announce(path))).toBeNull();
  });
});
