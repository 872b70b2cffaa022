// If D1 never responds (rather than failing), every surface reports the outage within its own time
// limit (D-71).
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { app } from '../../src/app.ts';
import { LIFETIMES } from '../../src/config/config.ts';
import { openDatabase } from '../../src/db/client.ts';
import { runTogether } from '../../src/db/run-together.ts';
import { isNoAnswer } from '../../src/time/patience.ts';
import { sql } from 'drizzle-orm';
import { VALID_INIT } from '../support/customer/api.ts';
import { makeAccount } from '../support/account/accounts.ts';
import { makeTenant } from '../support/customer/tenants.ts';
import { OutageWorld } from '../support/faults/outage.ts';
import { issueTokens, makeSite } from '../support/site/grants.ts';
import { Browser } from '../support/site/oauth.ts';
import { ORIGIN, requestFor } from '../support/site/oauth-request.ts';
import { makeAdmin } from '../support/staff/admins.ts';
import { makeDashboardTenant } from '../support/staff/dashboard.ts';

/**
 * The time limit of a query that gets no response, plus the time that a test machine needs for two
 * hundred concurrent requests.
 */
const LIMIT_MS = LIFETIMES.requestDatabaseMs + 8_000;
const html = { Accept: 'text/html' };
const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const ours = { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' };

afterEach(() => void vi.restoreAllMocks());

interface SentRequest {
  path: string;
  init: RequestInit;
}

async function answerOf(world: OutageWorld, { path, init }: SentRequest) {
  const began = performance.now();
  const response = await world.fetch(path, init);
  await response.arrayBuffer();
  const name = `${init.method ?? 'GET'} ${path}`;
  const ms = performance.now() - began;
  return { name, status: response.status, wait: response.headers.get('Retry-After'), ms };
}

/** Creates valid credentials for each surface, so that requests get as far as the database. */
async function makeCallers() {
  const [tenant, admin, { owner }] = [
    await makeTenant(),
    await makeAdmin(),
    await makeDashboardTenant(),
  ];
  const { tokens } = await issueTokens();
  const browser = new Browser();
  await browser.signIn(await makeAccount());
  const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  return {
    Cookie,
    of: (path: string): Record<string, string> => {
      if (/^\/(verify|api)\//.test(path)) return { 'X-API-Key': tenant.secret };
      if (path.startsWith('/admin/')) return bearer(admin.token);
      if (path.startsWith('/dashboard/')) return bearer(owner.token);
      if (path.startsWith('/oauth/')) return bearer(tokens.access_token);
      return { Cookie };
    },
  };
}

const silence = (world = new OutageWorld()): OutageWorld => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  world.database = 'silent';
  return world;
};

/** Opens the sign-in page while D1 still responds, and returns its form. */
async function openSignIn(world: OutageWorld) {
  const response = await world.fetch('/signin', { headers: html });
  const Cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const [, token = ''] = /name="form_token" value="([^"]+)"/.exec(await response.text()) ?? [];
  const fields = { form_token: token, email: 'a@b.example', password: 'walnut-harbour-mist-92' };
  return { Cookie, body: new URLSearchParams(fields).toString() };
}

describe('while D1 does not answer', () => {
  it('every route of every surface answers in time, and none with an internal error', async () => {
    const callers = await makeCallers();
    const world = silence();
    const routes = app.openAPIRegistry.definitions.flatMap((one) =>
      one.type === 'route' ? [one.route] : [],
    );
    const asked = routes.map(({ method, path: pattern }): SentRequest => {
      const path = pattern.replaceAll(/\{\w+\}/g, 'x');
      const sends = method === 'post' || method === 'patch' || method === 'put';
      const init = { method: method.toUpperCase(), headers: { ...ours, ...callers.of(path) } };
      if (!sends) return { path, init };
      return { path, init: { ...init, headers: { ...init.headers, ...json }, body: '{}' } };
    });
    const answers = await Promise.all(asked.map((one) => answerOf(world, one)));
    expect(answers.length).toBeGreaterThan(150);
    expect(answers.filter(({ ms, status }) => ms > LIMIT_MS || status === 500)).toEqual([]);
    // The other requests are refused before the database is queried, because their body is not
    // valid or their id does not exist.
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(90);
  }, 60_000);

  it('sign-in, authorize, pages for people and links in mails are 503 with Retry-After', async () => {
    const { Cookie } = await makeCallers();
    const [site, tenant] = [await makeSite(), await makeTenant()];
    const world = new OutageWorld();
    const signIn = await openSignIn(world);
    silence(world);
    const login = JSON.stringify({ email: 'a@b.example', password: 'x' });
    const post = (path: string, body: string, headers: Record<string, string>): SentRequest => ({
      path,
      init: { method: 'POST', headers: { ...ours, ...headers }, body },
    });
    const get = (path: string, headers: Record<string, string> = {}): SentRequest => ({
      path,
      init: { headers: { ...html, ...headers } },
    });
    const authorize = `/oauth/authorize?${requestFor(site).toString()}`;
    const asked = [
      get(authorize),
      get(authorize, { Cookie }),
      get('/oauth/logout?client_id=xoc_1', { Cookie }),
      get('/signin', { Cookie }),
      get('/account', { Cookie }),
      get('/consent?request=xcr_1', { Cookie }),
      get('/outbox'),
      post('/signin', signIn.body, { ...html, ...form, Cookie: signIn.Cookie }),
      post('/mail/confirm', 'token=xml_1', { ...html, ...form, Cookie }),
      post('/admin/v1/auth/login', login, json),
      post('/dashboard/v1/auth/login', login, json),
      post('/verify/v1/init', JSON.stringify(VALID_INIT), {
        ...json,
        'X-API-Key': tenant.secret,
      }),
    ];
    const answers = await Promise.all(asked.map((one) => answerOf(world, one)));
    for (const { name, status, wait, ms } of answers) {
      expect([name, status, wait]).toEqual([name, 503, '10']);
      expect(ms).toBeLessThan(LIMIT_MS);
    }
  }, 60_000);
});

describe('the database’s own limit', () => {
  it('applies to single statements, batches and raw statements', async () => {
    const world = new OutageWorld();
    const db = openDatabase(world.env.DB, 30);
    expect(await db.all(sql`SELECT 1 AS n`)).toEqual([{ n: 1 }]);
    world.database = 'silent';
    const asked: (() => Promise<unknown>)[] = [
      async () => db.all(sql`SELECT 1`),
      async () => db.run(sql`SELECT 1`),
      async () => runTogether(db, [db.run(sql`SELECT 1`), db.run(sql`SELECT 2`)]),
      async () => db.$client.prepare('SELECT ?').bind(1).raw(),
      async () => db.$client.exec('SELECT 1'),
    ];
    for (const ask of asked) {
      const error: unknown = await ask().catch((thrown: unknown) => thrown);
      expect(isNoAnswer(error)).toBe(true);
    }
  });

  it('does not affect statements that are answered: batches, sessions and errors', async () => {
    const db = openDatabase(env.DB.withSession('first-primary'), 5_000);
    const [first, second] = await db.batch([
      db.all(sql`SELECT 1 AS n`) as never,
      db.all(sql`SELECT 2 AS n`) as never,
    ]);
    expect([first, second]).toBeDefined();
    const error: unknown = await db.run(sql`SELECT nothing`).catch((thrown: unknown) => thrown);
    expect(isNoAnswer(error)).toBe(false);
  });
});
