import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startSession, type SignIn } from '../../../src/domain/sessions/sign-in.ts';
import {
  readVerifiedAge,
  storeVerifiedAge,
} from '../../../src/domain/verified-ages/verified-age.ts';
import { beginAgeCheck, takeAgeCheck } from '../../../src/domain/age-sharing/age-check.ts';
import type { AgeBracket } from '../../../src/domain/terms/age-bracket.ts';
import { decodeObjectId, parseToken } from '../../../src/crypto/capability-token.ts';
import { deriveToken } from '../../../src/domain/verification/tokens.ts';
import type { SessionRecord } from '../../../src/domain/verification/rules/session.ts';
import { get, init, post } from '../../support/api.ts';
import { makeAccount, VISITOR } from '../../support/accounts.ts';
import { makeContext, type TestContext } from '../../support/context.ts';
import { TestBrowser } from '../../support/hosted.ts';
import { makeTenant } from '../../support/tenants.ts';

afterEach(() => void vi.useRealTimers());

interface Person extends SignIn {
  cookie: string;
}

async function signedIn(ctx: TestContext, bracket?: AgeBracket): Promise<Person> {
  const account = await makeAccount();
  if (bracket !== undefined) await storeVerifiedAge(ctx, account.id, { bracket, level: 'ml' });
  const started = (await startSession(ctx, account, { amr: ['pwd'], ...VISITOR }))!;
  return { account, ...started };
}

/** A browser with a customer's check open, signed in to an account or not. */
async function openCheck(person?: Person, fields: Record<string, unknown> = {}, test = false) {
  const tenant = await makeTenant();
  const key = test ? tenant.testSecret : tenant.secret;
  const token = await init(key, { min_age: 18, ...fields });
  const browser = new TestBrowser();
  await browser.open(token);
  if (person !== undefined) browser.setCookie('agate-account', person.cookie);
  const offer = async () =>
    (await browser.get(`/v/sessions/${browser.sessionId}/account`)).body.data;
  return { browser, tenant, token, key, offer };
}

/** As if the check had been made and passed now. */
async function pass(
  objectId: string,
  nowMs = Date.now(),
  also: Partial<SessionRecord> = {},
): Promise<void> {
  const { VERIFICATION_SESSION: sessions } = env;
  await runInDurableObject(sessions.get(sessions.idFromString(objectId)), (_object, state) => {
    const record = state.storage.kv.get<SessionRecord>('session')!;
    state.storage.kv.put('session', {
      ...record,
      state: { status: 'success' },
      checks: { liveness: true, age: true },
      completedAtMs: nowMs,
      ...also,
    });
  });
}

const passCheck = (browser: TestBrowser) => pass(decodeObjectId(browser.sessionId)!);

