import { exports } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { Reply } from '../customer/api.ts';
import { encodeObjectId } from '../../../src/crypto/capability-token.ts';
import { performActions } from '../clips/trajectories.ts';

const ORIGIN = 'http://localhost:8787';

/** The result of beginAgeCheck. */
interface BegunCheck {
  verifyUrl: string;
  sessionId: string;
  cookie: string;
}

/** The parts of a browser that calls to the hosted page's API need, including a cookie jar. */
export class TestBrowser {
  readonly #cookies = new Map<string, string>();
  readonly #country: string | undefined;
  readonly #fetch: (request: Request) => Promise<Response>;
  sessionId = '';
  /** The IANA name of the time zone that the edge reports for the browser's IP address. */
  timeZone: string | undefined;

  /**
   * @param country the country (ISO 3166-1 alpha-2) that the edge reports for the browser's IP
   *   address
   * @param fetch calls the service; by default the service with the tests' configuration
   */
  constructor(
    country?: string,
    fetch: (request: Request) => Promise<Response> = (request) => exports.default.fetch(request),
  ) {
    this.#country = country;
    this.#fetch = fetch;
  }

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

  /**
   * Opens a check's link and remembers the session's id.
   * @param attempt the page's id for its attempt to open the link
   */
  async open(token: string, attempt?: string): Promise<Reply> {
    const reply = await this.post('/v/sessions', { token, attempt });
    if (reply.status === 200) this.sessionId = reply.body.data.id;
    return reply;
  }

  /** Sets the cookie of a check that was started in this browser, then opens the check. */
  async openOwn({ verifyUrl, sessionId, cookie }: BegunCheck): Promise<Reply> {
    this.setCookie(`verification-${encodeObjectId(sessionId)}`, cookie);
    return this.open(verifyUrl.split('/').at(-1) ?? '');
  }

  /** Posts a step of the opened session. */
  async step(name: string, body: unknown = {}): Promise<Reply> {
    return this.post(`/v/sessions/${this.sessionId}/${name}`, body);
  }

  /** Posts a body in any format to a step of the opened session. */
  async send(name: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Reply> {
    return this.#send(`/v/sessions/${this.sessionId}/${name}`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin', ...headers },
      body,
    });
  }

  /** Leaves the wallet step and returns to the choice of methods. */
  async leave(): Promise<Reply> {
    return this.#send(`/v/sessions/${this.sessionId}/wallet/offer`, {
      method: 'DELETE',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });
  }

  async view(): Promise<Reply> {
    return this.get(`/v/sessions/${this.sessionId}`);
  }

  /** Sets a cookie as another page of the service would. */
  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  /** Drops all cookies, as if the previous responses had never arrived. */
  forgetCookies(): void {
    this.#cookies.clear();
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async #send(path: string, init: RequestInit): Promise<Reply> {
    const cf = { country: this.#country, timezone: this.timeZone } as IncomingRequestCfProperties;
    const request = new Request(`${ORIGIN}${path}`, { ...init, cf });
    request.headers.set('Cookie', this.cookieHeader);
    const response = await this.#fetch(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
    }
    return { status: response.status, headers: response.headers, body: await response.json() };
  }
}

/** Moves the clock forward by `ms`. After each test, setup.ts restores the real time. */
export const goTo = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

/** The camera statistics that a page reports. */
export const CAMERA = { virtual_label: false, repeated_frames: 0.01, interval_variation: 0.1 };

const REACHES = [1, 0.8, 1.1, 0.9, 1.2, 0.7] as const;
/**
 * How far a person turns, as a fraction of the full movement. It varies, because nobody moves the
 * same way twice.
 * @param moves the number of movement challenges that have already been answered
 */
export const reachOf = (moves: number): number => REACHES[moves % REACHES.length] ?? 1;
let moves = 0;

/** Opens a check, consents and passes liveness. The session then waits for the age step. */
export async function reachAge(token: string): Promise<{ browser: TestBrowser; nonce: string }> {
  const browser = new TestBrowser();
  await browser.open(token);
  return { browser, nonce: await passLiveness(browser) };
}

/** Consents and passes liveness. @returns the nonce of the age step */
export async function passLiveness(browser: TestBrowser): Promise<string> {
  await browser.step('consent', { biometric: true });
  const { data } = (await browser.step('liveness/challenge')).body;
  const samples = performActions(data.actions, { reach: reachOf(moves++) });
  goTo((samples.at(-1)?.[0] ?? 0) + 50);
  const passed = await browser.step('liveness', {
    challenge_id: data.challenge_id,
    samples,
    camera: CAMERA,
  });
  return passed.body.data.age_nonce;
}
