// Database reads from replicas near a person: which requests use them, how stale the data may be,
// and which decisions must not depend on it (D-121).
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import worker from '../../src/index.ts';
import { makeAccount } from '../support/account/accounts.ts';
import { authorizeSite } from '../support/site/grants.ts';
import { CALLBACK, ORIGIN, requestFor, VERIFIER } from '../support/site/oauth-request.ts';
import {
  Browser,
  locationOf,
  makeClient,
  rememberConsent,
  secretOf,
} from '../support/site/oauth.ts';
import { formValues } from '../support/account/portal.ts';
import { StaleCopy } from '../support/faults/stale-copy.ts';

afterEach(() => void vi.useRealTimers());

const SENT = { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' };
/** The constraint of a database session that starts at the primary. */
const PRIMARY = 'first-primary';

function makeWorld() {
  const copy = new StaleCopy();
  const serve = async (request: Request): Promise<Response> => {
    const execution = createExecutionContext();
    const response = await worker.fetch(request, copy.env, execution);
    await waitOnExecutionContext(execution);
    return response;
  };
  /** @returns the constraints or bookmarks with which one request's database sessions began */
  const begunBy = async (made: () => Promise<unknown>): Promise<string[]> => {
    copy.begun.length = 0;
    await made();
    return [...copy.begun];
  };
  return { copy, serve, begunBy };
}

/** Creates a signed-in person who has consented to share data with a site. */
async function makePerson(serve: (request: Request) => Promise<Response>) {
  const [client, account] = [await makeClient(), await makeAccount()];
  const browser = new Browser(serve);
  await browser.signIn(account);
  await rememberConsent(account, client, ['openid']);
  const authorize = async (scope = 'openid') => {
    const query = requestFor(client, { scope }).toString();
    return locationOf(await browser.get(`/oauth/authorize?${query}`));
  };
  return { client, account, browser, authorize };
}

const change = (sql: string, value: string | number) => env.DB.prepare(sql).bind(value).run();

describe('a database session', () => {
  it('of a person’s request begins at the primary, and reads nearby once this isolate knows how current replicas are', async () => {
    const { serve, begunBy } = makeWorld();
    const { authorize } = await makePerson(serve);
    expect(await begunBy(authorize)).toEqual([PRIMARY, PRIMARY]);
    const [own, near] = await begunBy(authorize);
    expect(own).toBe(PRIMARY);
    expect(near).toMatch(/^[\da-f]{8}-/);
    vi.setSystemTime(Date.now() + 29_000);
    expect((await begunBy(authorize))[1]).toMatch(/^[\da-f]{8}-/);
  });

  it('reads at the primary again after half a minute without requests', async () => {
    const { serve, begunBy } = makeWorld();
    const { authorize } = await makePerson(serve);
    await authorize();
    vi.setSystemTime(Date.now() + 30_000);
    expect(await begunBy(authorize)).toEqual([PRIMARY, PRIMARY]);
  });

  it('of staff, a backend or a site’s server uses only the primary', async () => {
    const { serve, begunBy } = makeWorld();
    const { site, code } = await authorizeSite();
    const post = (path: string, form: Record<string, string>) =>
      serve(new Request(`${ORIGIN}${path}`, { method: 'POST', body: new URLSearchParams(form) }));
    const redeemed = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const { id, secret } = site;
    const client = { client_id: id, client_secret: secret };
    const calls = [
      () => serve(new Request(`${ORIGIN}/admin/v1/accounts`)),
      () => serve(new Request(`${ORIGIN}/dashboard/v1/sessions`)),
      () => serve(new Request(`${ORIGIN}/api/v1/sessions`)),
      () => post('/verify/v1/init', {}),
      () => post('/oauth/token', { ...redeemed, code_verifier: VERIFIER, ...client }),
      () => serve(new Request(`${ORIGIN}/.well-known/jwks.json`)),
    ];
    for (const call of calls) expect(await begunBy(call)).toEqual([]);
  });
});

describe('a replica that lags behind', () => {
  it('answers reads, and the issued code is valid', async () => {
    const { copy, serve, begunBy } = makeWorld();
    const { authorize } = await makePerson(serve);
    await authorize();
    await copy.freeze();
    const begun = await begunBy(authorize);
    expect(begun[1]).not.toBe(PRIMARY);
    expect((await authorize()).searchParams.has('code')).toBe(true);
  });

  it.each([
    ['an ended sign-in', 'DELETE FROM account_sessions WHERE account_id = ?', 'account'],
    ['a suspended account', `UPDATE accounts SET status = 'suspended' WHERE id = ?`, 'account'],
    ['a deleted site', 'UPDATE oauth_clients SET deleted_at_ms = 1 WHERE id = ?', 'client'],
  ] as const)(
    'issues no code after %s, because the primary decides the write',
    async (_, sql, whose) => {
      const { copy, serve } = makeWorld();
      const { account, client, authorize } = await makePerson(serve);
      expect((await authorize()).searchParams.has('code')).toBe(true);
      await copy.freeze();
      await change(sql, whose === 'account' ? account.id : client.id);
      const answer = await authorize();
      expect(answer.searchParams.has('code')).toBe(false);
      expect(answer.pathname).toBe('/signin');
    },
  );

  it('issues no code after consent was withdrawn in another browser: the person is asked', async () => {
    const { copy, serve } = makeWorld();
    const { account, browser, authorize } = await makePerson(serve);
    await authorize();
    await copy.freeze();
    await change('DELETE FROM connections WHERE account_id = ?', account.id);
    const asked = await authorize();
    expect(asked.pathname).toBe('/consent');
    const connected = 'SELECT COUNT(*) AS n FROM connections WHERE account_id = ?';
    expect(await env.DB.prepare(connected).bind(account.id).first('n')).toBe(0);
    // The consent page does not rely on the replica either, because the replica still contains the
    // withdrawn consent.
    const page = await browser.get(asked.pathname + asked.search);
    expect([page.status, (await page.text()).includes('name="decision"')]).toEqual([200, true]);
  });

  it('issues no code for more than the current consent: the person is asked for the rest', async () => {
    const { copy, serve } = makeWorld();
    const { account, client, authorize } = await makePerson(serve);
    const agreeTo = (scope: string) =>
      env.DB.prepare('UPDATE connections SET agreed = ? WHERE account_id = ? AND client_id = ?')
        .bind(JSON.stringify({ [new URL(CALLBACK).host]: scope }), account.id, client.id)
        .run();
    await agreeTo('email openid');
    expect((await authorize('openid email')).searchParams.has('code')).toBe(true);
    await copy.freeze();
    await agreeTo('openid');
    expect((await authorize('openid email')).pathname).toBe('/consent');
    expect((await authorize('openid')).searchParams.has('code')).toBe(true);
  });

  it('is no longer used after half a minute, so that new consent counts', async () => {
    const { copy, serve } = makeWorld();
    const { account, authorize } = await makePerson(serve);
    expect((await authorize('openid email')).pathname).toBe('/consent');
    await copy.freeze();
    const agreed = JSON.stringify({ [new URL(CALLBACK).host]: 'email openid' });
    await env.DB.prepare('UPDATE connections SET agreed = ? WHERE account_id = ?')
      .bind(agreed, account.id)
      .run();
    expect((await authorize('openid email')).pathname).toBe('/consent');
    vi.setSystemTime(Date.now() + 30_000);
    expect((await authorize('openid email')).searchParams.has('code')).toBe(true);
  });

  it('is not used in a browser whose person just consented', async () => {
    const { copy, serve } = makeWorld();
    const { browser, authorize } = await makePerson(serve);
    await authorize();
    const more = 'openid email';
    const asked = await authorize(more);
    expect(asked.pathname).toBe('/consent');
    const page = await (await browser.get(asked.pathname + asked.search)).text();
    await copy.freeze();
    const form = new URLSearchParams({ ...formValues(page, '/consent'), decision: 'allow' });
    const agreed = await browser.post('/consent', form, SENT);
    expect(agreed.headers.getSetCookie().join()).toMatch(
      /agate-progress=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax/,
    );
    expect((await authorize(more)).searchParams.has('code')).toBe(true);
    // Without a valid cookie, the service reads the replica, which does not have the new consent
    // yet, so the consent page appears again.
    const progress = browser.cookies.get('agate-progress') ?? '';
    for (const unsigned of [
      undefined,
      progress.split('.')[0],
      `g${progress.slice(1)}`,
      'f.f',
      '.',
    ]) {
      if (unsigned === undefined) browser.cookies.delete('agate-progress');
      else browser.cookies.set('agate-progress', unsigned);
      expect((await authorize(more)).pathname).toBe('/consent');
    }
  });
});

describe('userinfo', () => {
  const readWith = (serve: (request: Request) => Promise<Response>, token: string) =>
    serve(
      new Request(`${ORIGIN}/oauth/userinfo`, { headers: { Authorization: `Bearer ${token}` } }),
    );

  async function makeToken(serve: (request: Request) => Promise<Response>) {
    const { site, code, account } = await authorizeSite();
    const grant = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const form = { ...grant, code_verifier: VERIFIER, ...secretOf(site) };
    const body = new URLSearchParams(form as Record<string, string>);
    const answer = await serve(new Request(`${ORIGIN}/oauth/token`, { method: 'POST', body }));
    const { access_token: token } = await answer.json<{ access_token: string }>();
    return { token, site, account };
  }

  it('asks the primary for a new token, and a replica for a token that replicas know', async () => {
    const { serve, begunBy } = makeWorld();
    const { token } = await makeToken(serve);
    expect(await begunBy(() => readWith(serve, token))).toEqual([]);
    vi.setSystemTime(Date.now() + 62_000);
    expect(await begunBy(() => readWith(serve, token))).toEqual([PRIMARY]);
    expect((await begunBy(() => readWith(serve, token)))[0]).toMatch(/^[\da-f]{8}-/);
  });

  it('notices a suspended customer after half a minute, and a revoked token immediately', async () => {
    const { copy, serve } = makeWorld();
    const { token, site } = await makeToken(serve);
    vi.setSystemTime(Date.now() + 62_000);
    expect((await readWith(serve, token)).status).toBe(200);
    await copy.freeze();
    await change('UPDATE tenants SET suspended_at_ms = 1 WHERE id = ?', site.tenantId);
    // The replica does not have the change yet, so userinfo still returns 200.
    expect((await readWith(serve, token)).status).toBe(200);
    vi.setSystemTime(Date.now() + 30_000);
    expect((await readWith(serve, token)).status).toBe(401);
    await change('UPDATE tenants SET suspended_at_ms = NULL WHERE id = ?', site.tenantId);
    const form = { token, ...secretOf(site) };
    const body = new URLSearchParams(form as Record<string, string>);
    await serve(new Request(`${ORIGIN}/oauth/revoke`, { method: 'POST', body }));
    expect((await readWith(serve, token)).status).toBe(401);
  });
});