describe('reusing a verified age', () => {
  it('passes a check whose gate the account’s bracket reaches: verification_type agate_id', async () => {
    const person = await signedIn(makeContext(), 18);
    const { browser, token, key, offer } = await openCheck(person);
    expect(await offer()).toEqual({
      service: 'Agate',
      signed_in: true,
      can_reuse: true,
      can_keep: false,
    });
    expect((await browser.step('account/reuse')).body.data.status).toBe('success');
    const result = await get(`/verify/v1/result/${token}`, key);
    expect(result.body.data).toMatchObject({
      status: 'success',
      verified: true,
      verification_type: 'agate_id',
      checks: {
        age: { performed: true, passed: true, gate: 18 },
        liveness: { performed: false, passed: false },
      },
    });
    expect((await browser.step('account/reuse')).status).toBe(409);
  });

  it.each([
    ['the gate is higher', 18, { min_age: 21 }],
    ['the customer asked for a face', 25, { verification_mode: 'facial' }],
    ['the customer asked for a document', 25, { verification_mode: 'document' }],
    ['the account has no verified age', undefined, {}],
  ] as const)('is refused when %s', async (_why, bracket, fields) => {
    const person = await signedIn(makeContext(), bracket);
    const { browser, offer } = await openCheck(person, fields);
    expect(await offer()).toMatchObject({ can_reuse: false });
    expect((await browser.step('account/reuse')).status).toBe(409);
    expect((await browser.view()).body.data.status).not.toBe('success');
  });

  it('is refused in a test session, without an account and with an expired age', async () => {
    const ctx = makeContext();
    const person = await signedIn(ctx, 25);
    const sandbox = await openCheck(person, {}, true);
    expect((await sandbox.browser.step('account/reuse')).status).toBe(409);
    const anonymous = await openCheck();
    expect(await anonymous.offer()).toEqual({
      service: 'Agate',
      signed_in: false,
      can_reuse: false,
      can_keep: false,
    });
    expect((await anonymous.browser.step('account/reuse')).status).toBe(401);
    await env.DB.prepare('UPDATE verified_ages SET expires_at_ms = ?').bind(Date.now()).run();
    const late = await openCheck(person);
    expect((await late.browser.step('account/reuse')).status).toBe(409);
  });

  it('requires a fresh sign-in: a signed-in browser may be used by another person', async () => {
    const person = await signedIn(makeContext(), 25);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
    const { browser } = await openCheck(person);
    const reply = await browser.step('account/reuse');
    expect([reply.status, reply.body.error?.code]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED']);
  });

  it('cannot be caused by another site or by a browser that does not hold the check', async () => {
    const person = await signedIn(makeContext(), 25);
    const { browser } = await openCheck(person);
    const path = `/v/sessions/${browser.sessionId}/account/reuse`;
    expect((await browser.post(path, {}, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    const stranger = await post(path, {}, undefined, { Cookie: `agate-account=${person.cookie}` });
    expect(stranger.status).toBe(401);
  });
});

describe('keeping a result', () => {
  it('stores the bracket the gate proves, with the date of the check, once', async () => {
    const ctx = makeContext();
    const person = await signedIn(ctx);
    const { browser, offer } = await openCheck(person, { min_age: 20 });
    expect(await offer()).toMatchObject({ can_keep: false });
    expect((await browser.step('account/keep')).status).toBe(409);
    await passCheck(browser);
    expect(await offer()).toMatchObject({ can_keep: true });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => browser.step('account/keep')),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.find(({ status }) => status === 200)?.body.data.age_bracket).toBe('18+');
    expect(await readVerifiedAge(ctx, person.account.id)).toMatchObject({
      bracket: 18,
      level: 'ml',
    });
    expect(await offer()).toMatchObject({ can_keep: false });
  });

  it('is refused for a check passed by an account’s age: an age cannot be renewed without a check', async () => {
    const person = await signedIn(makeContext(), 25);
    const { browser } = await openCheck(person);
    await browser.step('account/reuse');
    expect((await browser.step('account/keep')).status).toBe(409);
  });

  it('is refused for a test session and without an account', async () => {
    const person = await signedIn(makeContext());
    const sandbox = await openCheck(person, { user_id: 'x+pass' }, true);
    expect((await sandbox.browser.step('account/keep')).status).toBe(409);
    const anonymous = await openCheck();
    await passCheck(anonymous.browser);
    expect(await anonymous.offer()).toMatchObject({ signed_in: false, can_keep: true });
    expect((await anonymous.browser.step('account/keep')).status).toBe(401);
  });
});

describe('verifying one’s own age (age-check.ts)', () => {
  async function begin(ctx: TestContext, person: Person) {
    const { account } = person;
    const check = { account, returnPath: '/account/age', locale: 'en' };
    const verifyUrl = await beginAgeCheck(ctx, check);
    const init = verifyUrl.split('/').at(-1)!;
    const { objectId } = parseToken(init)!;
    const { token } = await deriveToken(ctx, 'xtk_', objectId);
    return { objectId, token, init };
  }

  it('is kept with the date of the check, for the person who made it, and repeats change nothing', async () => {
    const ctx = makeContext();
    const [ada, eve] = [await signedIn(ctx), await signedIn(ctx)];
    const { objectId, token } = await begin(ctx, ada);
    expect(await takeAgeCheck(ctx, ada.account, token)).toBe('failed');
    const completedAtMs = Date.now() - 10;
    await pass(objectId, completedAtMs, { metThreshold: 21 });
    expect(await takeAgeCheck(ctx, eve.account, token)).toBe('failed');
    expect(await takeAgeCheck(ctx, ada.account, token)).toBe('success');
    const kept = await readVerifiedAge(ctx, ada.account.id);
    expect(kept).toMatchObject({ bracket: 21, verifiedAtMs: completedAtMs });
    expect(await takeAgeCheck(ctx, ada.account, token)).toBe('success');
    expect(await readVerifiedAge(ctx, ada.account.id)).toEqual(kept);
    expect(await readVerifiedAge(ctx, eve.account.id)).toBeUndefined();
  });

  it('is not a customer’s check: the page gets its result, and an earlier age does not pass it', async () => {
    const ctx = makeContext();
    const person = await signedIn(ctx, 25);
    const { objectId, init: link } = await begin(ctx, person);
    const browser = new TestBrowser();
    await browser.open(link);
    browser.setCookie('agate-account', person.cookie);
    expect((await browser.step('account/reuse')).status).toBe(409);
    await pass(objectId, Date.now(), { metThreshold: 12 });
    expect((await browser.step('account/keep')).status).toBe(409);
  });
});
