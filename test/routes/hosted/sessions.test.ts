import { exports } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { get, init, post } from '../../support/customer/api.ts';
import { NOTICE } from '../../../src/domain/terms/privacy-notice.ts';
import { goTo, reachAge, TestBrowser } from '../../support/visitor/hosted.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { estimates } from '../../support/clips/trajectories.ts';
import { countCalls, untilMinuteLasts } from '../../support/installation/volume.ts';

afterEach(() => void vi.useRealTimers());

const resultOf = async (token: string, key: string) =>
  (await get(`/verify/v1/result/${token}`, key)).body.data;

describe('opening a link', () => {
  it('shows the site and its request, and binds the session with an HttpOnly cookie', async () => {
    const { secret } = await makeTenant({ name: 'Cellar Door', color: '#3b5bdb' });
    const token = await init(secret, { min_age: 16, theme: 'dark', locale: 'ar-EG' });
    const browser = new TestBrowser();
    const { status, headers, body } = await browser.open(token);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^[\w-]{43}$/),
      status: 'in_progress',
      test: false,
      step: 'consent',
      site: { name: 'Cellar Door', host: 'shop.example', color: '#3b5bdb' },
      request: { purpose: 'age_verification', mode: 'auto', gate: 16 },
      theme: 'dark',
      locale: 'ar',
      attempts_left: { liveness: 3, age: 2 },
      ways: { order: ['face'] },
      device: 'computer',
      active: true,
      privacy: expect.objectContaining({ controller: 'Cellar Door', operator: 'Quarry Ltd' }),
      measured: 'device',
      extensions_left: 3,
      expires_in_ms: expect.any(Number),
    });
    expect(headers.get('Set-Cookie')).toMatch(/HttpOnly; SameSite=Strict/);
    expect((await resultOf(token, secret)).status).toBe('in_progress');
  });

  it('names all hosts that the visitor may return to if the outcome decides (D-8)', async () => {
    const { secret } = await makeTenant();
    const returnHosts = async (urls: Record<string, string>) =>
      (await new TestBrowser().open(await init(secret, urls))).body.data.site.return_hosts;
    const same = { success_url: 'https://shop.example/ok', failed_url: 'https://shop.example/no' };
    expect(await returnHosts(same)).toBeUndefined();
    const other = { ...same, success_url: 'https://pay.example/ok' };
    expect(await returnHosts(other)).toEqual(['shop.example', 'pay.example']);
  });

  it.each([
    ['leaves the language to the browser when the tenant asks for none', {}, undefined],
    ['takes the best match of the language asked for', { locale: 'fr-CA' }, 'fr'],
    ['answers in English when the language asked for is unknown', { locale: 'tlh' }, 'en'],
  ])('%s', async (_rule, options, locale) => {
    const { secret } = await makeTenant();
    const { body } = await new TestBrowser().open(await init(secret, options));
    expect(body.data.locale).toBe(locale);
  });

  it('redeems nothing before the page posts, in particular not by GET', async () => {
    const { secret } = await makeTenant();
    const token = await init(secret);
    for (const method of ['GET', 'HEAD'])
      await exports.default.fetch(new Request(`http://localhost:8787/v/${token}`, { method }));
    expect((await resultOf(token, secret)).status).toBe('pending');
  });

  it('resumes in the same browser and refuses a second one', async () => {
    const { secret } = await makeTenant();
    const token = await init(secret);
    const [first, second] = [new TestBrowser(), new TestBrowser()];
    await first.open(token);
    await first.step('consent', { biometric: true });
    const resumed = await first.open(token);
    expect(resumed.body.data.step).toBe('liveness');
    const refused = await second.open(token);
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'SESSION_OPENED_ELSEWHERE']);
    expect(second.cookieHeader).toBe('');
  });

  describe('whose response was lost with its cookie', () => {
    const ATTEMPT = 'a-page-of-its-own-0001';

    it('can be opened again by the same page only, for a minute', async () => {
      const { secret } = await makeTenant();
      const token = await init(secret);
      const browser = new TestBrowser();
      await browser.open(token, ATTEMPT);
      const lost = browser.cookieHeader;
      browser.forgetCookies();
      for (const other of [undefined, `${ATTEMPT}2`])
        expect((await new TestBrowser().open(token, other)).status).toBe(409);
      expect((await browser.open(token, ATTEMPT)).status).toBe(200);
      expect((await browser.step('consent', { biometric: true })).body.data.step).toBe('liveness');
      expect(browser.cookieHeader).not.toBe(lost);

      browser.forgetCookies();
      goTo(60_001);
      expect((await browser.open(token, ATTEMPT)).status).toBe(409);
      expect(browser.cookieHeader).toBe('');
    });

    it('has one valid cookie: the latest', async () => {
      const { secret } = await makeTenant();
      const token = await init(secret);
      const late = new TestBrowser();
      await late.open(token, ATTEMPT);
      const replies = await Promise.all(
        Array.from({ length: 50 }, async () => {
          const browser = new TestBrowser();
          await browser.open(token, ATTEMPT);
          return browser;
        }),
      );
      const statuses = await Promise.all(
        [late, ...replies].map(async (browser) => (await browser.view()).status),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    });

    it.each([['short'], ['x'.repeat(65)], [7]])('refuses the attempt %s', async (attempt) => {
      const token = await init((await makeTenant()).secret);
      const refused = await new TestBrowser().post('/v/sessions', { token, attempt });
      expect(refused.status).toBe(400);
      expect((await new TestBrowser().open(token)).status).toBe(200);
    });
  });

  it('keeps two sessions in one browser apart', async () => {
    const { secret } = await makeTenant();
    const browser = new TestBrowser();
    const one = (await browser.open(await init(secret))).body.data.id;
    await browser.open(await init(secret));
    await browser.step('cancel');
    expect((await browser.get(`/v/sessions/${one}`)).body.data.status).toBe('in_progress');
  });

  it('answers the same 404 for unknown, wrong, malformed and late links', async () => {
    const { secret } = await makeTenant();
    const token = await init(secret);
    const late = await init(secret);
    const resultToken = (await resultOf(token, secret)).token;
    const wrong = [`xit_${'A'.repeat(86)}`, 'xit_', 'x', resultToken, `${token.slice(0, -2)}AA`];
    for (const attempt of wrong) {
      const { status, body } = await new TestBrowser().open(attempt);
      expect([attempt, status, body.error?.code]).toEqual([attempt, 404, 'NOT_FOUND']);
    }
    goTo(10 * 60_000);
    expect((await new TestBrowser().open(late)).status).toBe(404);
  });

  it('refuses an IP address after 30 wrong links (D-51)', async () => {
    const guess = (i: number) =>
      new TestBrowser().post(
        '/v/sessions',
        { token: `xit_${i}` },
        { 'CF-Connecting-IP': '203.0.113.9' },
      );
    const statuses = [];
    for (let i = 0; i < 32; i += 1) statuses.push((await guess(i)).status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(30);
    expect(statuses.slice(30)).toEqual([429, 429]);
  });
});

