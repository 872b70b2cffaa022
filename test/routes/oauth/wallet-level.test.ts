// A request that accepts an age only from a wallet (D-73, D-151).
import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import {
  beginAgeCheck,
  takeAgeCheck,
} from '../../../src/domain/signing-in/age-sharing/age-check.ts';
import { makeToken } from '../../../src/domain/verification/tokens.ts';
import { makeAccount } from '../../support/account/accounts.ts';
import { keepAge } from '../../support/account/ages.ts';
import { makeContext } from '../../support/installation/context.ts';
import { issueTokens } from '../../support/site/grants.ts';
import { readUserinfo, redeem } from '../../support/site/oauth-calls.ts';
import { answerIn, Browser, makeClient, rememberConsent } from '../../support/site/oauth.ts';
import { TestBrowser } from '../../support/visitor/hosted.ts';
import { trustOneWallet } from '../../support/visitor/wallet-session.ts';

const wallet = trustOneWallet();

it('the level wallet can be required if the service verifies proofs from wallets', async () => {
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

it('an account’s check by a wallet is kept at the level wallet, which userinfo reports', async () => {
  const [ctx, site] = [makeContext(), await makeClient()];
  const scope = ['openid', 'age_verification'];
  const { account, tokens } = await issueTokens({ site, request: { scope } });
  const check = { account, returnPath: '/account/age', locale: 'en', level: 'wallet' as const };
  const begun = await beginAgeCheck(ctx, check);
  const browser = new TestBrowser();
  const opened = await browser.openOwn(begun);
  expect(opened.body.data).toMatchObject({ step: 'wallet', wallet: { gate: 18, alone: true } });
  expect((await wallet().prove(browser)).body.data.status).toBe('success');
  const { token } = await makeToken(ctx, 'xtk_', begun.sessionId);
  expect(await takeAgeCheck(ctx, account, token)).toBe('success');
  expect((await readUserinfo(tokens.access_token)).body).toMatchObject({
    age_verified: true,
    verified_brackets: ['+12', '+15', '+18'],
    verification_level: 'wallet',
  });
});
