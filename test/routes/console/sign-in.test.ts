// Signing in to the consoles with a browser (D-109): the session's token is in a cookie that
// scripts cannot read and other sites' requests do not send. Limits, audit log and reuse detection
// are the same as for the bearer routes.
import { env, exports } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { ask as askAdmin, codeOf, makeAdmin } from '../../support/staff/admins.ts';
import { call } from '../../support/customer/api.ts';
import { openConsole } from '../../support/staff/console.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { PASSWORD } from '../../support/staff/staff.ts';

const COOKIE = 'agate-dashboard';
let tenant: DashboardTenant;

beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

async function signedIn() {
  const browser = openConsole('dashboard');
  const reply = await browser.post('login', { email: tenant.owner.email, password: PASSWORD });
  return { browser, reply };
}

const me = (token: string) => ask('GET', '/auth/me', token);

describe('POST /console/v1/dashboard/login', () => {
  it('answers with an access token, and puts the refresh token into a cookie only', async () => {
    const { browser, reply } = await signedIn();
    expect(reply.status).toBe(200);
    expect(Object.keys(reply.body.data).toSorted()).toEqual(['access_token', 'expires_in', 'user']);
    expect(browser.cookies.get(COOKIE)).toMatch(/^xdrt_/);
    expect(JSON.stringify(reply.body)).not.toContain(browser.cookies.get(COOKIE));
    expect((await me(reply.body.data.access_token)).status).toBe(200);
  });

  it('sets the cookie HttpOnly, SameSite=Strict and without a domain; over https `__Host-` and Secure', async () => {
    const { browser } = await signedIn();
    const cookieOf = (lines: readonly string[]) => lines.find((line) => line.includes('=xdrt_'));
    const plain = cookieOf(browser.lastSet());
    expect(plain).toMatch(/^agate-dashboard=/);
    const { headers } = await exports.default.fetch(
      new Request('https://localhost:8787/console/v1/dashboard/login', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Origin: 'https://localhost:8787',
          'X-Agate-Console': '1',
        },
        body: JSON.stringify({ email: tenant.owner.email, password: PASSWORD }),
      }),
    );
    const secure = cookieOf(headers.getSetCookie());
    expect(secure).toMatch(/^__Host-agate-dashboard=.*; Secure/);
    for (const line of [plain, secure]) {
      expect(line).toMatch(/; Path=\/;/);
      expect(line).toMatch(/; HttpOnly/);
      expect(line).toMatch(/; SameSite=Strict/);
      expect(line).not.toMatch(/Domain=/i);
    }
  });

  it('is refused to other origins, whatever header is missing or foreign, and signs nobody in', async () => {
    const own = { 'X-Agate-Console': '1' };
    const here = 'http://localhost:8787';
    for (const headers of [
      {},
      { Origin: here },
      { Origin: here, 'Sec-Fetch-Site': 'same-origin' },
      { ...own },
      { ...own, Origin: 'https://evil.example' },
      { ...own, Origin: 'null' },
      { ...own, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
      { ...own, Origin: here, 'Sec-Fetch-Site': 'cross-site' },
      { ...own, Origin: here, 'Sec-Fetch-Site': 'same-site' },
      { ...own, Origin: here, 'Sec-Fetch-Site': 'none' },
      { ...own, Origin: here, 'X-Agate-Console': 'yes' },
    ]) {
      const browser = openConsole('dashboard');
      const fields = { email: tenant.owner.email, password: PASSWORD };
      const { status, body } = await browser.post('login', fields, headers);
      expect([headers, status, body.error?.code]).toEqual([headers, 403, 'FORBIDDEN']);
      expect(browser.cookies.size).toBe(0);
    }
  });

  it('answers no preflight, so that no other origin may send the header', async () => {
    const { status, headers } = await call('/console/v1/dashboard/login', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://evil.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-agate-console,content-type',
      },
    });
    expect(status).toBe(405);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('accepts an Origin of our own from browsers without Fetch Metadata', async () => {
    const browser = openConsole('dashboard');
    const headers = { Origin: 'http://localhost:8787', 'X-Agate-Console': '1' };
    const fields = { email: tenant.owner.email, password: PASSWORD };
    expect((await browser.post('login', fields, headers)).status).toBe(200);
  });

  it('is audited and counted as at the bearer route', async () => {
    await signedIn();
    const wrong = { email: tenant.owner.email, password: 'not-the-password' };
    const replies = [];
    for (let n = 0; n < 12; n += 1)
      replies.push(await openConsole('dashboard', '198.51.100.9').post('login', wrong));
    expect(replies[0]?.body.error?.code).toBe('INVALID_CREDENTIALS');
    expect(replies.at(-1)?.status).toBe(429);
    const bearer = await ask('POST', '/auth/login', undefined, wrong, {
      'CF-Connecting-IP': '198.51.100.9',
    });
    expect(bearer.status).toBe(429);
    const { results } = await env.DB.prepare(
      "SELECT action FROM audit_entries WHERE action = 'auth.login'",
    ).all();
    expect(results).toHaveLength(1);
  });
});

