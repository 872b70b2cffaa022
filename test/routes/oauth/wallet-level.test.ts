// A request that takes an age from a wallet alone (D-73, D-151).
import { decodeJwt } from 'jose';
import { expect, it, onTestFinished } from 'vitest';
import { makeAccount } from '../../support/account/accounts.ts';
import { keepAge } from '../../support/account/ages.ts';
import { redeem } from '../../support/site/oauth-calls.ts';
import { answerIn, Browser, makeClient, rememberConsent } from '../../support/site/oauth.ts';
import { bindWallet, TrustedWallet, unbindWallet } from '../../support/visitor/trusted-wallet.ts';

it('level wallet is asked for where the service judges their proofs', async () => {
  bindWallet();
  await TrustedWallet.make();
  onTestFinished(unbindWallet);
  const [account, client] = await Promise.all([makeAccount(), makeClient()]);
  await rememberConsent(account, client, ['openid', 'age_verification']);
  const browser = new Browser();
  await browser.signIn(account);
  const acrValues = 'urn:agate:level:wallet';
  await keepAge(account, 18, {
    method: 'document',
    measured: 'edge',
    verifiedAtMs: Date.now() - 10,
  });
  const asked = await browser.authorize(client, { acr_values: acrValues });
  const page = await (await browser.get(`${asked.pathname}${asked.search}`)).text();
  expect(page).toMatch(/href="\/account\/age\?continue=[^"]*&amp;level=wallet"/);
  await keepAge(account, 18, { method: 'wallet', measured: 'edge' });
  const location = await browser.authorize(client, { acr_values: acrValues, prompt: 'none' });
  const { body } = await redeem({ site: client, code: answerIn(location)['code']! });
  expect(decodeJwt(body.id_token)['acr']).toBe(acrValues);
});
