// The limit on one person's failed checks (D-55), as the customer and the visitor experience it.
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { beginAgeCheck } from '../../src/domain/signing-in/age-sharing/age-check.ts';
import { makeAccount } from '../support/account/accounts.ts';
import { call, get, init, post } from '../support/customer/api.ts';
import { makeContext } from '../support/installation/context.ts';
import { eventually } from '../support/installation/eventually.ts';
import { goTo, passLiveness, reachAge, TestBrowser } from '../support/visitor/hosted.ts';
import { queryLedger } from '../support/customer/ledgers.ts';
import { makeTenant, type TestTenant } from '../support/customer/tenants.ts';
import { estimates } from '../support/clips/trajectories.ts';

afterEach(() => void vi.useRealTimers());

const DAY_MS = 86_400_000;
const USER = { user_id: 'u-1842' };

async function open(token: string): Promise<TestBrowser> {
  const browser = new TestBrowser();
  await browser.open(token);
  return browser;
}

/** Requests one liveness challenge, and responds with samples that contain no face. */
async function tryOnce(browser: TestBrowser) {
  const { data } = (await browser.step('liveness/challenge')).body;
  return browser.step('liveness', { challenge_id: data?.challenge_id ?? 'none', samples: [] });
}

/**
 * Runs a session that fails at the liveness step, unless it ends when it is opened.
 * @returns the reason in the session's result
 */
async function failLiveness(tenant: TestTenant, fields: object = USER): Promise<string> {
  const token = await init(tenant.secret, { ...fields });
  const browser = await open(token);
  await browser.step('consent', { biometric: true });
  for (let i = 0; i < 3; i += 1) await tryOnce(browser);
  return (await resultOf(tenant, token)).reason;
}

async function failAge(browser: TestBrowser, age: number): Promise<void> {
  const nonce = await passLiveness(browser);
  goTo(3_000);
  await browser.step('age', { age_nonce: nonce, samples: estimates(age) });
}

const resultOf = async ({ secret }: TestTenant, token: string) =>
  (await get(`/verify/v1/result/${token}`, secret)).body.data;

async function useUpAttempts(tenant: TestTenant, fields: object = USER): Promise<void> {
  for (let i = 0; i < 3; i += 1)
    expect(await failLiveness(tenant, fields)).toBe('face_not_detected');
}

async function reasonAtOpening(tenant: TestTenant, fields: object = USER, key = tenant.secret) {
  const token = await init(key, { ...fields });
  const browser = await open(token);
  return (await browser.view()).body.data.outcome?.reason;
}

describe('after three failed sessions of one user id in 24 hours', () => {
  it('init still answers 201, and page, result, status and event report attempts_exceeded immediately', async () => {
    const tenant = await makeTenant();
    await useUpAttempts(tenant);
    const token = await init(tenant.secret, USER);
    expect(await resultOf(tenant, token)).toMatchObject({ status: 'pending' });
    const opened = await new TestBrowser().open(token);
    expect(opened.body.data).toMatchObject({
      step: 'done',
      outcome: { status: 'failed', reason: 'attempts_exceeded' },
    });
    expect(await resultOf(tenant, token)).toMatchObject({
      status: 'failed',
      verified: false,
      reason: 'attempts_exceeded',
      checks: { liveness: { performed: false }, age: { performed: false } },
    });
    const status = await get(`/verify/v1/status/${token}`, tenant.publishable);
    expect(status.body.data).toMatchObject({ status: 'failed', reason: 'other' });
    const { id } = opened.body.data;
    await eventually(async () => {
      const events = await queryLedger<{ type: string; body: string }>(
        { tenantId: tenant.id },
        'SELECT type, body FROM events',
      );
      expect(id).toBeDefined();
      const refused = events.filter(({ body }) => body.includes('attempts_exceeded'));
      expect(refused.map(({ type }) => type)).toEqual(['session.failed']);
    });
  });

  it('other people, other customers, sessions without a user id and test sessions are unaffected', async () => {
    const tenant = await makeTenant();
    await useUpAttempts(tenant);
    expect(await reasonAtOpening(tenant)).toBe('attempts_exceeded');
    expect(await reasonAtOpening(tenant, { user_id: 'u-1843' })).toBeUndefined();
    expect(await reasonAtOpening(tenant, {})).toBeUndefined();
    expect(await reasonAtOpening(tenant, USER, tenant.testSecret)).toBeUndefined();
    expect(await reasonAtOpening(await makeTenant())).toBeUndefined();
  });

  it('a refused session does not count as an attempt, and a day later the person may try again', async () => {
    const tenant = await makeTenant();
    await useUpAttempts(tenant);
    goTo(DAY_MS - 60_000);
    expect(await reasonAtOpening(tenant)).toBe('attempts_exceeded');
    goTo(120_000);
    expect(await reasonAtOpening(tenant)).toBeUndefined();
  });

  it('erasing the sessions restores no attempt', async () => {
    const tenant = await makeTenant();
    for (let i = 0; i < 3; i += 1) {
      const token = await init(tenant.secret, USER);
      const browser = await open(token);
      await browser.step('consent', { biometric: true });
      for (let n = 0; n < 3; n += 1) await tryOnce(browser);
      const headers = { 'X-API-Key': tenant.secret };
      const erased = await call(`/api/v1/sessions/${token}/data`, { method: 'DELETE', headers });
      expect(erased.status).toBe(200);
    }
    expect(await reasonAtOpening(tenant)).toBe('attempts_exceeded');
  });
});