describe('the second factor', () => {
  it('is required before a cookie is set, and accepts a code once', async () => {
    const { secret } = (await ask('POST', '/auth/2fa/setup', tenant.owner.token)).body.data;
    await ask('POST', '/auth/2fa/verify', tenant.owner.token, { code: codeOf(secret) });
    const { browser, reply } = await signedIn();
    const { requires_2fa: asked, challenge_token: challenge } = reply.body.data;
    expect([asked, browser.cookies.has(COOKIE)]).toEqual([true, false]);
    const answer = (code: string) =>
      browser.post('challenge', { challenge_token: challenge, code });
    expect((await answer('000000')).status).toBe(401);
    expect(browser.cookies.has(COOKIE)).toBe(false);
    const done = await answer(codeOf(secret, 1));
    expect(done.body.data.user.email).toBe(tenant.owner.email);
    expect(browser.cookies.get(COOKIE)).toMatch(/^xdrt_/);
  });
});

describe('POST /console/v1/dashboard/refresh', () => {
  it('rotates the cookie and answers with a new access token', async () => {
    const { browser } = await signedIn();
    const first = browser.cookies.get(COOKIE);
    const { status, body } = await browser.post('refresh');
    expect(status).toBe(200);
    expect(body.data.user.email).toBe(tenant.owner.email);
    expect(browser.cookies.get(COOKIE)).not.toBe(first);
  });

  it('ends the session when an older cookie comes back, and removes it (RFC 9700 4.14.2)', async () => {
    const { browser } = await signedIn();
    const stolen = browser.cookies.get(COOKIE) ?? '';
    await browser.post('refresh');
    await browser.post('refresh');
    const thief = openConsole('dashboard');
    thief.cookies.set(COOKIE, stolen);
    expect((await thief.post('refresh')).status).toBe(401);
    expect(thief.cookies.has(COOKIE)).toBe(false);
    expect((await browser.post('refresh')).status).toBe(401);
    expect(browser.cookies.has(COOKIE)).toBe(false);
  });

  it('refuses a missing cookie, garbage, an expired session and another group’s token', async () => {
    const admin = await makeAdmin();
    const { browser } = await signedIn();
    const good = browser.cookies.get(COOKIE) ?? '';
    for (const value of ['', 'xdrt_', 'garbage', `${good}x`, admin.refreshToken]) {
      const other = openConsole('dashboard');
      other.cookies.set(COOKIE, value);
      expect([value, (await other.post('refresh')).status]).toEqual([value, 401]);
    }
    await env.DB.prepare('UPDATE staff_sessions SET expires_at_ms = 1').run();
    expect((await browser.post('refresh')).status).toBe(401);
  });

  it('is refused to other sites, without rotating anything', async () => {
    const { browser } = await signedIn();
    const before = browser.cookies.get(COOKIE);
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await browser.post('refresh', {}, foreign)).status).toBe(403);
    expect(browser.cookies.get(COOKIE)).toBe(before);
    expect((await browser.post('refresh')).status).toBe(200);
  });

  it('fails once every session has ended', async () => {
    const { browser } = await signedIn();
    await ask('POST', '/auth/logout-all', tenant.owner.token);
    expect((await browser.post('refresh')).status).toBe(401);
  });
});

describe('POST /console/v1/dashboard/logout', () => {
  it('ends the session and its access tokens, removes the cookie, and is audited', async () => {
    const { browser, reply } = await signedIn();
    expect((await browser.post('logout')).status).toBe(200);
    expect(browser.cookies.has(COOKIE)).toBe(false);
    expect((await me(reply.body.data.access_token)).status).toBe(401);
    const { results } = await env.DB.prepare(
      "SELECT action FROM audit_entries WHERE action = 'auth.logout'",
    ).all();
    expect(results).toHaveLength(1);
  });

  it('succeeds without a session as well, and leaves the other sessions alone', async () => {
    const { browser } = await signedIn();
    await browser.post('logout');
    expect((await browser.post('logout')).status).toBe(200);
    expect((await me(tenant.owner.token)).status).toBe(200);
  });

  it('is refused to other sites', async () => {
    const { browser, reply } = await signedIn();
    expect((await browser.post('logout', {}, {})).status).toBe(403);
    expect((await me(reply.body.data.access_token)).status).toBe(200);
  });
});

describe('the operators’ console', () => {
  it('has a cookie of its own, and neither console accepts the other’s', async () => {
    const admin = await makeAdmin();
    const browser = openConsole('admin');
    browser.cookies.set('agate-admin', admin.refreshToken);
    const { status, body } = await browser.post('refresh');
    expect([status, body.data.user.email]).toEqual([200, admin.email]);
    expect((await askAdmin('GET', '/auth/me', body.data.access_token)).status).toBe(200);
    expect((await me(body.data.access_token)).status).toBe(401);
  });
});
