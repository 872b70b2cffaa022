// Runs the journeys that people and sites make from one place, request by request, and measures
// their network time and total time.
import { authorizationRequest, type runAgate } from '../oauth/agate.ts';
import { PortalVisitor } from '../oauth/portal-visitor.ts';
import { REDIRECT_URI, VERIFIER } from '../oauth/target.ts';
import type { Distances, Place } from './places.ts';

type Agate = Awaited<ReturnType<typeof runAgate>>;

/** The names of the journeys, as printed. */
export const JOURNEYS = {
  authorize: 'authorize, remembered',
  signIn: 'cold sign-in, to the code, with its tokens',
  refresh: 'refresh',
  userinfo: 'userinfo, straight after',
  init: 'init',
  opening: 'opening',
  result: 'result',
  abroad: 'opening, of a site beside the database',
  initHinted: 'init of such a site, with `visitor_region`',
  abroadHinted: 'opening after that',
} as const;

export type Journey = keyof typeof JOURNEYS;

export interface Spent {
  /** The time during which at least one binding call was in flight. */
  waysMs: number;
  /**
   * The duration of the complete journey, from its first request to the end of its last response.
   */
  allMs: number;
}

interface Tokens {
  access_token: string;
  refresh_token: string;
}

export class Traveller {
  readonly #agate: Agate;
  readonly #from: Readonly<Record<string, string>>;
  /** The header that simulates a request from a site's server located beside the database. */
  readonly #home: Readonly<Record<string, string>>;
  readonly #region: Place['region'];
  readonly #ask: URL;
  readonly #known: PortalVisitor;

  constructor(agate: Agate, distances: Distances, region: Place['region']) {
    const beside = distances.objectMs;
    const { place, databaseMs } = distances;
    const home: Distances = {
      place: 'beside the database',
      databaseMs: beside,
      replicaMs: beside,
      objectMs: beside,
      hinted: { region, place, databaseMs },
    };
    this.#agate = agate;
    this.#region = region;
    this.#from = { 'x-far': encodeURIComponent(JSON.stringify(distances)) };
    this.#home = { 'x-far': encodeURIComponent(JSON.stringify(home)) };
    this.#ask = authorizationRequest(agate.origin, agate.client.client_id);
    this.#known = new PortalVisitor(agate.origin, agate.account, this.#from);
  }

  /** Gives consent once, so that the service remembers it in the journeys. */
  prepare(): Promise<URL> {
    return this.#known.visit(this.#ask);
  }

  /**
   * Runs all journeys once.
   * @returns how long each took
   */
  async travel(): Promise<Record<Journey, Spent>> {
    const spent: Partial<Record<Journey, Spent>> = {};
    const time = async <T>(
      journey: Journey,
      go: () => Promise<T>,
      from = this.#from,
    ): Promise<T> => {
      await this.#takeWaited(from);
      const beganMs = performance.now();
      const result = await go();
      const allMs = performance.now() - beganMs;
      spent[journey] = { waysMs: await this.#takeWaited(from), allMs };
      return result;
    };
    await time('authorize', () => this.#known.visit(this.#ask));
    const tokens = await time('signIn', () => this.#signIn());
    const { refresh_token } = tokens;
    await time('refresh', () => this.#tokens({ grant_type: 'refresh_token', refresh_token }));
    await time('userinfo', () => this.#userinfo(tokens));
    const session = await time('init', () => this.#init(this.#from));
    await time('opening', () => this.#open(session.link));
    await time('result', () => this.#result(session.token));
    const abroad = await this.#init(this.#home);
    await time('abroad', () => this.#open(abroad.link));
    const visitor_region = this.#region;
    const initHinted = () => this.#init(this.#home, { visitor_region });
    const hinted = await time('initHinted', initHinted, this.#home);
    await time('abroadHinted', () => this.#open(hinted.link));
    return spent as Record<Journey, Spent>;
  }

  async #takeWaited(from: Readonly<Record<string, string>>): Promise<number> {
    const waited = await this.#call<{ waitedMs: number }>('/far/waited', { headers: from });
    return waited.waitedMs;
  }

  async #signIn(): Promise<Tokens> {
    const visitor = new PortalVisitor(this.#agate.origin, this.#agate.account, this.#from);
    const code = (await visitor.visit(this.#ask)).searchParams.get('code') ?? '';
    const grant = { redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
    const tokens = await this.#tokens({ grant_type: 'authorization_code', code, ...grant });
    await this.#userinfo(tokens);
    return tokens;
  }

  #tokens(form: Record<string, string>): Promise<Tokens> {
    const { client_id, client_secret } = this.#agate.client;
    const body = new URLSearchParams({ ...form, client_id, client_secret });
    return this.#call('/oauth/token', { method: 'POST', headers: this.#from, body });
  }

  #userinfo({ access_token }: Tokens): Promise<{ sub: string }> {
    const headers = { ...this.#from, Authorization: `Bearer ${access_token}` };
    return this.#call('/oauth/userinfo', { headers });
  }

  async #init(
    from: Readonly<Record<string, string>>,
    more = {},
  ): Promise<{ token: string; link: string }> {
    const { data } = await this.#call<{ data: { token: string; verify_url: string } }>(
      '/verify/v1/init',
      {
        method: 'POST',
        headers: { ...this.#keyed(from), 'Content-Type': 'application/json' },
        body: JSON.stringify({ callback_url: 'http://localhost:9876/done', min_age: 18, ...more }),
      },
    );
    return { token: data.token, link: data.verify_url.split('/').at(-1) ?? '' };
  }

  #open(token: string): Promise<unknown> {
    const { origin } = this.#agate;
    const headers = {
      ...this.#from,
      'Content-Type': 'application/json',
      Origin: origin,
      'Sec-Fetch-Site': 'same-origin',
    };
    return this.#call('/v/sessions', { method: 'POST', headers, body: JSON.stringify({ token }) });
  }

  #result(token: string): Promise<unknown> {
    return this.#call(`/verify/v1/result/${token}`, { headers: this.#keyed(this.#from) });
  }

  #keyed(from: Readonly<Record<string, string>>): Record<string, string> {
    return { ...from, 'X-API-Key': this.#agate.tenant.secret_key };
  }

  async #call<T>(path: string, request: RequestInit): Promise<T> {
    const response = await fetch(new URL(path, this.#agate.origin), request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }
}
