// The journeys of visitors, backends and staff that make up the load. Journeys of the same kind run
// one after another.
import { authorizationRequest } from '../oauth/agate.ts';
import { PortalVisitor } from '../oauth/portal-visitor.ts';
import { REDIRECT_URI, VERIFIER } from '../oauth/target.ts';

/**
 * Each kind of load, with the time in ms from the start of one journey to the start of the next.
 */
export const PERIOD_MS = {
  /**
   * A backend creates a check, a visitor opens it, the backend sets its outcome, and a webhook
   * reports its end.
   */
  check: 600,
  /** A check that nobody opens. */
  init: 600,
  /** Repeated reads of the status and the result of one check. */
  read: 300,
  /**
   * Authorize, code exchange, refresh and userinfo; every tenth journey begins with a sign-in by
   * password.
   */
  'sign-in': 1_000,
  /** A member of staff opens the list of checks and one check in the dashboard. */
  console: 1_500,
  /** A call to a trivial Durable Object in a separate Worker (trivial.ts). */
  object: 300,
} as const;

export type Kind = keyof typeof PERIOD_MS;

/** The service under load, with the keys and accounts that the load uses. */
export interface Service {
  origin: string;
  /** The customer's test key, `sk_test_…`. */
  key: string;
  client: { client_id: string; client_secret: string };
  account: { email: string; password: string };
  /** A member of the customer's staff. */
  owner: { email: string; password: string };
}

interface Tokens {
  access_token: string;
  refresh_token: string;
}

const COLD_EVERY = 10;
const OUTCOMES = ['success', 'failed', 'canceled', 'expired'] as const;

export class Journeys {
  readonly #service: Service;
  #known: PortalVisitor;
  #signIns = 0;
  #checks = 0;
  #lastCheck = '';
  #staff: Tokens | undefined;

  constructor(service: Service) {
    this.#service = service;
    this.#known = new PortalVisitor(service.origin, service.account);
  }

  /** @throws Error when a response is not as expected */
  async run(kind: Kind): Promise<unknown> {
    if (kind === 'check') return this.#check();
    if (kind === 'init') return this.#init();
    if (kind === 'read') return this.#read();
    if (kind === 'sign-in') return this.#signIn();
    if (kind === 'console') return this.#visitConsole();
    return this.#call('/object', { method: 'POST' });
  }

  /** Subscribes a receiver to the customer's events; the receiver must answer the challenge. */
  async subscribe(url: string): Promise<void> {
    const created = await this.#asStaff<{ id: string }>('/webhooks', {
      url,
      events: OUTCOMES.map((outcome) => `session.${outcome}`),
      mode: 'both',
    });
    await this.#asStaff(`/webhooks/${created.id}/verify`, {});
  }

  async #check(): Promise<void> {
    const { token, link } = await this.#init();
    await this.#asBackend(`/status/${token}`);
    await this.#call('/v/sessions', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Origin: this.#service.origin,
        'Sec-Fetch-Site': 'same-origin',
      },
      body: JSON.stringify({ token: link }),
    });
    const status = OUTCOMES[this.#checks++ % OUTCOMES.length];
    await this.#asBackend(`/sandbox/${token}/outcome`, { status });
    await this.#asBackend(`/result/${token}`);
    this.#lastCheck = token;
  }

  async #init(): Promise<{ token: string; link: string }> {
    const asked = { callback_url: 'http://localhost:9876/done', min_age: 18 };
    const begun = await this.#asBackend<{ token: string; verify_url: string }>('/init', asked);
    return { token: begun.token, link: begun.verify_url.split('/').at(-1) ?? '' };
  }

  async #read(): Promise<void> {
    if (this.#lastCheck === '') await this.#check();
    await this.#asBackend(`/status/${this.#lastCheck}`);
    await this.#asBackend(`/result/${this.#lastCheck}`);
  }

  async #signIn(): Promise<void> {
    const { origin, account, client } = this.#service;
    if (this.#signIns++ % COLD_EVERY === 0) this.#known = new PortalVisitor(origin, account);
    const site = await this.#known.visit(authorizationRequest(origin, client.client_id));
    const tokens = await this.#tokens({
      grant_type: 'authorization_code',
      code: site.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
    });
    const { refresh_token, access_token } = tokens;
    await this.#tokens({ grant_type: 'refresh_token', refresh_token });
    await this.#call('/oauth/userinfo', { headers: { Authorization: `Bearer ${access_token}` } });
  }

  #tokens(form: Record<string, string>): Promise<Tokens> {
    const { client_id, client_secret } = this.#service.client;
    const body = new URLSearchParams({ ...form, client_id, client_secret });
    return this.#call('/oauth/token', { method: 'POST', body });
  }

  async #visitConsole(): Promise<void> {
    const [first] = await this.#asStaff<{ token: string }[]>('/sessions?mode=test');
    if (first !== undefined) await this.#asStaff(`/sessions/${first.token}`);
  }

  /**
   * Calls the dashboard's API. Signs in first when there is no token yet, and again when the last
   * one has expired.
   */
  async #asStaff<T>(path: string, sent?: object): Promise<T> {
    this.#staff ??= await this.#signInStaff();
    const request = () =>
      jsonRequest(sent, { Authorization: `Bearer ${this.#staff?.access_token}` });
    const url = `/dashboard/v1${path}`;
    try {
      return (await this.#call<{ data: T }>(url, request())).data;
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      this.#staff = await this.#signInStaff();
      return (await this.#call<{ data: T }>(url, request())).data;
    }
  }

  async #signInStaff(): Promise<Tokens> {
    const { data } = await this.#call<{ data: Tokens }>(
      '/dashboard/v1/auth/login',
      jsonRequest(this.#service.owner),
    );
    return data;
  }

  async #asBackend<T>(path: string, sent?: object): Promise<T> {
    const request = jsonRequest(sent, { 'X-API-Key': this.#service.key });
    return (await this.#call<{ data: T }>(`/verify/v1${path}`, request)).data;
  }

  async #call<T>(path: string, request: RequestInit): Promise<T> {
    const response = await fetch(`${this.#service.origin}${path}`, request);
    const text = await response.text();
    if (!response.ok) throw new Refusal(path, response.status, text);
    return JSON.parse(text) as T;
  }
}

class Refusal extends Error {
  readonly status: number;

  constructor(path: string, status: number, text: string) {
    super(`${path} answered ${status}: ${text.slice(0, 300)}`);
    this.status = status;
  }
}

/** @param sent the JSON body; undefined for a GET */
const jsonRequest = (sent?: object, headers: Record<string, string> = {}): RequestInit =>
  sent === undefined
    ? { headers }
    : {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(sent),
      };
