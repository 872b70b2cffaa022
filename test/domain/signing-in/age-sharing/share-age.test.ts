import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../../../src/domain/signing-in/sessions/sign-in.ts';
import { readVerifiedAge } from '../../../../src/domain/accounts/verified-ages/verified-age.ts';
import { decodeObjectId } from '../../../../src/crypto/capability-token.ts';
import { attemptLimit, hasUsedUpAttempts } from '../../../../src/domain/verification/attempts.ts';
import { firstPartyPrincipal } from '../../../../src/domain/verification/first-party-principal.ts';
import { get, init, post } from '../../../support/customer/api.ts';
import { VISITOR } from '../../../support/account/accounts.ts';
import { pass, signedIn, type Person } from '../../../support/account/age-owners.ts';
import { makeContext } from '../../../support/installation/context.ts';
import { goTo, TestBrowser } from '../../../support/visitor/hosted.ts';
import type { TenantOptions, TestTenant } from '../../../support/customer/tenants.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import type { SessionRecord } from '../../../../src/domain/verification/rules/session/session.ts';

afterEach(() => void vi.useRealTimers());

/** Signs the person in again, in the same browser. */
async function signInAgain(browser: TestBrowser, person: Person): Promise<void> {
  const again = { amr: ['pwd'], replaces: person.cookie, ...VISITOR };
  const { cookie, session } = (await startSession(makeContext(), person.account, again))!;
  Object.assign(person, { cookie, session });
  browser.setCookie('agate-account', cookie);
}

/** Opens a customer's check in a new browser; signs the person in again, if one is given. */
async function openCheck(
  person?: Person,
  fields: Record<string, unknown> = {},
  {
    test = false,
    settings = {},
    tenant: given,
  }: { test?: boolean; settings?: TenantOptions; tenant?: TestTenant | undefined } = {},
) {
  const tenant = given ?? (await makeTenant({ agateId: true, ...settings }));
  const key = test ? tenant.testSecret : tenant.secret;
  const token = await init(key, { min_age: 18, ...fields });
  const browser = new TestBrowser();
  await browser.open(token);
  if (person !== undefined) await signInAgain(browser, person);
  const offer = async () =>
    (await browser.get(`/v/sessions/${browser.sessionId}/account`)).body.data;
  return { browser, tenant, token, key, offer };
}

/** Reads the marker of a kept result from the session's Durable Object. */
async function markOf(browser: TestBrowser): Promise<string | undefined> {
  const { VERIFICATION_SESSION: sessions } = env;
  const stub = sessions.get(sessions.idFromString(decodeObjectId(browser.sessionId)!));
  return runInDurableObject(
    stub,
    (_object, state) => state.storage.kv.get<SessionRecord>('session')?.visitor.kept?.by,
  );
}

const keptRows = async () =>
  (await env.DB.prepare('SELECT account_id, bracket FROM verified_ages').all()).results;

const passCheck = (browser: TestBrowser) => pass(decodeObjectId(browser.sessionId)!);

