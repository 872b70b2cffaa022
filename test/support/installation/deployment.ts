// A second deployment of the service: different settings on the same data.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import worker from '../../../src/index.ts';
import { createContext, type Context } from '../../../src/context.ts';
import type { Reply } from '../customer/api.ts';
import { ORIGIN, toForm, type Parameters } from '../site/oauth-request.ts';

export class Deployment {
  readonly #bindings: Env;
  readonly ctx: Context;

  constructor(settings: Record<string, string>) {
    this.#bindings = { ...env, ...settings };
    this.ctx = createContext(this.#bindings, { waitUntil: () => undefined });
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const execution = createExecutionContext();
    const request = new Request(`${ORIGIN}${path}`, { redirect: 'manual', ...init });
    const response = await worker.fetch(request, this.#bindings, execution);
    await waitOnExecutionContext(execution);
    return response;
  }

  async call(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: unknown,
  ): Promise<Reply> {
    const response = await this.fetch(path, {
      method,
      headers: {
        'Sec-Fetch-Site': 'same-origin',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  async postForm(path: string, parameters: Parameters): Promise<{ status: number; body: any }> {
    const response = await this.fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: toForm(parameters).toString(),
    });
    return { status: response.status, body: await response.json() };
  }
}
