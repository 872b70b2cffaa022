// Where a check is measured, as the customer sees it (D-57, D-58).
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../../src/domain/signing-in/sessions/sign-in.ts';
import { makeAccount, VISITOR } from '../../support/account/accounts.ts';
import { init, VALID_INIT } from '../../support/customer/api.ts';
import { makeContext } from '../../support/installation/context.ts';
import { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { goTo, passLiveness, reachAge } from '../../support/visitor/hosted.ts';
import { makeTenant, type TenantOptions } from '../../support/customer/tenants.ts';
import { estimates } from '../../support/clips/trajectories.ts';

afterEach(() => void vi.useRealTimers());

/** Passes a check that the device measures although the service has a face Worker. */
async function passFacial(): Promise<EdgeVisit> {
  const visit = await EdgeVisit.begin({ verification_mode: 'facial' });
  const nonce = await passLiveness(visit.browser);
  goTo(6_000);
  await visit.browser.step('age', { age_nonce: nonce, samples: estimates(40) });
  return visit;
}

/**
 * Offers the check's result to an account.
 * @returns the status of the response, and what the account has kept of the result
 */
async function keepIn(visit: EdgeVisit) {
  const account = await makeAccount();
  const started = await startSession(makeContext(), account, { amr: ['pwd'], ...VISITOR });
  visit.browser.setCookie('agate-account', started?.cookie ?? '');
  const { status } = await visit.browser.step('account/keep');
  const row = await env.DB.prepare('SELECT measured FROM verified_ages WHERE account_id = ?')
    .bind(account.id)
    .first();
  return { status, row };
}

describe('a result says where its check was measured', () => {
  it('at the edge, and an account keeps the age with that place', async () => {
    const visit = (await EdgeVisit.begin({ min_age: 25 })).light();
    expect((await visit.result()).measured).toBeUndefined();
    await visit.pass();
    const result = await visit.result();
    expect(result).toMatchObject({ measured: 'edge', risk: { band: 'low' } });
    const names = Object.keys(result);
    expect(names.slice(names.indexOf('risk'), names.indexOf('created_at'))).toEqual([
      'risk',
      'measured',
      'receipt',
    ]);
    expect(await keepIn(visit)).toEqual({ status: 200, row: { measured: 'edge' } });
    await eventually(async () => {
      const { data } = await visit.ask('/api/v1/sessions?status=success');
      expect(data).toMatchObject([{ token: result.token, measured: 'edge' }]);
    });
  });

  it('on the device in mode facial, for which no picture is requested and no account keeps the age', async () => {
    const visit = await passFacial();
    expect(await visit.result()).toMatchObject({
      verified: true,
      measured: 'device',
      risk: { band: 'medium' },
    });
    expect(visit.face.requests).toEqual([]);
    expect(await keepIn(visit)).toEqual({ status: 409, row: null });
  });

  it('on the device without a face Worker', async () => {
    const { secret } = await makeTenant();
    const { browser, nonce } = await reachAge(await init(secret));
    goTo(3_000);
    const ended = await browser.step('age', { age_nonce: nonce, samples: estimates(40) });
    expect(ended.body.data).toMatchObject({ status: 'success', measured: 'device' });
  });

  it('nowhere if nothing was judged', async () => {
    const visit = await EdgeVisit.begin();
    await visit.browser.step('cancel');
    const result = await visit.result();
    expect(Object.keys(result)).not.toContain('measured');
    expect(Object.keys(result)).not.toContain('risk');
  });
});

describe('a service with a face Worker', () => {
  async function ask(fields: object, settings: TenantOptions = {}) {
    const { fetch } = await EdgeVisit.begin();
    const { secret } = await makeTenant(settings);
    const response = await fetch(
      new Request('http://localhost:8787/verify/v1/init', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-API-Key': secret },
        body: JSON.stringify({ ...VALID_INIT, ...fields }),
      }),
    );
    const { error } = await response.json<{ error?: { code: string; message: string } }>();
    return { status: response.status, error };
  }
  const accept = { min_assurance: 'edge' };

  it('accepts min_assurance edge, from the request and from settings', async () => {
    expect((await ask({ accept })).status).toBe(201);
    expect((await ask({}, { minAssurance: 'edge' })).status).toBe(201);
  });

  it.each([
    ['the request', { accept, verification_mode: 'facial' }, {}],
    ['settings', { verification_mode: 'facial' }, { minAssurance: 'edge' }],
  ])('refuses it from %s for a facial check, with the reason', async (_who, fields, settings) => {
    const { status, error } = await ask(fields, settings);
    expect([status, error?.code]).toEqual([400, 'INVALID_ACCEPT']);
    expect(error?.message).toContain('facial is measured on the device');
  });

  it('refuses an assurance that needs more than a face', async () => {
    const { error } = await ask({ accept: { min_assurance: 'document' } });
    expect(error?.message).toContain('cannot measure at document yet');
  });
});