describe('a verification in the page', () => {
  it('passes liveness and age, returns to the site, and has a successful result', async () => {
    const { secret } = await makeTenant();
    const token = await init(secret, { user_id: 'u-1', verification_mode: 'facial' });
    const { browser, nonce } = await reachAge(token);
    goTo(3_000);
    const done = await browser.step('age', { age_nonce: nonce, samples: estimates(41) });
    const { outcome } = done.body.data;
    const result = await resultOf(token, secret);
    expect(outcome).toEqual({
      status: 'success',
      return_url: `https://shop.example/return?status=success&token=${result.token}&user_id=u-1`,
    });
    expect(result).toMatchObject({
      status: 'success',
      verified: true,
      verification_type: 'age_check',
      checks: {
        liveness: { performed: true, passed: true },
        age: { performed: true, passed: true, gate: 18 },
        document: { performed: false, passed: false },
      },
    });
    expect(result.reason).toBeUndefined();
    expect(result.completed_at).toBeTruthy();
  });

  it('fails a young face, with the reason', async () => {
    const { secret } = await makeTenant();
    const token = await init(secret);
    const { browser, nonce } = await reachAge(token);
    goTo(3_000);
    await browser.step('age', { age_nonce: nonce, samples: estimates(9) });
    expect(await resultOf(token, secret)).toMatchObject({
      status: 'failed',
      verified: false,
      reason: 'age_below_threshold',
      checks: { age: { performed: true, passed: false } },
    });
  });

  it('uses the tenant’s own margin', async () => {
    const { secret } = await makeTenant({ ageMarginYears: 2 });
    const token = await init(secret);
    const { browser, nonce } = await reachAge(token);
    goTo(3_000);
    await browser.step('age', { age_nonce: nonce, samples: estimates(22) });
    expect((await resultOf(token, secret)).status).toBe('success');
  });

  it('can be canceled at any step, and a cancel is final', async () => {
    const { secret } = await makeTenant();
    const token = await init(secret);
    const { browser, nonce } = await reachAge(token);
    const canceled = await browser.step('cancel');
    expect(canceled.body.data.outcome.return_url).toContain('status=canceled');
    for (const [step, body] of [
      ['cancel', {}],
      ['consent', { biometric: true }],
      ['age', { age_nonce: nonce, samples: estimates(41) }],
      ['liveness/challenge', {}],
    ] as const)
      expect([step, (await browser.step(step, body)).status]).toEqual([step, 409]);
    expect((await resultOf(token, secret)).status).toBe('canceled');
  });

  it('does not let the browser choose an outcome by any request', async () => {
    const { secret } = await makeTenant();
    const token = await init(secret);
    const { browser, nonce } = await reachAge(token);
    const forged = { status: 'success', verified: true, outcome: 'success', passed: true };
    await browser.step('age', { age_nonce: nonce, samples: [], ...forged });
    await browser.step('sandbox', { outcome: 'success' });
    expect((await resultOf(token, secret)).status).toBe('in_progress');
  });

  it('needs explicit consent to biometric processing', async () => {
    const { secret } = await makeTenant();
    const browser = new TestBrowser();
    await browser.open(await init(secret));
    for (const body of [{}, { biometric: false }, { biometric: 'true' }])
      expect((await browser.step('consent', body)).status).toBe(400);
    expect((await browser.step('liveness/challenge')).status).toBe(409);
  });

  it('records the version of the notice that a person agreed to, and refuses any other', async () => {
    const { id, secret } = await makeTenant({ retentionDays: 7 });
    const token = await init(secret);
    const browser = new TestBrowser();
    const { privacy } = (await browser.open(token)).body.data;
    expect(privacy).toEqual({
      notice: NOTICE.version,
      controller: 'Cellar Door',
      operator: 'Quarry Ltd',
      retention_days: 7,
      path: `/privacy?tenant=${id}`,
      scopes: ['face'],
    });
    for (const [notice, status] of [
      ['0', 409],
      ['', 409],
      [7, 400],
      ['x'.repeat(21), 400],
    ])
      expect([notice, (await browser.step('consent', { biometric: true, notice })).status]).toEqual(
        [notice, status],
      );
    expect((await browser.view()).body.data.step).toBe('consent');
    const given = { biometric: true, notice: privacy.notice };
    expect((await browser.step('consent', given)).body.data.step).toBe('liveness');
    expect((await browser.step('consent', given)).status).toBe(409);
    await browser.step('cancel');
    const { timeline } = (await get(`/api/v1/sessions/${token}`, secret)).body.data;
    expect(timeline).toContainEqual(
      expect.objectContaining({ name: 'consent', notice: NOTICE.version }),
    );
    expect(timeline.filter((entry: object) => 'notice' in entry)).toHaveLength(1);
  });

  it('refuses evidence out of bounds, without counting an attempt', async () => {
    const { secret } = await makeTenant();
    const { browser, nonce } = await reachAge(await init(secret));
    const sample = { t: 0, age: 30, yaw: 0, pitch: 0, score: 1 };
    for (const samples of [
      [{ ...sample, age: 200 }],
      [{ ...sample, t: -1 }],
      [{ ...sample, yaw: null }],
      Array.from({ length: 121 }, () => sample),
      'all of them',
    ])
      expect((await browser.step('age', { age_nonce: nonce, samples })).status).toBe(400);
    expect((await browser.view()).body.data.attempts_left.age).toBe(2);
  });
});

