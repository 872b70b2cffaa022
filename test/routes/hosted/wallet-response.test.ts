// A proof that the wallet itself posts (D-151), and a wallet Worker that fails.
import { describe, expect, it } from 'vitest';
import { TestBrowser } from '../../support/visitor/hosted.ts';
import {
  bindWallet,
  JUDGE,
  offer,
  postForm,
  responseUriOf,
  tryOffer,
} from '../../support/visitor/trusted-wallet.ts';
import { beginSession, trustOneWallet } from '../../support/visitor/wallet-session.ts';

const wallet = trustOneWallet();

describe('an answer sent by the wallet itself', () => {
  it.each(['direct_post', 'direct_post.jwt'] as const)(
    '%s from another device verifies at once',
    async (protocol) => {
      const { browser, result } = await beginSession();
      const offered = await offer(browser, { way: 'other_device' });
      const { form } = (await wallet().answer(offered, protocol)) as { form: string };
      expect(await postForm(responseUriOf(offered), form)).toEqual({ status: 200, body: {} });
      expect((await result()).status).toBe('success');
      // The form is sent again, as after a lost response.
      expect(await postForm(responseUriOf(offered), form)).toEqual({
        status: 400,
        body: { error: 'invalid_request' },
      });
    },
  );

  it('from an app on this device waits until the browser that requested it is back', async () => {
    const { browser, result, token } = await beginSession();
    const offered = await offer(browser, { way: 'same_device' });
    const { form } = (await wallet().answer(offered, 'direct_post')) as { form: string };
    const { status, body } = await postForm(responseUriOf(offered), form);
    expect(status).toBe(200);
    expect(body.redirect_uri).toMatch(new RegExp(`/v/${token}#wallet=[\\w-]{43}$`));
    expect((await result()).status).toBe('in_progress');
    expect((await browser.view()).body.data.wallet).toMatchObject({ awaits_return: true });
    const wrong = { response_code: 'A'.repeat(43) };
    expect((await browser.step('wallet/answer', wrong)).status).toBe(409);
    const code = { response_code: body.redirect_uri?.split('=')[1] };
    const stranger = new TestBrowser();
    stranger.sessionId = browser.sessionId;
    expect((await stranger.step('wallet/answer', code)).status).toBe(401);
    expect((await browser.step('wallet/answer', code)).body.data.status).toBe('success');
    expect((await result()).proof).toMatchObject({ method: 'wallet' });
    expect((await browser.step('wallet/answer', code)).status).toBe(409);
  });

  it('below the age fails there as well, once the browser is back', async () => {
    const { browser, result } = await beginSession();
    const offered = await offer(browser, { way: 'same_device' });
    const order = { claims: { age_over_18: false } };
    const { form } = (await wallet().answer(offered, 'direct_post', { order })) as { form: string };
    const { body } = await postForm(responseUriOf(offered), form);
    await browser.step('wallet/answer', { response_code: body.redirect_uri?.split('=')[1] });
    expect(await result()).toMatchObject({ status: 'failed', reason: 'age_below_threshold' });
  });

  it('is refused to the wallet without a reason, which the page shows', async () => {
    const { browser } = await beginSession();
    const offered = await offer(browser, { way: 'other_device' });
    const answered = await wallet().answer(offered, 'direct_post', { nonce: 'another' });
    const { form } = answered as { form: string };
    expect(await postForm(responseUriOf(offered), form)).toEqual({
      status: 400,
      body: { error: 'invalid_request' },
    });
    expect((await browser.view()).body.data.problem).toBe('wallet_not_accepted');
  });

  it.each([
    ['to an unknown address', (uri: string) => uri.slice(0, -3) + 'AAA', undefined],
    ['to a path without an address', (uri: string) => uri.replace(/xwo_.*/, 'nothing'), undefined],
    ['as JSON', (uri: string) => uri, 'application/json'],
  ])('%s is refused in the same way, and changes nothing', async (_case, change, type) => {
    const { browser, result } = await beginSession();
    const offered = await offer(browser, { way: 'other_device' });
    const { form } = (await wallet().answer(offered, 'direct_post')) as { form: string };
    const reply = await postForm(change(responseUriOf(offered)), form, type);
    expect(reply).toEqual({ status: 400, body: { error: 'invalid_request' } });
    expect((await result()).status).toBe('in_progress');
    expect((await postForm(responseUriOf(offered), form)).status).toBe(200);
  });

  it('of a megabyte is refused', async () => {
    const { browser } = await beginSession();
    const uri = responseUriOf(await offer(browser, { way: 'other_device' }));
    expect((await postForm(uri, `vp_token=${'x'.repeat(1_000_000)}`)).status).toBe(413);
  });

  it('is refused from the page, as is the browser’s at the wallet’s address', async () => {
    const { browser } = await beginSession();
    await offer(browser, { way: 'other_device' });
    const answered = { protocol: 'org-iso-mdoc', data: { response: 'AA' } };
    expect((await browser.step('wallet/answer', answered)).status).toBe(409);
  });
});

describe('when the wallet Worker fails', () => {
  it('the answer can be sent again, at no cost', async () => {
    const { browser } = await beginSession();
    const answered = await wallet().answer(await offer(browser), 'org-iso-mdoc');
    bindWallet({ ...JUDGE, judge: () => Promise.reject(new Error('down')) });
    expect((await browser.step('wallet/answer', answered)).status).toBe(503);
    bindWallet();
    expect((await browser.step('wallet/answer', answered)).body.data.status).toBe('success');
  });

  it('no offer is made, and the session stays where it is', async () => {
    const { browser } = await beginSession();
    bindWallet({ ...JUDGE, makeOffer: () => Promise.reject(new Error('down')) });
    expect((await tryOffer(browser)).status).toBe(503);
    expect((await browser.view()).body.data.step).toBe('consent');
  });
});
