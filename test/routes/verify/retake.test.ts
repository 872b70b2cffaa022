// A session that replaces a failed or expired one (D-89), from the point of view of a customer's
// backend and its visitors.
import { listDurableObjectIds } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { get, init, post, VALID_INIT } from '../../support/customer/api.ts';
import { goTo, passLiveness, reachAge, TestBrowser } from '../../support/visitor/hosted.ts';
import {
  failedToken,
  failSession,
  openIn,
  passTime,
  retake,
} from '../../support/customer/retakes.ts';
import { makeKey, makeTenant, type TestTenant } from '../../support/customer/tenants.ts';
import { estimates } from '../../support/clips/trajectories.ts';

afterEach(() => void vi.useRealTimers());

const resultOf = async ({ secret }: TestTenant, token: string) =>
  (await get(`/verify/v1/result/${token}`, secret)).body.data;
const countSessions = async () => (await listDurableObjectIds(env.VERIFICATION_SESSION)).length;
const codeOf = async (tenant: TestTenant, token: string) => {
  const { status, body } = await retake(tenant, token);
  return body.error === undefined ? status : `${status} ${body.error.code}`;
};
const NOT_ALLOWED = '409 RETAKE_NOT_ALLOWED';

/** Makes one age attempt on the device. */
async function tryAge(browser: TestBrowser, age: number) {
  const nonce = await passLiveness(browser);
  goTo(3_000);
  return browser.step('age', { age_nonce: nonce, samples: estimates(age) });
}