describe('the sandbox bar', () => {
  it.each(['success', 'failed', 'canceled', 'expired'] as const)(
    'settles the session as %s',
    async (outcome) => {
      const { testSecret } = await makeTenant();
      const token = await init(testSecret);
      const browser = new TestBrowser();
      expect((await browser.open(token)).body.data.test).toBe(true);
      const settled = await browser.step('sandbox', { outcome, reason: 'age_below_threshold' });
      expect(settled.body.data.outcome.status).toBe(outcome);
      expect(await resultOf(token, testSecret)).toMatchObject({
        status: outcome,
        reason: 'age_below_threshold',
        test: true,
      });
    },
  );

  it('does not exist for live sessions', async () => {
    const { secret } = await makeTenant();
    const browser = new TestBrowser();
    await browser.open(await init(secret));
    expect((await browser.step('sandbox', { outcome: 'success' })).status).toBe(404);
  });
});

describe('who may call the session routes', () => {
  it('refuses a browser without the cookie, and one with the cookie of another session', async () => {
    const { secret } = await makeTenant();
    const [own, other] = [new TestBrowser(), new TestBrowser()];
    await own.open(await init(secret));
    await other.open(await init(secret));
    other.sessionId = own.sessionId;
    expect((await other.view()).status).toBe(401);
    expect((await other.step('cancel')).status).toBe(401);
    expect((await other.get('/v/sessions/nonsense')).status).toBe(401);
    expect((await own.view()).body.data.status).toBe('in_progress');
  });

  it.each([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://localhost:8787' },
  ])('refuses a post from another site: %j', async (headers) => {
    const { secret } = await makeTenant();
    const browser = new TestBrowser();
    await browser.open(await init(secret));
    const reply = await browser.post(`/v/sessions/${browser.sessionId}/cancel`, {}, headers);
    expect([reply.status, reply.body.error?.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('refuses another origin where the browser sends no fetch metadata', async () => {
    const reply = await post('/v/sessions', { token: 'xit_1' }, undefined, {
      Origin: 'https://evil.example',
    });
    expect(reply.status).toBe(403);
  });

  it('refuses more than 240 calls a minute for one session (D-50, volume)', async () => {
    const { secret } = await makeTenant();
    const browser = new TestBrowser();
    await browser.open(await init(secret));
    await untilMinuteLasts(15_000);
    await countCalls('hosted', browser.sessionId, 238);
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await browser.view()).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    const refused = await browser.view();
    expect(refused.headers.get('Retry-After')).toBe('60');
    expect(refused.headers.get('RateLimit-Policy')).toBe('"hosted";q=240;w=60');
  });
});
