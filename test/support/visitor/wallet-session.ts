// A session whose visitor may show a wallet.
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, vi } from 'vitest';
import { get, init } from '../customer/api.ts';
import { makeTenant } from '../customer/tenants.ts';
import { TestBrowser } from './hosted.ts';
import { bindWallet, TrustedWallet, unbindWallet } from './trusted-wallet.ts';

/** Takes every certificate off the list. */
export const forgetAnchors = async (): Promise<void> =>
  void (await env.DB.prepare('DELETE FROM wallet_anchors').run());

/**
 * Call it once in a file: for each test the Worker is bound, and the issuer of one wallet is listed and no other.
 * @param docTypes that it is listed for @returns the wallet of the test that runs
 */
export function trustOneWallet(docTypes?: readonly string[]): () => TrustedWallet {
  let wallet: TrustedWallet;
  beforeEach(async () => {
    await forgetAnchors();
    wallet = await TrustedWallet.make(docTypes);
    bindWallet();
  });
  afterEach(() => {
    unbindWallet();
    vi.useRealTimers();
  });
  return () => wallet;
}

/** @param fields of init @param fetch the service that the visitor's browser asks */
export async function beginSession(
  fields: Record<string, unknown> = {},
  isTest = false,
  fetch?: (request: Request) => Promise<Response>,
) {
  const tenant = await makeTenant();
  const key = isTest ? tenant.testSecret : tenant.secret;
  const token = await init(key, fields);
  const browser = new TestBrowser(undefined, fetch);
  const opened = await browser.open(token);
  const result = async () => (await get(`/verify/v1/result/${token}`, key)).body.data;
  return { browser, view: opened.body.data, result, key, token, isTest };
}