describe('POST /verify/v1/sessions/{token}/retake', () => {
  it('answers with a new link and the session it retakes; that one is retaken, and the new one names it (D-89)', async () => {
    const tenant = await makeTenant();
    const first = await failedToken(tenant, { user_id: 'u-1' });
    const { token: old } = await resultOf(tenant, first);
    const reply = await retake(tenant, old);
    expect(reply.status).toBe(200);
    const { token, verify_url: url, previous } = reply.body.data;
    expect(Object.keys(reply.body.data)).toEqual(['token', 'verify_url', 'previous']);
    expect(token).toMatch(/^xit_[\w-]{86}$/);
    expect(url).toBe(`http://localhost:8787/v/${token}`);
    expect(previous).toBe(old);
    expect(await resultOf(tenant, old)).toMatchObject({
      status: 'retaken',
      verified: false,
      reason: 'assistance_needed',
      verification_type: 'age_check',
      completed_at: expect.any(String),
    });
    const next = await resultOf(tenant, token);
    expect(next).toMatchObject({ status: 'pending', previous: old, external_user_id: 'u-1' });
    const names = Object.keys(next);
    expect(names[names.indexOf('created_at') - 1]).toBe('previous');
    const status = await get(`/verify/v1/status/${old}`, tenant.publishable);
    expect(status.body.data).toMatchObject({ status: 'retaken', verified: false });
  });

  it('accepts the token of init as well, and a session that expired, opened or not', async () => {
    const tenant = await makeTenant();
    const [unopened, opened] = [await init(tenant.secret), await init(tenant.secret)];
    await openIn(opened);
    passTime();
    const key = await makeKey(tenant.id, 'secret', 'live');
    for (const token of [unopened, opened])
      expect((await retake(tenant, token, { key })).status).toBe(200);
  });

  it('gives the new session the request of the first one, and tokens and times of its own', async () => {
    const tenant = await makeTenant();
    const asked = {
      callback_url: 'https://shop.example/return?order=7',
      success_url: 'https://shop.example/yes',
      failed_url: 'https://shop.example/no',
      min_age: 21,
      verification_mode: 'facial',
      liveness_difficulty: 'hard',
      user_id: 'u-2',
      metadata: 'order 7',
      theme: 'dark',
      locale: 'de',
    };
    const first = await failedToken(tenant, asked);
    goTo(120_000);
    const { token } = (await retake(tenant, first)).body.data;
    const again = await failedToken(tenant, asked);
    const bodyOf = async (of: string) => {
      const { data } = (await get(`/api/v1/sessions/${of}`, tenant.secret)).body;
      const browser = new TestBrowser();
      const view = of === token ? (await browser.open(of)).body.data : undefined;
      return { data, view };
    };
    const [made, fresh] = [await bodyOf(token), await bodyOf(again)];
    expect(made.view).toMatchObject({
      status: 'in_progress',
      request: { purpose: 'age_verification', mode: 'facial', gate: 21 },
      theme: 'dark',
      locale: 'de',
      site: { host: 'shop.example' },
    });
    expect(made.data).toMatchObject({
      verification_mode: 'facial',
      checks: { age: { gate: 21 } },
      created_at: fresh.data.created_at,
    });
    const challenge = async (browser: TestBrowser) => {
      await browser.step('consent', { biometric: true });
      return (await browser.step('liveness/challenge')).body.data.actions;
    };
    const visitor = await openIn((await retake(tenant, again)).body.data.token);
    // The challenge has one more movement than the usual three, because this page reports no
    // gesture as supported (D-128).
    expect(await challenge(visitor)).toHaveLength(4);
    const ended = await visitor.step('assistance');
    expect(ended.body.data.outcome.return_url).toMatch(/^https:\/\/shop\.example\/no\?/);
  });

  it('applies the current settings, as init does (D-57)', async () => {
    const tenant = await makeTenant();
    const first = await failedToken(tenant);
    const other = await failedToken(tenant);
    const set = (column: string, value: string) =>
      env.DB.prepare(`UPDATE tenants SET ${column} = ? WHERE id = ?`).bind(value, tenant.id).run();
    await set('required_method', 'document');
    const key = await makeKey(tenant.id, 'secret', 'live');
    const { token } = (await retake(tenant, first, { key })).body.data;
    const { data } = (await get(`/api/v1/sessions/${token}`, key)).body;
    expect(data.verification_mode).toBe('document');
    await set('callback_origins', '["https://elsewhere.example"]');
    const later = await makeKey(tenant.id, 'secret', 'live');
    const refused = await retake(tenant, other, { key: later });
    expect(refused.status).toBe(400);
    expect(refused.body.error?.code).toBe('INVALID_CALLBACK_URL');
    expect(await resultOf(tenant, other)).toMatchObject({ status: 'failed' });
  });

  it('answers 404 alike for tokens that are unknown, malformed, of another tenant or of the other mode', async () => {
    const [tenant, other] = [await makeTenant(), await makeTenant()];
    const token = await failedToken(tenant);
    for (const [of, key] of [
      [`xtk_${'A'.repeat(86)}`, tenant.secret],
      ['nonsense', tenant.secret],
      [token, other.secret],
      [token, tenant.testSecret],
    ] as const) {
      const reply = await retake(tenant, of, { key, 'Idempotency-Key': 'k' });
      expect(reply.status).toBe(404);
      expect(reply.body.error?.code).toBe('NOT_FOUND');
    }
    const publishable = await retake(tenant, token, { key: tenant.publishable });
    expect(publishable.body.error?.code).toBe('SECRET_KEY_REQUIRED');
    // The refused requests did not use up the idempotency key.
    expect((await retake(tenant, token, { 'Idempotency-Key': 'k' })).status).toBe(200);
  });

  it('refuses sessions that are running, decided, already retaken, or tests', async () => {
    const tenant = await makeTenant();
    const pending = await init(tenant.secret);
    expect(await codeOf(tenant, pending)).toBe(NOT_ALLOWED);
    const browser = await openIn(pending);
    expect(await codeOf(tenant, pending)).toBe(NOT_ALLOWED);
    await browser.step('cancel');
    expect(await codeOf(tenant, pending)).toBe(NOT_ALLOWED);
    const passed = await reachAge(await init(tenant.secret));
    goTo(3_000);
    const { data } = (
      await passed.browser.step('age', { age_nonce: passed.nonce, samples: estimates(40) })
    ).body;
    expect(data.status).toBe('success');
    const [, result = ''] = /token=(xtk_[\w-]+)/.exec(data.outcome.return_url) ?? [];
    expect(await codeOf(tenant, result)).toBe(NOT_ALLOWED);
    const failed = await failedToken(tenant);
    expect(await codeOf(tenant, failed)).toBe(200);
    expect(await codeOf(tenant, failed)).toBe(NOT_ALLOWED);
    const test = await init(tenant.testSecret, { user_id: 'u+fail' });
    await openIn(test);
    const refused = await retake(tenant, test, { key: tenant.testSecret });
    expect(refused.body.error?.code).toBe('RETAKE_NOT_ALLOWED');
  });

  it('ends a chain after three', async () => {
    const tenant = await makeTenant();
    let token = await failedToken(tenant);
    for (let place = 1; place <= 3; place += 1) {
      token = (await retake(tenant, token)).body.data.token;
      await failSession(token);
    }
    const before = await countSessions();
    expect(await codeOf(tenant, token)).toBe('409 RETAKE_LIMIT_EXCEEDED');
    expect(await resultOf(tenant, token)).toMatchObject({ status: 'failed' });
    expect(await countSessions()).toBe(before);
  });
});

