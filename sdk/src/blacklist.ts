// Faces that a customer does not admit.
import { listAll, PER_PAGE, type ListPage } from './list-all.ts';
import type { Transport } from './transport.ts';
import type { WireBlacklistEntry, WireBlacklistOutlook } from './wire.ts';

export type BlacklistEntry = WireBlacklistEntry;
export type BlacklistOutlook = WireBlacklistOutlook;

export interface BlockReason {
  /** Why, in your own words, 1-500 characters. */
  reason: string;
  /** When the entry ends by itself, 1-1,095. Default: 365. */
  expires_in_days?: number;
}

export interface BlockedImage extends BlockReason {
  /** As of a FaceRequest. */
  image: string;
}

export interface BlockedSession extends BlockReason {
  /** `xtk_…` or `xit_…` */
  session_token: string;
}

export class Blacklist {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** One page of the faces that you block, the latest first, 100 at a time. */
  async list(page = 1): Promise<BlacklistEntry[]> {
    return (await this.#readPage(page)).rows;
  }

  /** All of them, the latest first, also where you take some back: `for await (const entry of …all())`. */
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

  /** Blocks the face of a picture. @param idempotencyKey as at init */
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

  /** Blocks the face of a check, while it is kept. Fails with `SESSION_HAS_NO_FACE_DATA` or `SESSION_FACE_DATA_EXPIRED`. */
  async blockSession({ session_token, reason, expires_in_days }: BlockedSession): Promise<void> {
    const path = '/verify/v1/blacklist/session';
    const body = { session_token, reason, expires_in_days };
    await this.#transport.call({ method: 'POST', path, body, isIdempotent: true });
  }

  /** How many people your list refuses by mistake, by its length alone. */
  async outlook(): Promise<BlacklistOutlook> {
    return this.#transport.call<BlacklistOutlook>({
      method: 'GET',
      path: '/verify/v1/blacklist/outlook',
      isIdempotent: true,
    });
  }

  /** Takes an entry back: what the face was recognised by is gone. Fails with `NOT_FOUND` when it is gone already. */
  async unblock(id: number): Promise<void> {
    const path = `/verify/v1/blacklist/${id}`;
    await this.#transport.call({ method: 'DELETE', path, isIdempotent: true });
  }
}
