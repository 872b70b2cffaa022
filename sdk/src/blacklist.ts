// The faces that a customer has blocked.
import { listAll, PER_PAGE, type ListPage } from './list-all.ts';
import type { Transport } from './transport.ts';
import type { WireBlacklistEntry, WireBlacklistOutlook } from './wire.ts';

export type BlacklistEntry = WireBlacklistEntry;
export type BlacklistOutlook = WireBlacklistOutlook;

export interface BlockReason {
  /** The reason in your own words, 1-500 characters. */
  reason: string;
  /** The number of days until the entry expires, 1-1,095. Default: 365. */
  expires_in_days?: number;
}

export interface BlockedImage extends BlockReason {
  /** The picture, as in a FaceRequest: a JPEG in base64. */
  image: string;
}

export interface BlockedSession extends BlockReason {
  /** The session's token, `xtk_…` or `xit_…`. */
  session_token: string;
}

export class Blacklist {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Reads one page of the faces that you have blocked, newest first, 100 per page. */
  async list(page = 1): Promise<BlacklistEntry[]> {
    return (await this.#readPage(page)).rows;
  }

  /**
   * Reads all faces that you have blocked, newest first, even if you unblock some in the loop:
   * `for await (const entry of …all())`.
   */
  all(): AsyncGenerator<BlacklistEntry, void> {
    let last = Infinity;
    return listAll(
      (page) => this.#readPage(page),
      ({ id }) => {
        if (id >= last) return false;
        last = id;
        return true;
      },
    );
  }

  #readPage(page: number): Promise<ListPage<BlacklistEntry>> {
    return this.#transport.readPage(`/verify/v1/blacklist?per_page=${PER_PAGE}&page=${page}`);
  }

  /**
   * Blocks the face in a picture.
   * @param idempotencyKey the same as for `Verifications.init`
   */
  async blockImage(
    { image, reason, expires_in_days }: BlockedImage,
    { idempotencyKey = crypto.randomUUID() }: { idempotencyKey?: string } = {},
  ): Promise<void> {
    const path = '/verify/v1/blacklist/image';
    const body = { image, reason, expires_in_days };
    await this.#transport.call({
      method: 'POST',
      path,
      body,
      idempotencyKey,
      isIdempotent: true,
    });
  }

  /**
   * Blocks the face that appeared in a check, if that face is still stored. Fails with
   * `SESSION_HAS_NO_FACE_DATA` or `SESSION_FACE_DATA_EXPIRED`.
   */
  async blockSession({ session_token, reason, expires_in_days }: BlockedSession): Promise<void> {
    const path = '/verify/v1/blacklist/session';
    const body = { session_token, reason, expires_in_days };
    await this.#transport.call({ method: 'POST', path, body, isIdempotent: true });
  }

  /**
   * Returns how many people your list is expected to refuse by mistake, estimated from its length
   * alone.
   */
  async outlook(): Promise<BlacklistOutlook> {
    return this.#transport.call<BlacklistOutlook>({
      method: 'GET',
      path: '/verify/v1/blacklist/outlook',
      isIdempotent: true,
    });
  }

  /**
   * Removes an entry, together with the data that was used to recognise the face. Fails with
   * `NOT_FOUND` when the entry has already been removed.
   */
  async unblock(id: number): Promise<void> {
    const path = `/verify/v1/blacklist/${id}`;
    await this.#transport.call({ method: 'DELETE', path, isIdempotent: true });
  }
}
