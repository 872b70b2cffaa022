// A customer that signs up by the dashboard as its owner would, and whose owner decides reviews.
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { readMailedToken } from './sites.ts';

interface Review {
  id: string;
  status: string;
  pictures: { name: string; url: string }[];
}

export class ReviewingCustomer {
  readonly #token: string;
  readonly #key: string;

  private constructor(token: string, key: string) {
    this.#token = token;
    this.#key = key;
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
    const made = { name: 'shop', mode: 'live' };
    const { key } = await send<{ key: string }>('POST', '/api-keys', made, bearer);
    return new ReviewingCustomer(bearer, key);
  }

  async change(settings: object): Promise<void> {
    await send('PATCH', '/settings', settings, this.#token);
  }

  /** @returns the link, and what the result is read with */
  announce(fields: Record<string, unknown>): Promise<{ token: string; verify_url: string }> {
    const callback_url = `${inject('demo').shop_url}/?order=7`;
    return this.#backend('/verify/v1/init', { callback_url, min_age: 18, ...fields });
  }

  read(token: string): Promise<{ token: string; status: string; verified: boolean }> {
    return this.#backend(`/verify/v1/result/${token}`);
  }

  open(id: string): Promise<Review> {
    return send('GET', `/reviews/${id}`, undefined, this.#token);
  }

  look(url: string): Promise<Response> {
    const address = new URL(url, inject('demo').base_url);
    return fetch(address, { headers: { Authorization: `Bearer ${this.#token}` } });
  }

  decide(id: string, decision: object): Promise<{ status: string }> {
    return send('POST', `/reviews/${id}/decision`, decision, this.#token);
  }

  #backend<T>(path: string, body?: object): Promise<T> {
    const address = inject('demo').base_url + path;
    return exchange(body ? 'POST' : 'GET', address, body, { 'X-API-Key': this.#key });
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