describe('Idempotency-Key of a retake', () => {
  const withKey = (key: string) => ({ 'Idempotency-Key': key });

  it('gives the same answer again, with either token of the session', async () => {
    const tenant = await makeTenant();
    const first = await failedToken(tenant);
    const made = await retake(tenant, first, withKey('a'));
    const before = await countSessions();
    for (const token of [first, made.body.data.previous]) {
      const again = await retake(tenant, token, withKey('a'));
      expect([again.status, again.body.data]).toEqual([200, made.body.data]);
    }
    expect(await countSessions()).toBe(before);
    expect(await codeOf(tenant, first)).toBe(NOT_ALLOWED);
    const other = await retake(tenant, first, withKey('b'));
    expect(other.body.error?.code).toBe('RETAKE_NOT_ALLOWED');
  });

  it('refuses another session, and a key used for init, with 422', async () => {
    const tenant = await makeTenant();
    const [a, b] = [await failedToken(tenant), await failedToken(tenant)];
    await retake(tenant, a, withKey('a'));
    const mixed = await retake(tenant, b, withKey('a'));
    expect([mixed.status, mixed.body.error?.code]).toEqual([422, 'IDEMPOTENCY_KEY_MISMATCH']);
    await post('/verify/v1/init', VALID_INIT, tenant.secret, withKey('i'));
    expect((await retake(tenant, b, withKey('i'))).status).toBe(422);
    expect(await resultOf(tenant, b)).toMatchObject({ status: 'failed' });
  });

  it('makes one session for twenty concurrent repeats', async () => {
    const tenant = await makeTenant();
    const first = await failedToken(tenant);
    const before = await countSessions();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => retake(tenant, first, withKey('twin'))),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(({ body }) => body.data.token)).size).toBe(1);
    expect(await countSessions()).toBe(before + 1);
  });
});

it('of twenty concurrent retakes of one session exactly one wins (D-89)', async () => {
  const tenant = await makeTenant();
  const first = await failedToken(tenant);
  const before = await countSessions();
  const replies = await Promise.all(Array.from({ length: 20 }, () => retake(tenant, first)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = replies.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ body }) => body.error?.code))).toEqual(
    new Set(['RETAKE_NOT_ALLOWED']),
  );
  expect(await countSessions()).toBe(before + 1);
});

