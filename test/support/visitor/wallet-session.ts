// A session whose visitor may use a wallet.
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, vi } from 'vitest';
import { get, init } from '../customer/api.ts';
import { makeTenant, type TenantOptions } from '../customer/tenants.ts';
import { TestBrowser } from './hosted.ts';
import { bindWallet, TrustedWallet, unbindWallet } from './trusted-wallet.ts';

/** Removes every certificate from the operators' list of trusted issuers. */
export const forgetAnchors = async (): Promise<void> =>
  void (await env.DB.prepare('DELETE FROM wallet_anchors').run());

/**
 * Before each test in a file, binds the wallet Worker and makes one wallet's issuer the only
 * trusted issuer. Call this once per file.
 * @param docTypes the document types for which the issuer is trusted
 * @returns a function that returns the current test's wallet
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

/**
 * @param fields fields of the init request
 * @param fetch the function that calls the service for the visitor's browser
 */
export async function beginSession(
  fields: Record<string, unknown> = {},
  isTest = false,
  fetch?: (request: Request) => Promise<Response>,
  options?: TenantOptions,
) {
  const tenant = await makeTenant(options);
  const key = isTest ? tenant.testSecret : tenant.secret;
  const token = await init(key, fields);
  const browser = new TestBrowser(undefined, fetch);
  const opened = await browser.open(token);
  const result = async () => (await get(`/verify/v1/result/${token}`, key)).body.data;
  return { browser, view: opened.body.data, result, key, token, isTest };
}
