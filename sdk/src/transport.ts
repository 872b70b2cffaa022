// HTTP transport: timeout, retries of idempotent calls, and unwrapping of the envelope.
import { AgateConnectionError, AgateError } from './errors.ts';
import type { ListPage } from './list-all.ts';
import type { WireError, WireMeta } from './wire.ts';

export interface ConnectionOptions {
  /** The origin of the service. Default: `http://localhost:8787`, where `npm start` serves it. */
  baseUrl?: string;
  /** Timeout of one attempt, in milliseconds. Default 10,000. */
  timeoutMs?: number;
  /**
   * How often an idempotent call is retried after server errors (5xx), network errors, and a 429
   * with `Retry-After`. Default: 2.
   */
  retries?: number;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

export interface AgateOptions extends ConnectionOptions {
  /**
   * The secret key: `sk_live_…`, or `sk_test_…` for the sandbox. Keep it on your backend.
   * `undefined`, as read from an unset variable, is refused.
   */
  secretKey: string | undefined;
}

/** Returns the header that identifies the caller. */
type Credential = () => Record<string, string> | Promise<Record<string, string>>;

interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
  idempotencyKey?: string;
  /** Whether the call is idempotent and may be retried. */
  isIdempotent: boolean;
}

interface Success {
  ok: true;
  data: unknown;
  meta: WireMeta;
}

interface Failure {
  ok: false;
  isTransient: boolean;
  /** The pause that the service requests; 0 when it requests none. */
  retryAfterSeconds: number;
  error: Error;
}

/**
 * A response from the service. Every member of an error is optional, because a proxy in front of
 * the service may respond in a similar format.
 */
type Envelope =
  | { success: true; data: unknown; meta: WireMeta }
  | (Pick<WireError, 'success'> & Partial<WireError>);

const DEFAULT_BASE_URL = 'http://localhost:8787';
const FIRST_DELAY_MS = 250;
/**
 * The maximum pause before a retry. If the service requests a longer one, its error is thrown
 * instead.
 */
const MAX_DELAY_MS = 10_000;

export class Transport {
  readonly #base: string;
  readonly #credential: Credential;
  readonly #timeoutMs: number;
  readonly #retries: number;
  readonly #fetch: typeof fetch;

  /** @throws TypeError when the key is not a secret key */
  static withKey(options: AgateOptions): Transport {
    const { secretKey } = options;
    if (secretKey === undefined || !/^sk_(live|test)_/.test(secretKey))
      throw new TypeError('secretKey must begin with sk_live_ or sk_test_.');
    return new Transport(options, () => ({ 'X-API-Key': secretKey }));
  }

  /**
   * @param token the access token of a staff member, or a function that returns it and is called
   *   before each request
   */
  static withToken(
    options: ConnectionOptions,
    token: string | (() => string | Promise<string>),
  ): Transport {
    const read = typeof token === 'string' ? () => token : token;
    return new Transport(options, async () => ({ Authorization: `Bearer ${await read()}` }));
  }

  private constructor(options: ConnectionOptions, credential: Credential) {
    this.#base = (options.baseUrl ?? DEFAULT_BASE_URL).replace(/\/+$/, '');
    this.#credential = credential;
    this.#timeoutMs = options.timeoutMs ?? 10_000;
    this.#retries = options.retries ?? 2;
    // `fetch` is called as a plain function, because some runtimes refuse to run it as a method of
    // an object other than the global one.
    const fetch = options.fetch ?? globalThis.fetch;
    this.#fetch = (input, init) => fetch(input, init);
  }

  /**
   * @throws AgateError when the service returns an error, AgateConnectionError when it does not
   *   respond
   */
  async call<T>(call: Call): Promise<T> {
    return (await this.#repeat(call)).data as T;
  }

  /**
   * Reads one page of a list.
   * @throws the same errors as call
   */
  async readPage<T>(path: string): Promise<ListPage<T>> {
    const { data, meta } = await this.#repeat({ method: 'GET', path, isIdempotent: true });
    return { rows: data as T[], total: meta.pagination?.total ?? 0 };
  }

  async #repeat(call: Call): Promise<Success> {
    const retries = call.isIdempotent ? this.#retries : 0;
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#attempt(call);
      if (answer.ok) return answer;
      if (!answer.isTransient || attempt >= retries) throw answer.error;
      // Adds jitter, even to a pause that the service requested, because many clients may have
      // received the same response.
      const delayMs = FIRST_DELAY_MS * 2 ** attempt * (0.5 + Math.random());
      const retryAfterMs = answer.retryAfterSeconds * 1000;
      if (retryAfterMs > MAX_DELAY_MS) throw answer.error;
      await sleep(retryAfterMs + delayMs);
    }
  }

  async #attempt(call: Call): Promise<Success | Failure> {
    const request = this.#request(call, await this.#credential());
    let response: Response;
    let text: string;
    try {
      response = await this.#fetch(this.#base + call.path, request);
      text = await response.text();
    } catch (cause) {
      const error = new AgateConnectionError('The service did not answer.', { cause });
      return { ok: false, isTransient: true, retryAfterSeconds: 0, error };
    }
    const envelope = parse(text);
    if (envelope?.success === true) return { ok: true, ...envelope };
    const retryAfterSeconds = Number(response.headers.get('Retry-After')) || 0;
    const { status } = response;
    return {
      ok: false,
      isTransient: status >= 500 || (status === 429 && retryAfterSeconds > 0),
      retryAfterSeconds,
      error: toError(envelope, response),
    };
  }

  /**
   * @throws TypeError for a header or body that cannot be sent; fetch would report it in the same
   *   way as an unreachable service
   */
  #request(
    { method, body, idempotencyKey }: Call,
    credential: Record<string, string>,
  ): RequestInit {
    const headers = {
      ...credential,
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    };
    return {
      method,
      headers: new Headers(headers),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(this.#timeoutMs),
      redirect: 'manual',
    };
  }
}

function parse(text: string): Envelope | undefined {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return undefined;
  }
}

function toError(envelope: Envelope | undefined, { status }: Response): Error {
  if (envelope?.success !== false || envelope.error === undefined)
    return new AgateError(
      'UNEXPECTED_ANSWER',
      `The response with status ${status} is not from the API.`,
      status,
    );
  const { code, message, details, receiver } = envelope.error;
  return new AgateError(code, message, status, envelope.meta?.request_id, details, receiver);
}

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