describe('a second estimate by a retake (D-81, D-89)', () => {
  it.each([
    ['clearly below', 8, 'age_below_threshold'],
    ['too close to tell, twice', 20, 'age_inconclusive'],
  ])('is refused after an age that is %s', async (_what, age, reason) => {
    const tenant = await makeTenant();
    const token = await init(tenant.secret);
    const browser = await openIn(token);
    let view = (await tryAge(browser, age)).body.data;
    if (view.status === 'in_progress') {
      goTo(3_000);
      const next = { age_nonce: view.age_nonce, samples: estimates(age) };
      view = (await browser.step('age', next)).body.data;
    }
    expect(view.outcome.reason).toBe(reason);
    expect(await codeOf(tenant, token)).toBe(NOT_ALLOWED);
  });

  it.each([
    ['asks for another way', (browser: TestBrowser) => browser.step('assistance')],
    ['lets the session run out', async () => passTime()],
  ])('is refused when one attempt was undecided and the visitor then %s', async (_what, leave) => {
    const tenant = await makeTenant();
    const token = await init(tenant.secret);
    const browser = await openIn(token);
    const { data } = (await tryAge(browser, 20)).body;
    expect(data).toMatchObject({ status: 'in_progress', attempts_left: { age: 1 } });
    await leave(browser);
    expect((await resultOf(tenant, token)).status).toMatch(/^(failed|expired)$/);
    expect(await codeOf(tenant, token)).toBe(NOT_ALLOWED);
  });

  it('is allowed after attempts in which no age was compared with the gate', async () => {
    const tenant = await makeTenant();
    const token = await init(tenant.secret);
    const { browser, nonce } = await reachAge(token);
    const empty = (age_nonce: string) => browser.step('age', { age_nonce, samples: [] });
    const { age_nonce: second } = (await empty(nonce)).body.data;
    expect((await empty(second)).body.data.outcome.reason).toBe('age_inconclusive');
    expect(await codeOf(tenant, token)).toBe(200);
  });
});

describe('a retake is no way around the cap on attempts (D-55)', () => {
  /** Fails liveness with three attempts that contain no samples. */
  async function failLiveness(token: string): Promise<void> {
    const browser = await openIn(token);
    await browser.step('consent', { biometric: true });
    for (let i = 0; i < 3; i += 1) {
      const { data } = (await browser.step('liveness/challenge')).body;
      await browser.step('liveness', { challenge_id: data?.challenge_id ?? 'none', samples: [] });
    }
  }

  it('the fourth check of a user id in 24 hours is not judged, whatever chain it belongs to', async () => {
    const tenant = await makeTenant();
    const user = { user_id: 'u-9' };
    let token = await init(tenant.secret, user);
    for (let n = 0; n < 3; n += 1) {
      await failLiveness(token);
      expect((await resultOf(tenant, token)).reason).toBe('face_not_detected');
      token = (await retake(tenant, token)).body.data.token;
    }
    const view = await (await openIn(token)).view();
    expect(view.body.data.outcome).toMatchObject({ reason: 'attempts_exceeded' });
    const fresh = await (await openIn(await init(tenant.secret, user))).view();
    expect(fresh.body.data.outcome).toMatchObject({ reason: 'attempts_exceeded' });
  });
});

describe('a visitor with the old link', () => {
  const open = async (browser: TestBrowser, token: string) =>
    (await browser.open(token)).body.error?.code;

  it('is told that there is a new link: in its browser, in another one, and however late', async () => {
    const tenant = await makeTenant();
    const opened = await init(tenant.secret);
    const browser = await failSession(opened);
    const unopened = await init(tenant.secret);
    expect(await open(new TestBrowser(), opened)).toBe('SESSION_OPENED_ELSEWHERE');
    await retake(tenant, opened);
    expect(await open(browser, opened)).toBe('SESSION_RETAKEN');
    expect((await browser.view()).body.error?.code).toBe('SESSION_RETAKEN');
    expect((await browser.view()).status).toBe(409);
    expect(await open(new TestBrowser(), opened)).toBe('SESSION_RETAKEN');
    passTime();
    expect(await open(new TestBrowser(), unopened)).toBe('NOT_FOUND');
    const key = await makeKey(tenant.id, 'secret', 'live');
    expect((await retake(tenant, unopened, { key })).status).toBe(200);
    expect(await open(new TestBrowser(), unopened)).toBe('SESSION_RETAKEN');
    expect(await open(new TestBrowser(), `xit_${'A'.repeat(86)}`)).toBe('NOT_FOUND');
  });

  it('can change nothing with it', async () => {
    const tenant = await makeTenant();
    const token = await init(tenant.secret);
    const browser = await failSession(token);
    await retake(tenant, token);
    for (const step of ['cancel', 'extension', 'assistance'])
      expect((await browser.step(step)).status).toBe(409);
    const consent = await browser.step('consent', { biometric: true });
    expect(consent.status).toBe(409);
    expect(await resultOf(tenant, token)).toMatchObject({ status: 'retaken' });
  });
});