describe('reusing a verified age', () => {
  it('passes a check whose gate is within the account’s bracket, with verification_type agate_id', async () => {
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
    const sandbox = await openCheck(person, {}, { test: true });
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

  it('requires a fresh sign-in, because somebody else may use a signed-in browser', async () => {
    const person = await signedIn(makeContext(), 25);
    const { browser } = await openCheck(person);
    goTo(10 * 60_000);
    const reply = await browser.step('account/reuse');
    expect([reply.status, reply.body.error?.code]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED']);
  });

  it('requires a sign-in after this check was opened: an earlier one is not enough', async () => {
    const person = await signedIn(makeContext(), 25);
    goTo(1);
    const { browser } = await openCheck();
    browser.setCookie('agate-account', person.cookie);
    const reply = await browser.step('account/reuse');
    expect([reply.status, reply.body.error?.code]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED']);
    await signInAgain(browser, person);
    expect((await browser.step('account/reuse')).body.data.status).toBe('success');
  });

  it('answers only one of fifteen strangers’ checks per sign-in (V5)', async () => {
    const person = await signedIn(makeContext(), 25);
    const checks = await Promise.all(Array.from({ length: 15 }, () => openCheck()));
    const [{ browser: own }] = checks as [(typeof checks)[0]];
    await signInAgain(own, person);
    const replies = await Promise.all(
      checks.map(({ browser }) => {
        browser.setCookie('agate-account', person.cookie);
        return browser.step('account/reuse');
      }),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of replies.filter((reply) => reply.status !== 200))
      expect([status, body.error?.code]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED']);
  });

  it('answers six checks a day, three of them per site, however often the person signs in', async () => {
    const person = await signedIn(makeContext(), 25);
    const answer = async (tenant?: TestTenant) => {
      const { browser } = await openCheck(person, {}, { tenant });
      const { status, body } = await browser.step('account/reuse');
      return status === 200 ? body.data.status : body.error?.code;
    };
    const site = await makeTenant({ agateId: true });
    for (let i = 0; i < 3; i += 1) expect(await answer(site)).toBe('success');
    expect(await answer(site)).toBe('TOO_MANY_REQUESTS');
    for (let i = 0; i < 3; i += 1) expect(await answer()).toBe('success');
    expect(await answer()).toBe('TOO_MANY_REQUESTS');
    goTo(86_400_000);
    expect(await answer(site)).toBe('success');
  });

  it('does not count an answer that the check no longer accepts', async () => {
    const person = await signedIn(makeContext(), 25);
    const site = await makeTenant({ agateId: true });
    const open = await Promise.all(
      Array.from({ length: 3 }, () => openCheck(undefined, {}, { tenant: site })),
    );
    for (const { browser } of open) {
      await signInAgain(browser, person);
      const [first, second] = await Promise.all([
        browser.step('account/reuse'),
        browser.step('account/reuse'),
      ]);
      expect([first.status, second.status].filter((status) => status === 200)).toHaveLength(1);
      expect((await browser.step('account/reuse')).status).toBe(409);
    }
  });

  it('cannot be triggered by another site or by a browser that does not hold the check', async () => {
    const person = await signedIn(makeContext(), 25);
    const { browser } = await openCheck(person);
    const path = `/v/sessions/${browser.sessionId}/account/reuse`;
    expect((await browser.post(path, {}, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    const stranger = await post(path, {}, undefined, { Cookie: `agate-account=${person.cookie}` });
    expect(stranger.status).toBe(401);
  });
});

describe('customers and requests restrict which ages they accept (D-57)', () => {
  const DAY_MS = 86_400_000;
  const monthOld = { verifiedAtMs: Date.now() - 31 * DAY_MS };
  const either = { methods: ['face', 'account'] };

  it.each([
    ['anything that counts', 18, monthOld, {}, {}],
    ['a proof that is recent enough', 18, monthOld, { max_proof_age_days: 32 }, {}],
    ['an account among the methods', 18, {}, either, {}],
    [
      'a bracket whose years above the gate make up for a smaller margin',
      25,
      {},
      {},
      { ageMarginYears: 14 },
    ],
    [
      'what the settings take, however lax the request is',
      18,
      {},
      { max_proof_age_days: 365 },
      { maxProofAgeDays: 1 },
    ],
  ] as const)('%s answers', async (_what, bracket, shown, accept, settings) => {
    const person = await signedIn(makeContext(), bracket, shown);
    const fields = Object.keys(accept).length === 0 ? {} : { accept };
    const { browser, offer } = await openCheck(person, fields, { settings });
    expect(await offer()).toMatchObject({ can_reuse: true });
    expect((await browser.step('account/reuse')).body.data.status).toBe('success');
  });

  it.each([
    ['ages of accounts are not opted in to, the default', 25, {}, {}, { agateId: false }],
    ['opting in is not the request’s to do', 25, {}, { accept: either }, { agateId: false }],
    ['the settings name other methods', 25, {}, { accept: either }, { acceptMethods: ['face'] }],
    ['the request names other methods', 25, {}, { accept: { methods: ['face'] } }, {}],
    [
      'the proof is too old for the request',
      25,
      monthOld,
      { accept: { max_proof_age_days: 30 } },
      {},
    ],
    [
      'the proof is too old for the settings',
      25,
      monthOld,
      { accept: { max_proof_age_days: 365 } },
      { maxProofAgeDays: 30 },
    ],
    ['the margin is smaller than this customer’s', 18, {}, {}, { ageMarginYears: 7.5 }],
    [
      'bracket and margin together are too small',
      21,
      { marginYears: 8 },
      {},
      { ageMarginYears: 12 },
    ],
    ['the request asks for more movements', 25, {}, { liveness_difficulty: 'hard' }, {}],
    ['the method of the proof is not taken', 25, { method: 'document' }, { accept: either }, {}],
  ] as const)('is refused when %s', async (_why, bracket, shown, fields, settings) => {
    const person = await signedIn(makeContext(), bracket, shown);
    const { browser, offer } = await openCheck(person, fields, { settings });
    expect(await offer()).toMatchObject({ can_reuse: false });
    expect((await browser.step('account/reuse')).status).toBe(409);
    expect((await browser.view()).body.data.status).toBe('in_progress');
  });

  it('an age without a proof answers nothing, even if its bracket is high enough', async () => {
    const person = await signedIn(makeContext(), 25);
    await env.DB.prepare('UPDATE verified_ages SET policy_version = NULL').run();
    const { browser, offer } = await openCheck(person);
    expect(await offer()).toMatchObject({ can_reuse: false });
    expect((await browser.step('account/reuse')).status).toBe(409);
  });
});

describe('keeping a result', () => {
  it('stores the bracket that the gate proves, with the date of the check, and repeats give the same answer', async () => {
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
    const [first] = replies;
    expect(first).toMatchObject({ status: 200, body: { data: { age_bracket: '18+' } } });
    const answers = replies.map(({ status, body }) => ({ status, data: body.data as unknown }));
    expect(answers).toEqual(Array.from({ length: 20 }, () => answers[0]));
    expect(await keptRows()).toEqual([{ account_id: person.account.id, bracket: 18 }]);
    expect(await readVerifiedAge(ctx, person.account.id)).toMatchObject({
      bracket: 18,
      level: 'ml',
    });
    expect(await offer()).toMatchObject({ can_keep: false });
  });

  it('succeeds for only one of two accounts that ask twenty times concurrently', async () => {
    const [one, other] = [await signedIn(makeContext()), await signedIn(makeContext())];
    const { browser } = await openCheck();
    await passCheck(browser);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const person = i % 2 === 0 ? one : other;
        browser.setCookie('agate-account', person.cookie);
        return browser.step('account/keep');
      }),
    );
    const answers = [0, 1].map((side) => [
      ...new Set(replies.filter((_, i) => i % 2 === side).map(({ status }) => status)),
    ]);
    expect(answers).toEqual(expect.arrayContaining([[200], [409]]));
    expect(await keptRows()).toHaveLength(1);
  });

  it('is offered again when the account has lost the result, and to no other account', async () => {
    const [person, other] = [await signedIn(makeContext()), await signedIn(makeContext())];
    const { browser, offer } = await openCheck(person);
    await passCheck(browser);
    const first = await browser.step('account/keep');
    await env.DB.prepare('DELETE FROM verified_ages').run();
    browser.setCookie('agate-account', other.cookie);
    expect(await offer()).toMatchObject({ can_keep: false });
    expect((await browser.step('account/keep')).status).toBe(409);
    browser.setCookie('agate-account', person.cookie);
    expect(await offer()).toMatchObject({ can_keep: true });
    const again = await browser.step('account/keep');
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    expect(await keptRows()).toEqual([{ account_id: person.account.id, bracket: 18 }]);
  });

  it('is refused after an operator withdrew the age', async () => {
    const person = await signedIn(makeContext());
    const { browser, offer } = await openCheck(person);
    await passCheck(browser);
    await browser.step('account/keep');
    await env.DB.prepare('UPDATE verified_ages SET revoked_at_ms = ?').bind(Date.now()).run();
    expect(await offer()).toMatchObject({ can_keep: false });
    expect((await browser.step('account/keep')).status).toBe(409);
    expect(await readVerifiedAge(makeContext(), person.account.id)).toBeUndefined();
  });

  it('is not offered when an operator withdrew the account’s other age after this check', async () => {
    const person = await signedIn(makeContext(), 18);
    const { browser, offer } = await openCheck(person);
    await passCheck(browser);
    goTo(1);
    await env.DB.prepare('UPDATE verified_ages SET revoked_at_ms = ?').bind(Date.now()).run();
    expect(await offer()).toMatchObject({ can_keep: false });
    expect((await browser.step('account/keep')).status).toBe(409);
  });

  it('marks the session with a hash that identifies the account only within that session', async () => {
    const person = await signedIn(makeContext());
    const marks = await Promise.all(
      [1, 2].map(async () => {
        const { browser } = await openCheck();
        browser.setCookie('agate-account', person.cookie);
        await passCheck(browser);
        await browser.step('account/keep');
        return markOf(browser);
      }),
    );
    expect(marks).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.any(String)]);
    expect(marks[0]).not.toBe(marks[1]);
  });

  it('is refused for a check that an account’s age passed: an age cannot be renewed without a check', async () => {
    const person = await signedIn(makeContext(), 25);
    const { browser } = await openCheck(person);
    await browser.step('account/reuse');
    expect((await browser.step('account/keep')).status).toBe(409);
  });

  it('is refused for a test session and without an account', async () => {
    const person = await signedIn(makeContext());
    const sandbox = await openCheck(person, { user_id: 'x+pass' }, { test: true });
    expect((await sandbox.browser.step('account/keep')).status).toBe(409);
    const anonymous = await openCheck();
    await passCheck(anonymous.browser);
    expect(await anonymous.offer()).toMatchObject({ signed_in: false, can_keep: true });
    expect((await anonymous.browser.step('account/keep')).status).toBe(401);
  });
});

describe('an account that must wait for its own next check (D-55)', () => {
  it('cannot keep another check’s result meanwhile', async () => {
    const ctx = makeContext();
    const person = await signedIn(ctx);
    const limit = (await attemptLimit(firstPartyPrincipal(ctx).tenant, 3, person.account.subject))!;
    await ctx.objects.attemptCount('none', limit.of).end({ sessionId: 'one', state: 'last' });
    const { browser, offer } = await openCheck(person);
    await passCheck(browser);
    expect(await offer()).toMatchObject({ can_keep: false });
    expect((await browser.step('account/keep')).status).toBe(409);
    expect(await readVerifiedAge(ctx, person.account.id)).toBeUndefined();
    goTo(86_400_000);
    expect(await hasUsedUpAttempts(ctx, person.account.subject)).toBe(false);
  });
});
