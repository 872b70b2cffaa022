// Age keys that are created, used and deleted through the page's API: a device receives a key after
// one check and uses it in checks for other sites.
import { env } from 'cloudflare:workers';
import { type Authenticator, makeAuthenticator } from '../account/authenticator.ts';
import type { Reply } from '../customer/api.ts';
import type { TestTenant } from '../customer/tenants.ts';
import type { EdgeVisit } from './edge-visit.ts';
import type { TestBrowser } from './hosted.ts';
import { PassService } from './pass-visit.ts';

type Behaviour = Parameters<Authenticator['sign']>[1];
type Act = 'make' | 'use' | 'forget';

export const TAKES_KEYS = { accept: { methods: ['face', 'key'] } };

export class KeyService extends PassService {
  /** Opens a check for a site that accepts keys. By default, the site belongs to a new customer. */
  override async site(fields: Record<string, unknown> = {}, customer?: TestTenant) {
    return super.site({ ...TAKES_KEYS, ...fields }, customer);
  }

  /** Makes a new visitor pass a check and create an age key on a device. Returns that device. */
  async device(behaviour: Parameters<typeof makeAuthenticator>[0] = {}): Promise<Authenticator> {
    const visit = await this.visit();
    await visit.pass();
    const device = await makeAuthenticator(behaviour);
    const made = await make(visit.browser, device);
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    return device;
  }

  async passed(fields: Record<string, unknown> = {}): Promise<EdgeVisit> {
    const visit = await this.visit(fields);
    await visit.pass();
    return visit;
  }
}

/**
 * @returns the WebAuthn options that the page would pass to the browser
 * @throws Error with the error code if the service returns no options
 */
export async function ask(browser: TestBrowser, act: Act, age = 18): Promise<any> {
  const reply = await browser.step('key/options', { act, age });
  if (reply.status !== 200) throw new Error(reply.body.error?.code);
  return reply.body.data.options;
}

export async function make(
  browser: TestBrowser,
  device: Authenticator,
  behaviour: Behaviour = {},
): Promise<Reply> {
  const options = await ask(browser, 'make');
  const response = await device.register(options, behaviour);
  return browser.step('key', { act: 'make', response });
}

export async function use(
  browser: TestBrowser,
  device: Authenticator,
  behaviour: Behaviour = {},
): Promise<Reply> {
  const response = await device.sign(await ask(browser, 'use'), behaviour);
  return browser.step('key', { act: 'use', response });
}

export async function forget(browser: TestBrowser, device: Authenticator): Promise<Reply> {
  const response = await device.sign(await ask(browser, 'forget'));
  return browser.step('key/forget', { response });
}

/** @returns the status and the error code of a response */
export async function codeOf(
  reply: Promise<Reply>,
): Promise<[status: number, code: string | undefined]> {
  const { status, body } = await reply;
  return [status, body.error?.code];
}

export const keyRows = async () =>
  (await env.DB.prepare('SELECT * FROM age_keys').all<any>()).results;
