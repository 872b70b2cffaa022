// Trying the check from the dashboard (D-115): a test session with the customer's own settings and
// limits, without a key.
import { env, exports } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { countAgainst } from '../../../src/domain/terms/guess-limits.ts';
import { call } from '../../support/customer/api.ts';
import { makeContext } from '../../support/installation/context.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { TestBrowser } from '../../support/visitor/hosted.ts';

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

const tryIt = (body: object = {}) => ask('POST', '/test-sessions', tenant.owner.token, body);
const change = (body: object) => ask('PATCH', '/settings', tenant.owner.token, body);
const openLink = (url: string) => new TestBrowser().open(url.split('/').at(-1) ?? '');
const policyOf = async (url: string) => {
  const { headers } = await exports.default.fetch(new Request(url));
  return [headers.get('Content-Security-Policy'), headers.get('X-Frame-Options')];
};

describe('POST /dashboard/v1/test-sessions', () => {
  it('begins a session in test mode, which its token reads and only the test key settles', async () => {
    const { status, body } = await tryIt({ min_age: 21, user_id: 'me' });
    expect([status, body.data.token]).toEqual([201, expect.stringMatching(/^xtk_/)]);
    const { token } = body.data;
    const read = await ask('GET', `/sessions/${token}`, tenant.owner.token);
    expect(read.body.data).toMatchObject({
      token,
      test: true,
      gate: 21,
      status: 'pending',
      external_user_id: 'me',
    });
    const settle = (key: string) =>
      call(`/verify/v1/sandbox/${token}/outcome`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: '{"status":"success"}',
      });
    expect((await settle(tenant.secret)).status).toBe(404);
    expect((await settle(tenant.testSecret)).status).toBe(200);
  });

  it('returns to our own page, also where callbacks are restricted to origins', async () => {
    await change({ callback_origins: ['https://shop.example'] });
    const { status, body } = await tryIt({ user_id: 'me+pass' });
    expect(status).toBe(201);
    const opened = await openLink(body.data.verify_url);
    expect(opened.body.data.outcome.return_url).toMatch(
      /^http:\/\/localhost:8787\/dashboard\/tried\?/,
    );
  });

  it('follows the settings wherever it names no value of its own', async () => {
    await change({ default_locale: 'de', default_theme: 'dark' });
    const plain = await openLink((await tryIt()).body.data.verify_url);
    expect(plain.body.data).toMatchObject({ locale: 'de', theme: 'dark' });
    const asked = await openLink((await tryIt({ locale: 'fr-CA' })).body.data.verify_url);
    expect(asked.body.data).toMatchObject({ locale: 'fr', theme: 'dark' });
  });

  it('has the requested appearance, in this session alone', async () => {
    const { body } = await tryIt({
      appearance: { name: 'Keller', color: '#112233' },
      theme: 'dark',
    });
    const opened = await openLink(body.data.verify_url);
    expect(JSON.stringify(opened.body.data)).toContain('#112233');
    expect(JSON.stringify(opened.body.data)).toContain('Keller');
    const settings = await ask('GET', '/settings', tenant.owner.token);
    expect([settings.body.data.name, settings.body.data.color]).not.toContain('#112233');
  });

  it('shows a draft of the notice only to the browser that opened it, marked as a preview (D-123)', async () => {
    await change({
      privacy_contact: 'dpo@cellar.example',
      alternative_url: 'https://old.example/',
    });
    const { body } = await tryIt({
      appearance: {
        controller_name: 'Keller GmbH',
        privacy_contact: null,
        privacy_url: 'https://keller.example/privacy',
        alternative_url: null,
      },
    });
    const browser = new TestBrowser();
    const { data } = (await browser.open(body.data.verify_url.split('/').at(-1) ?? '')).body;
    expect(data).toMatchObject({ test: true, preview: true });
    expect(data.privacy.controller).toBe('Keller GmbH');
    expect(data.site).not.toHaveProperty('alternative_url');
    const readNotice = async (cookie: string) =>
      exports.default.fetch(
        new Request(`http://localhost:8787${data.privacy.path}`, { headers: { cookie } }),
      );
    const mine = await readNotice(browser.cookieHeader);
    const html = await mine.text();
    expect(mine.status).toBe(200);
    for (const text of ['Preview: nobody has published', 'Keller GmbH', 'keller.example/privacy'])
      expect(html).toContain(text);
    expect(html).not.toContain('dpo@cellar.example');
    expect((await readNotice('')).status).toBe(403);
    const published = await exports.default.fetch(
      new Request(`http://localhost:8787/privacy?tenant=${tenant.id}`),
    );
    expect(await published.text()).not.toMatch(/Keller GmbH|keller\.example|Preview/);
  });

  it('is no preview without a draft, and then has no preview of the notice', async () => {
    const browser = new TestBrowser();
    const { body } = await tryIt();
    const { data } = (await browser.open(body.data.verify_url.split('/').at(-1) ?? '')).body;
    expect(data).not.toHaveProperty('preview');
    expect(data.privacy.path).toBe(`/privacy?tenant=${tenant.id}`);
    const asked = await exports.default.fetch(
      new Request(`http://localhost:8787/privacy?preview=${data.id}`, {
        headers: { cookie: browser.cookieHeader },
      }),
    );
    expect(asked.status).toBe(404);
  });

  it('can be framed by this service alone, and only on request', async () => {
    await change({ embed_origins: ['https://shop.example'] });
    const plain = await tryIt();
    const [policy, options] = await policyOf(plain.body.data.verify_url);
    expect([policy, options]).toEqual([expect.stringContaining("frame-ancestors 'none'"), 'DENY']);
    const framed = await tryIt({ framed: true });
    const [open, none] = await policyOf(framed.body.data.verify_url);
    expect(open).toContain('frame-ancestors http://localhost:8787');
    expect([open?.includes('shop.example'), none]).toEqual([false, null]);
  });

  it.each([
    [{ min_age: 0 }, 'min_age'],
    [{ theme: 'purple' }, 'theme'],
    [{ appearance: { color: 'red' } }, 'appearance.color'],
    [{ framed: 'yes' }, 'framed'],
  ])('refuses %j and begins nothing', async (body, field) => {
    const { status, body: answer } = await tryIt(body);
    expect([status, answer.error?.details?.[0]?.field]).toEqual([400, field]);
    expect((await ask('GET', '/sessions?mode=test', tenant.owner.token)).body.data).toEqual([]);
  });

  it('counts among the sessions of a customer whose address is not confirmed (D-64)', async () => {
    await env.DB.prepare('UPDATE staff SET email_verified_at_ms = NULL').run();
    const ctx = makeContext();
    const { unprovenSessions } = ctx.config.guessLimits;
    for (let n = 0; n < unprovenSessions.limit; n += 1)
      await countAgainst(ctx, [unprovenSessions, tenant.id]);
    const { status, body } = await tryIt();
    expect([status, body.error?.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  });
});
