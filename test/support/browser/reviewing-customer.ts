// A customer that decides reviews itself. Tests sign it up and configure it through the dashboard's
// API, as its owner would.
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { Password } from './console.ts';
import { readMailedToken } from './sites.ts';

type Mode = 'live' | 'test';

export class ReviewingCustomer {
  /** The credentials that the owner signs in with. */
  readonly owner: Password;
  readonly #token: string;
  readonly #keys: Record<Mode, string>;

  private constructor(owner: Password, token: string, keys: Record<Mode, string>) {
    this.owner = owner;
    this.#token = token;
    this.#keys = keys;
  }

  static async signUp(): Promise<ReviewingCustomer> {
    const email = `rita-${randomBytes(6).toString('hex')}@example.com`;
    const password = 'plum-kettle-orbit-47';
    const who = { company: 'Hafenladen', name: 'Rita Reviewer', email, password };
    const owner = await send<{ access_token: string }>('POST', '/auth/register', who);
    const token = await readMailedToken(inject('demo').base_url, email);
    await send('POST', '/auth/verify-email', { token, password });
    const bearer = owner.access_token;
    await send('PATCH', '/settings', { reviews: true }, bearer);
    const create = async (mode: Mode) =>
      (await send<{ key: string }>('POST', '/api-keys', { name: 'shop', mode }, bearer)).key;
    const keys = { live: await create('live'), test: await create('test') };
    return new ReviewingCustomer({ email, password }, bearer, keys);
  }

  /** Changes settings as the owner would. */
  async change(settings: Record<string, unknown>): Promise<void> {
    await send('PATCH', '/settings', settings, this.#token);
  }

  /** @returns the session's link, and the token for reading its result */
  announce(
    fields: Record<string, unknown>,
    mode: Mode = 'live',
  ): Promise<{ token: string; verify_url: string }> {
    const callback_url = `${inject('demo').shop_url}/?order=7`;
    return this.#backend(mode, '/verify/v1/init', { callback_url, min_age: 18, ...fields });
  }

  read(token: string): Promise<{ token: string; status: string; verified: boolean }> {
    return this.#backend('live', `/verify/v1/result/${token}`);
  }

  /** Creates a test session that waits for a reviewer's decision. */
  async putIntoQueue(): Promise<void> {
    const { token } = await this.announce({}, 'test');
    const wanted = { status: 'pending_tenant_review' };
    await this.#backend('test', `/verify/v1/sandbox/${token}/outcome`, wanted);
  }

  #backend<T>(mode: Mode, path: string, body?: object): Promise<T> {
    const address = inject('demo').base_url + path;
    return exchange(body ? 'POST' : 'GET', address, body, { 'X-API-Key': this.#keys[mode] });
  }
}

const send = <T>(method: string, path: string, body?: object, token?: string): Promise<T> =>
  exchange(method, `${inject('demo').base_url}/dashboard/v1${path}`, body, {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  });

async function exchange<T>(
  method: string,
  address: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<T> {
  const response = await fetch(address, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data?: T; error?: unknown };
  if (answer.data === undefined) throw new Error(`${address}: ${JSON.stringify(answer.error)}`);
  return answer.data;
}
