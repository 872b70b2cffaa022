// A session whose visitor may show a wallet.
import { get, init } from '../customer/api.ts';
import { makeTenant } from '../customer/tenants.ts';
import { TestBrowser } from './hosted.ts';

/** @param fields of init */
export async function beginSession(fields: Record<string, unknown> = {}, isTest = false) {
  const tenant = await makeTenant();
  const key = isTest ? tenant.testSecret : tenant.secret;
  const token = await init(key, fields);
  const browser = new TestBrowser();
  const opened = await browser.open(token);
  const result = async () => (await get(`/verify/v1/result/${token}`, key)).body.data;
  return { browser, view: opened.body.data, result, key, token };
}
