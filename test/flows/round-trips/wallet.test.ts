// How many calls a proof from a wallet takes: the offer, and the wallet's answer to it.
import { env } from 'cloudflare:workers';
import { afterEach, expect, it } from 'vitest';
import worker from '../../../src/index.ts';
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { init } from '../../support/customer/api.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { countingEnv } from '../../support/counted/round-trips.ts';
import { TestBrowser } from '../../support/visitor/hosted.ts';
import {
  bindWallet,
  JUDGE,
  offer,
  TrustedWallet,
  unbindWallet,
} from '../../support/visitor/trusted-wallet.ts';
import { expectBudgets, Walk } from './walk.ts';

afterEach(unbindWallet);

it('an offer takes one object call, and an answer two with one read', async () => {
  await env.DB.prepare('DELETE FROM wallet_anchors').run();
  const wallet = await TrustedWallet.make();
  bindWallet();
  const { secret } = await makeTenant();
  const token = await init(secret);
  const walk = new Walk('wallet');
  const bindings = { ...countingEnv(walk.count), WALLET: JUDGE } as unknown as Env;
  const browser = new TestBrowser(undefined, async (request) => {
    const execution = createExecutionContext();
    const response = await worker.fetch(request, bindings, execution);
    await waitOnExecutionContext(execution);
    return response;
  });
  await browser.open(token);
  const offered = await walk.noteAll('request to a wallet', () => offer(browser));
  const answered = await wallet.answer(offered, 'org-iso-mdoc');
  const shown = await walk.noteAll('response of a wallet', () =>
    browser.step('wallet/answer', answered),
  );
  expect(shown.body.data.status).toBe('success');
  expectBudgets(walk);
});