describe('the attempts that count', () => {
  it('include failures at the age step', async () => {
    const tenant = await makeTenant();
    const failOne = async () => failAge(await open(await init(tenant.secret, USER)), 9);
    await failOne();
    await failOne();
    expect(await reasonAtOpening(tenant)).toBeUndefined();
    await failOne();
    expect(await reasonAtOpening(tenant)).toBe('attempts_exceeded');
  });

  it('exclude sessions that passed, were canceled, expired or need assistance', async () => {
    const tenant = await makeTenant();
    await failLiveness(tenant);
    await failLiveness(tenant);
    for (const end of ['cancel', 'assistance']) {
      const browser = await open(await init(tenant.secret, USER));
      await browser.step('consent', { biometric: true });
      await tryOnce(browser);
      await browser.step(end);
    }
    const { browser, nonce } = await reachAge(await init(tenant.secret, USER));
    goTo(3_000);
    const passed = await browser.step('age', { age_nonce: nonce, samples: estimates(40) });
    expect(passed.body.data.outcome.status).toBe('success');
    const late = await open(await init(tenant.secret, USER));
    await late.step('consent', { biometric: true });
    await tryOnce(late);
    goTo(15 * 60_000);
    expect((await late.view()).body.data.outcome.status).toBe('expired');
    await eventually(async () => expect(await reasonAtOpening(tenant)).toBeUndefined());
    await failLiveness(tenant);
    expect(await reasonAtOpening(tenant)).toBe('attempts_exceeded');
  });

  it('exclude outcomes that a sandbox sets', async () => {
    const tenant = await makeTenant();
    for (let i = 0; i < 4; i += 1) {
      const token = await init(tenant.testSecret, USER);
      const outcome = { status: 'failed', reason: 'liveness_failed' };
      await post(`/verify/v1/sandbox/${token}/outcome`, outcome, tenant.testSecret);
    }
    expect(await reasonAtOpening(tenant)).toBeUndefined();
    expect(await reasonAtOpening(tenant, USER, tenant.testSecret)).toBeUndefined();
  });

  it('are limited by the customer’s setting, and 0 switches the limit off', async () => {
    const capped = async (cap: number) => {
      const tenant = await makeTenant();
      await env.DB.prepare('UPDATE tenants SET attempt_cap = ? WHERE id = ?')
        .bind(cap, tenant.id)
        .run();
      return tenant;
    };
    const once = await capped(1);
    await failLiveness(once);
    expect(await reasonAtOpening(once)).toBe('attempts_exceeded');
    const never = await capped(0);
    await useUpAttempts(never);
    expect(await reasonAtOpening(never)).toBeUndefined();
  });
});

describe('concurrent sessions', () => {
  it('are judged only three times of twelve opened at once, whatever the order of their evidence', async () => {
    const tenant = await makeTenant();
    const tokens = await Promise.all(Array.from({ length: 12 }, () => init(tenant.secret, USER)));
    const browsers = await Promise.all(tokens.map(open));
    await Promise.all(browsers.map((browser) => browser.step('consent', { biometric: true })));
    for (let round = 0; round < 3; round += 1) await Promise.all(browsers.map(tryOnce));
    const results = await Promise.all(tokens.map((token) => resultOf(tenant, token)));
    const reasons = results.map(({ reason }) => String(reason)).toSorted();
    const refused = Array.from({ length: 9 }, () => 'attempts_exceeded');
    const judged = Array.from({ length: 3 }, () => 'face_not_detected');
    expect(reasons).toEqual([...refused, ...judged]);
    const unjudged = results.filter(({ reason }) => reason === 'attempts_exceeded');
    for (const { checks } of unjudged) expect(checks.liveness.performed).toBe(false);
  });

  it('make room for a waiting session when one ends without an attempt', async () => {
    const tenant = await makeTenant();
    await failLiveness(tenant);
    await failLiveness(tenant);
    const [first, second] = [
      await open(await init(tenant.secret, USER)),
      await open(await init(tenant.secret, USER)),
    ];
    for (const browser of [first, second]) await browser.step('consent', { biometric: true });
    await tryOnce(first);
    await first.step('cancel');
    expect((await tryOnce(second)).body.data.status).toBe('in_progress');
  });
});

describe('the age check of an account', () => {
  const begin = async (account: Awaited<ReturnType<typeof makeAccount>>): Promise<TestBrowser> => {
    const check = { account, returnPath: '/account/age', locale: 'en' };
    const browser = new TestBrowser();
    await browser.openOwn(await beginAgeCheck(makeContext(), check));
    return browser;
  };

  it('must wait 24 hours after an age below the threshold', async () => {
    const account = await makeAccount();
    const failed = await begin(account);
    await failAge(failed, 3);
    expect((await failed.view()).body.data.outcome.reason).toBe('age_below_threshold');
    const again = await begin(account);
    expect((await again.view()).body.data.outcome?.reason).toBe('attempts_exceeded');
    const other = await begin(await makeAccount());
    expect((await other.view()).body.data.outcome).toBeUndefined();
    goTo(DAY_MS);
    const later = await begin(account);
    expect((await later.view()).body.data.outcome).toBeUndefined();
  });

  it('is refused after three that failed at liveness', async () => {
    const account = await makeAccount();
    for (let i = 0; i < 3; i += 1) {
      const browser = await begin(account);
      await browser.step('consent', { biometric: true });
      for (let n = 0; n < 3; n += 1) await tryOnce(browser);
    }
    const again = await begin(account);
    expect((await again.view()).body.data.outcome?.reason).toBe('attempts_exceeded');
  });
});
