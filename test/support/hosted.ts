import { exports } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { Reply } from './api.ts';
import { performActions } from './trajectories.ts';

const ORIGIN = 'http://localhost:8787';

/** A browser with a cookie jar of its own, as far as the page's API needs one. */
export class TestBrowser {
  readonly #cookies = new Map<string, string>();
  sessionId = '';

  async post(
    path: string,
    body: unknown = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    return this.#send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  async get(path: string): Promise<Reply> {
    return this.#send(path, {});
  }

  /** Opens a link and remembers the session. @param attempt what the page calls its opening */
  async open(token: string, attempt?: string): Promise<Reply> {
    const reply = await this.post('/v/sessions', { token, attempt });
    if (reply.status === 200) this.sessionId = reply.body.data.id;
    return reply;
  }

  /** Posts a step of the opened session. */
  async step(name: string, body: unknown = {}): Promise<Reply> {
    return this.post(`/v/sessions/${this.sessionId}/${name}`, body);
  }

  async view(): Promise<Reply> {
    return this.get(`/v/sessions/${this.sessionId}`);
  }

  /** As if another page of the service had set it. */
  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  /** As if the last answers had never arrived. */
  forgetCookies(): void {
    this.#cookies.clear();
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async #send(path: string, init: RequestInit): Promise<Reply> {
    const request = new Request(`${ORIGIN}${path}`, init);
    request.headers.set('Cookie', this.cookieHeader);
    const response = await exports.default.fetch(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
    }
    return { status: response.status, headers: response.headers, body: await response.json() };
  }
}

/** Lets time pass; a test that does gives the real time back. */
export const goTo = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

/** Opens, consents and passes liveness; the session then waits for the age. */
export async function reachAge(token: string): Promise<{ browser: TestBrowser; nonce: string }> {
  const browser = new TestBrowser();
  await browser.open(token);
  await browser.step('consent', { biometric: true });
  const { data } = (await browser.step('liveness/challenge')).body;
  const samples = performActions(data.actions);
  goTo((samples.at(-1)?.[0] ?? 0) + 50);
  const passed = await browser.step('liveness', { challenge_id: data.challenge_id, samples });
  return { browser, nonce: passed.body.data.age_nonce };
}
