// Sessions that accept only a wallet (D-151).
import { describe, expect, it } from 'vitest';
import { post, VALID_INIT } from '../../support/customer/api.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { TrustedWallet } from '../../support/visitor/trusted-wallet.ts';
import {
  beginSession,
  forgetAnchors,
  trustOneWallet,
} from '../../support/visitor/wallet-session.ts';

const wallet = trustOneWallet();

describe('a session that accepts nothing but a wallet', () => {
  it.each([
    ['by its methods', { accept: { methods: ['wallet'] } }],
    ['by its assurance', { accept: { min_assurance: 'wallet' } }],
  ])('%s begins with it, and asks for no camera', async (_case, fields) => {
    const { browser, view, result } = await beginSession(fields);
    expect(view).toMatchObject({ step: 'wallet', wallet: { alone: true } });
    expect((await browser.step('consent', { biometric: true })).status).toBe(409);
    expect((await wallet().prove(browser)).body.data.status).toBe('success');
    expect((await result()).verification_type).toBe('eu_wallet');
  });

  it('for an age that no wallet proves cannot begin', async () => {
    await forgetAnchors();
    await TrustedWallet.make(['eu.europa.ec.av.1']);
    const { secret } = await makeTenant();
    const body = { ...VALID_INIT, min_age: 21, accept: { methods: ['wallet'] } };
    expect((await post('/verify/v1/init', body, secret)).status).toBe(400);
  });

  it.each([
    ['success', undefined, { verified: true, proof: { method: 'wallet', bracket: '18+' } }],
    ['failed', undefined, { reason: 'test_mode' }],
    ['failed', 'wallet_untrusted', { checks: { eu_wallet: { performed: true, passed: false } } }],
    ['failed', 'wallet_expired', { reason: 'wallet_expired' }],
    [
      'failed',
      'wallet_not_accepted',
      { checks: { eu_wallet: { performed: true, passed: false } } },
    ],
    ['failed', 'age_below_threshold', { checks: { eu_wallet: { passed: true } } }],
  ])('is settled in the sandbox: %s %s', async (status, reason, expected) => {
    const { result, key, token } = await beginSession({ accept: { methods: ['wallet'] } }, true);
    await post(`/verify/v1/sandbox/${token}/outcome`, { status, ...(reason && { reason }) }, key);
    expect(await result()).toMatchObject({ status, verification_type: 'eu_wallet', ...expected });
  });
});

describe('a session that accepts a wallet beside the camera', () => {
  it.each(['wallet_untrusted', 'wallet_expired', 'wallet_not_accepted'])(
    'is settled in the sandbox: failed %s',
    async (reason) => {
      const { result, key, token } = await beginSession({}, true);
      await post(`/verify/v1/sandbox/${token}/outcome`, { status: 'failed', reason }, key);
      expect(await result()).toMatchObject({
        status: 'failed',
        verified: false,
        verification_type: 'eu_wallet',
        reason,
        checks: {
          liveness: { performed: false, passed: false },
          eu_wallet: { performed: true, passed: false },
        },
      });
    },
  );
});
