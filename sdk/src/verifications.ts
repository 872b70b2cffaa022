// Verification sessions of one customer.
import { listAll, PER_PAGE, type ListPage } from './list-all.ts';
import type { Transport } from './transport.ts';
import type {
  WireFullResult,
  WireInitData,
  WireInitRequest,
  WireListedSession,
  WireResult,
  WireRetakeData,
  WireSessionDetail,
} from './wire.ts';

export type VerificationRequest = WireInitRequest;
export type Verification = WireInitData;
export type VerificationResult = WireFullResult;
export type VerificationDetail = WireSessionDetail;
export type ListedVerification = WireListedSession;
export type Retake = WireRetakeData;

/** Filters for the list of sessions. A listed session matches all filters that are given. */
export interface VerificationFilter {
  status?: WireListedSession['status'];
  verification_type?: NonNullable<WireListedSession['verification_type']>;
  /** The exact `user_id` that was passed to init. */
  external_user_id?: string;
  /** The first and last day of creation in UTC, `YYYY-MM-DD`, both inclusive. */
  start_date?: string;
  end_date?: string;
}

export class Verifications {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a verification session: send the visitor's browser to `verify_url` within ten minutes.
   * @param idempotencyKey a key of your own, such as the order id, so that repeating the call does
   *   not create a second session. Default: a random key per call, which covers the automatic
   *   retries
   */
  async init(
    request: VerificationRequest,
    { idempotencyKey = crypto.randomUUID() }: { idempotencyKey?: string } = {},
  ): Promise<Verification> {
    return this.#transport.call({
      method: 'POST',
      path: '/verify/v1/init',
      body: request,
      idempotencyKey,
      isIdempotent: true,
    });
  }

  /**
   * Creates a session that replaces one that has failed or expired, with the same requirements:
   * send the visitor's browser to `verify_url`. Fails with `RETAKE_NOT_ALLOWED` or
   * `RETAKE_LIMIT_EXCEEDED`.
   * @param token `xtk_…` or `xit_…` of the session to retake
   * @param idempotencyKey the same as for init
   */
  async retake(
    token: string,
    { idempotencyKey = crypto.randomUUID() }: { idempotencyKey?: string } = {},
  ): Promise<Retake> {
    const path = `/verify/v1/sessions/${encodeURIComponent(token)}/retake`;
    return this.#transport.call({ method: 'POST', path, idempotencyKey, isIdempotent: true });
  }

  /**
   * Reads a session's result. Base your decision on `verified` alone.
   * @param token `xtk_…` from the callback, or `xit_…` from init
   */
  async result(token: string): Promise<VerificationResult> {
    const path = `/verify/v1/result/${encodeURIComponent(token)}`;
    return this.#transport.call({ method: 'GET', path, isIdempotent: true });
  }

  /**
   * Reads the steps that the visitor reached, with times, and the current result.
   * @param token the same as for result
   */
  async read(token: string): Promise<VerificationDetail> {
    const path = `/api/v1/sessions/${encodeURIComponent(token)}`;
    return this.#transport.call({ method: 'GET', path, isIdempotent: true });
  }

  /** Reads one page of your sessions in the key's mode, newest first, 100 per page. */
  async list(filter: VerificationFilter = {}, page = 1): Promise<ListedVerification[]> {
    return (await this.#readPage(filter, page)).rows;
  }

  /**
   * Reads all sessions, newest first: `for await (const session of …all({ status: 'success' }))`.
   * Each session is returned exactly once, even if you end sessions in the loop; sessions created
   * in the meantime are left out.
   */
  all(filter: VerificationFilter = {}): AsyncGenerator<ListedVerification, void> {
    let oldest = '';
    /**
     * The sessions returned so far that were created at `oldest`. There may be several, because
     * times have a resolution of one second.
     */
    let given = new Set<string>();
    const isNew = ({ token, created_at }: ListedVerification): boolean => {
      if (oldest !== '' && (created_at > oldest || given.has(token))) return false;
      if (created_at !== oldest) given = new Set();
      given.add(token);
      oldest = created_at;
      return true;
    };
    return listAll((page) => this.#readPage(filter, page), isNew);
  }

  #readPage(filter: VerificationFilter, page: number): Promise<ListPage<ListedVerification>> {
    const query = new URLSearchParams({ per_page: String(PER_PAGE), page: String(page) });
    for (const [name, value] of Object.entries(filter))
      if (value !== undefined) query.set(name, String(value));
    return this.#transport.readPage(`/api/v1/sessions?${query.toString()}`);
  }

  /**
   * Cancels a running session. The call is not retried automatically: a second call fails with
   * `CONFLICT`.
   */
  async cancel(token: string): Promise<WireResult> {
    const path = `/api/v1/sessions/${encodeURIComponent(token)}/cancel`;
    return this.#transport.call({ method: 'POST', path, isIdempotent: false });
  }

  /**
   * Erases the personal data of an ended session now; afterwards its token is unknown to the
   * service.
   * @returns false while the session's list entry has not yet been erased from the database; in
   *   that case, call again later
   */
  async erase(token: string): Promise<boolean> {
    const path = `/api/v1/sessions/${encodeURIComponent(token)}/data`;
    const { erased } = await this.#transport.call<{ erased: boolean }>({
      method: 'DELETE',
      path,
      isIdempotent: true,
    });
    return erased;
  }
}
