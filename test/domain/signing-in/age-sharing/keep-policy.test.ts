// An age is kept only if it meets the service's own policy, however lax the customer's settings are
// (D-56). Each check in this file runs in full, from opening the link to the estimate.
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../../../src/domain/signing-in/sessions/sign-in.ts';
import { init } from '../../../support/customer/api.ts';
import { makeAccount, VISITOR } from '../../../support/account/accounts.ts';
import { ask, makeAdmin } from '../../../support/staff/admins.ts';
import { makeContext } from '../../../support/installation/context.ts';
import { keepAge } from '../../../support/account/ages.ts';
import { goTo, reachAge } from '../../../support/visitor/hosted.ts';
import { issueTokens } from '../../../support/site/grants.ts';
import { readUserinfo } from '../../../support/site/oauth-calls.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { estimates } from '../../../support/clips/trajectories.ts';

afterEach(() => void vi.useRealTimers());

/**
 * Runs a customer's check with an age estimate, and signs in a person who wants to keep the result.
 */
async function check(estimate: number, fields: object, ageMarginYears?: number) {
  const account = await makeAccount();
  const tenant = await makeTenant({ ...(ageMarginYears !== undefined && { ageMarginYears }) });
  const token = await init(tenant.secret, { min_age: 25, ...fields });
  const { browser, nonce } = await reachAge(token);
  goTo(3_000);
  const ended = await browser.step('age', { age_nonce: nonce, samples: estimates(estimate) });
  const started = (await startSession(makeContext(), account, { amr: ['pwd'], ...VISITOR }))!;
  browser.setCookie('agate-account', started.cookie);
  const askOffer = async () =>
    (await browser.get(`/v/sessions/${browser.sessionId}/account`)).body.data;
  const keep = () => browser.step('account/keep');
  const { cookie } = started;
  const { status } = ended.body.data;
  return { account, cookie, tenant, browser, keep, askOffer, status, offer: await askOffer() };
}

const rowOf = (accountId: number) =>
  env.DB.prepare('SELECT * FROM verified_ages WHERE account_id = ?').bind(accountId).first();

describe('the success of a check with lax rules', () => {
  it.each([
    ['an estimate that is within the service’s margin', 28, {}, 2],
    ['too few movements', 40, { liveness_difficulty: 'easy' }, 2],
  ] as const)(
    'is not kept with %s, and keeping is not offered',
    async (_w, age, fields, margin) => {
      const { account, status, offer, keep } = await check(age, fields, margin);
      expect([status, offer.can_keep]).toEqual(['success', false]);
      const refused = await keep();
      expect([refused.status, refused.body.error?.code]).toEqual([409, 'CONFLICT']);
      expect(await rowOf(account.id)).toBeNull();
      const { tokens } = await issueTokens({ account });
      expect((await readUserinfo(tokens.access_token)).body.age_verified).toBe(false);
    },
  );

  it('is kept, with the service’s own margin, when that margin would also have passed it', async () => {
    const { account, offer, keep } = await check(40, {}, 0);
    expect(offer.can_keep).toBe(true);
    expect((await keep()).status).toBe(200);
    expect(await rowOf(account.id)).toMatchObject({ bracket: 25, margin_years: 7 });
  });
});

it('a kept age records how, where and when it was shown, for whom, and under which policy', async () => {
  const { account, tenant, keep } = await check(45, { liveness_difficulty: 'hard' }, 9);
  await keep();
  const row = await rowOf(account.id);
  expect(row).toMatchObject({
    bracket: 25,
    level: 'ml',
    method: 'face',
    measured: 'device',
    margin_years: 9,
    difficulty: 'hard',
    liveness_level: 'standard',
    tenant_id: tenant.id,
    session_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    policy_version: '1-device-7-medium-standard',
    revoked_at_ms: null,
  });
  expect(row!['verified_at_ms']).toBeLessThanOrEqual(Date.now());
});

describe('a customer whose ages operators do not trust (D-75)', () => {
  const trust = async (tenantId: string, trusted: boolean) => {
    const { token } = await makeAdmin();
    const change = await ask('PATCH', `/tenants/${tenantId}`, token, { ages_trusted: trusted });
    expect([change.status, change.body.data.ages_trusted]).toEqual([200, trusted]);
  };
  const isVerified = async (account: Awaited<ReturnType<typeof makeAccount>>) => {
    const { tokens } = await issueTokens({ account });
    return (await readUserinfo(tokens.access_token)).body.age_verified;
  };

  it('vouches for nobody while distrusted: its kept ages do not count, and count again afterwards', async () => {
    const [kept, other] = [await check(45, {}), await check(45, {})];
    for (const { keep } of [kept, other]) expect((await keep()).status).toBe(200);
    await trust(kept.tenant.id, false);
    expect([await isVerified(kept.account), await isVerified(other.account)]).toEqual([
      false,
      true,
    ]);
    expect(await rowOf(kept.account.id)).toMatchObject({ source_trusted: 0, revoked_at_ms: null });
    await trust(kept.tenant.id, true);
    expect(await isVerified(kept.account)).toBe(true);
  });

  it('cannot have an age kept, neither from checks that began before nor from new ones', async () => {
    const before = await check(45, {});
    expect(before.offer.can_keep).toBe(true);
    await trust(before.tenant.id, false);
    expect(await before.askOffer()).toMatchObject({ signed_in: true, can_keep: false });
    before.browser.setCookie('agate-account', '');
    expect(await before.askOffer()).toMatchObject({ signed_in: false, can_keep: false });
    before.browser.setCookie('agate-account', before.cookie);
    const refused = await before.keep();
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'CONFLICT']);
    expect(await rowOf(before.account.id)).toBeNull();
    const fresh = await init(before.tenant.secret, { min_age: 25 });
    const { browser, nonce } = await reachAge(fresh);
    goTo(3_000);
    await browser.step('age', { age_nonce: nonce, samples: estimates(45) });
    // Visitors who are not signed in are also told that the age cannot be kept, so that nobody
    // signs in needlessly.
    const stranger = await browser.get(`/v/sessions/${browser.sessionId}/account`);
    expect(stranger.body.data).toMatchObject({ signed_in: false, can_keep: false });
  });

  it('replaces no age from another customer’s check', async () => {
    const { account, tenant, keep } = await check(45, {});
    await trust(tenant.id, false);
    await keepAge(account, 18, { marginYears: 7 });
    expect((await keep()).status).toBe(409);
    expect(await rowOf(account.id)).toMatchObject({ bracket: 18, source_trusted: 1 });
    await trust(tenant.id, true);
    expect((await keep()).status).toBe(200);
    expect(await rowOf(account.id)).toMatchObject({ bracket: 25, tenant_id: tenant.id });
  });

  it('does not block an age from another customer’s next check', async () => {
    const { account, tenant, keep } = await check(45, {});
    expect((await keep()).status).toBe(200);
    await trust(tenant.id, false);
    await keepAge(account, 18, { marginYears: 7 });
    expect(await rowOf(account.id)).toMatchObject({ bracket: 18, source_trusted: 1 });
    expect(await isVerified(account)).toBe(true);
  });
});
