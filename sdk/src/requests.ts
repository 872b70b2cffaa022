// The API calls that were made with the keys of one customer.
import type { Transport } from './transport.ts';
import type { WireRequestLine } from './wire.ts';

export type RequestLine = WireRequestLine;

export interface RequestLog {
  /**
   * The `id` of the oldest line that you already have. Without it the list starts with the latest
   * call.
   */
  before?: number;
  /** Whether to list only calls that failed. */
  only_errors?: boolean;
  /** Lines per request, 1-100. Default 25. */
  limit?: number;
}

export class Requests {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Reads the calls that were made with any of your keys in this key's mode (live or test), newest
   * first. The lines contain no bodies, parameters or addresses.
   */
  async list(log: RequestLog = {}): Promise<RequestLine[]> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(log))
      if (value !== undefined) query.set(name, String(value));
    const path = `/api/v1/requests?${query.toString()}`;
    return this.#transport.call({ method: 'GET', path, isIdempotent: true });
  }
}
