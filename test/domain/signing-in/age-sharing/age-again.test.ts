// An account's age that must be proven again before it satisfies a check (D-163).
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { startSession } from '../../../../src/domain/signing-in/sessions/sign-in.ts';
import { DAY_MS } from '../../../../src/time/durations.ts';
import { VISITOR } from '../../../support/account/accounts.ts';
import { signedIn, type Person } from '../../../support/account/age-owners.ts';
import { keepAge } from '../../../support/account/ages.ts';
import { init } from '../../../support/customer/api.ts';
import { makeTenant, type TestTenant } from '../../../support/customer/tenants.ts';
import { makeContext } from '../../../support/installation/context.ts';
import { TestBrowser } from '../../../support/visitor/hosted.ts';

const MONTH_OLD = { verifiedAtMs: Date.now() - 31 * DAY_MS };

/** Opens a check, and signs the person in again. */
async function openCheck(person: Person, accept: object, given?: TestTenant) {
  const tenant = given ?? (await makeTenant({ agateId: true }));
  const browser = new TestBrowser();
  await browser.open(await init(tenant.secret, { min_age: 18, accept }));
  const again = { amr: ['pwd'], replaces: person.cookie, ...VISITOR };
  const { cookie, session } = (await startSession(makeContext(), person.account, again))!;
  Object.assign(person, { cookie, session });
  browser.setCookie('agate-account', cookie);
  const offer = async () =>
    (await browser.get(`/v/sessions/${browser.sessionId}/account`)).body.data;
  return { browser, offer };
}

describe('a kept age that must be shown again', () => {
  it.each([
    ['the year of the next birthday has begun', { nextBracketYear: 2020 }, ['next_bracket']],
    ['this browser signed in after it was shown', {}, ['new_device']],
  ])('is not accepted when %s, until a new check replaces it', async (_why, shown, recheck) => {
    const person = await signedIn(makeContext(), 18, { ...MONTH_OLD, ...shown });
    const taken = { methods: ['face', 'account'] };
    const lax = await openCheck(person, taken);
    expect(await lax.offer()).toMatchObject({ can_reuse: true });
    const { browser, offer } = await openCheck(person, { ...taken, recheck });
    expect(await offer()).toMatchObject({ can_reuse: false });
    expect((await browser.step('account/reuse')).status).toBe(409);
    expect((await browser.view()).body.data.status).toBe('in_progress');
    await keepAge(person.account, 18);
    expect(await offer()).toMatchObject({ can_reuse: true });
    expect((await browser.step('account/reuse')).body.data.status).toBe('success');
  });

  it('is also required by the customer’s settings, which no request can loosen', async () => {
    const person = await signedIn(makeContext(), 18, MONTH_OLD);
    const tenant = await makeTenant({ agateId: true });
    await env.DB.prepare(`UPDATE tenants SET recheck = '["new_device"]' WHERE id = ?`)
      .bind(tenant.id)
      .run();
    const { offer } = await openCheck(person, { recheck: ['next_bracket'] }, tenant);
    expect(await offer()).toMatchObject({ can_reuse: false });
  });
});
