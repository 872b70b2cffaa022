// The API client: verifications, events and webhooks of one tenant.
import { listAll, PER_PAGE, type ListPage } from './list-all.ts';
import { Transport, type AgateOptions } from './transport.ts';
import { verifyWebhook } from './webhooks.ts';
import type {
  WireBlacklistEntry,
  WireEvent,
  WireFaceAccepted,
  WireFaceSession,
  WireFaceSessionRequest,
  WireFaceChallenge,
  WireFaceUser,
  WireFullResult,
  WireInitData,
  WireInitRequest,
  WireListedSession,
  WireResult,
  WireRetakeData,
} from './wire.ts';

/** Without the parameters that the tenant's settings determine. */
export type VerificationRequest = Omit<WireInitRequest, 'verification_mode'>;
export type Verification = WireInitData;
export type VerificationResult = WireFullResult;
export type ListedVerification = WireListedSession;
export type Retake = WireRetakeData;
export type AgateEvent = WireEvent;
export type FaceAccepted = WireFaceAccepted;
export type FaceSession = WireFaceSession;
export type FaceSessionRequest = WireFaceSessionRequest;
export type FaceChallenge = WireFaceChallenge;
export type FaceUser = WireFaceUser;

export type BlacklistEntry = WireBlacklistEntry;

export interface FaceRequest {
  /** Your own name for the person. */
  user_id: string;
  /** A JPEG in base64, of at most 10,000,000 characters. */
  image: string;
}

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

/** Each narrows the list. */
export interface VerificationFilter {
  status?: WireListedSession['status'];
  verification_type?: NonNullable<WireListedSession['verification_type']>;
  /** Exactly the `user_id` passed to init. */
  external_user_id?: string;
  /** Creation days in UTC, `YYYY-MM-DD`, both inclusive. */
  start_date?: string;
  end_date?: string;
}

export interface EventsRequest {
  /** `id` of the last event you handled. Without it the list starts with the oldest event. */
  after?: string;
  /** Events per request, 1-100. Default 100. */
  pageSize?: number;
}

export class Agate {
  readonly verifications: Verifications;
  readonly faces: Faces;
  readonly blacklist: Blacklist;
  readonly events: Events;
  readonly webhooks = { verify: verifyWebhook } as const;

  /** @throws TypeError when the key is not a secret key */
  constructor(options: AgateOptions) {
    const transport = new Transport(options);
    this.verifications = new Verifications(transport);
    this.faces = new Faces(transport);
    this.blacklist = new Blacklist(transport);
    this.events = new Events(transport);
  }
}

class Verifications {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a verification session: send the visitor's browser to `verify_url` within ten minutes.
   * @param idempotencyKey your own, such as the order id, so that repeating the call creates no second session. Default:
   *   a random key per call, which covers the automatic retries
   */
  async init(
    request: VerificationRequest,
    { idempotencyKey = crypto.randomUUID() }: { idempotencyKey?: string } = {},
  ): Promise<Verification> {
    const { verification_mode: _mode, ...body } = request as WireInitRequest;
    const path = '/verify/v1/init';
    return this.#transport.call({ method: 'POST', path, body, idempotencyKey, isIdempotent: true });
  }

  /**
   * Creates a session in place of one that failed or expired, with what the first one asked for: send the visitor's
   * browser to `verify_url`. Fails with `RETAKE_NOT_ALLOWED` or `RETAKE_LIMIT_EXCEEDED`.
   * @param token `xtk_…` or `xit_…` of the session to retake
   * @param idempotencyKey as at init
   */
  async retake(
    token: string,
    { idempotencyKey = crypto.randomUUID() }: { idempotencyKey?: string } = {},
  ): Promise<Retake> {
    const path = `/verify/v1/sessions/${encodeURIComponent(token)}/retake`;
    return this.#transport.call({ method: 'POST', path, idempotencyKey, isIdempotent: true });
  }

  /** Decide by `verified` alone. @param token `xtk_…` from the callback, or `xit_…` from init */
  async result(token: string): Promise<VerificationResult> {
    const path = `/verify/v1/result/${encodeURIComponent(token)}`;
    return this.#transport.call({ method: 'GET', path, isIdempotent: true });
  }

  /** One page of your sessions in the mode of the key, the latest first, 100 at a time. */
  async list(filter: VerificationFilter = {}, page = 1): Promise<ListedVerification[]> {
    return (await this.#readPage(filter, page)).rows;
  }

  /**
   * All of them, the latest first: `for await (const session of …all({ status: 'success' }))`. None comes twice, and none is
   * missed, also where you end what you get; sessions that begin meanwhile are left out.
   */
  all(filter: VerificationFilter = {}): AsyncGenerator<ListedVerification, void> {
    let oldest = '';
    /** Those of `oldest`: times are in seconds. */
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

  /** Cancels a running session. Not retried automatically: a second call fails with `CONFLICT`. */
  async cancel(token: string): Promise<WireResult> {
    const path = `/api/v1/sessions/${encodeURIComponent(token)}/cancel`;
    return this.#transport.call({ method: 'POST', path, isIdempotent: false });
  }
}

/** One picture has no liveness: a factor beside another one, never alone. */
class Faces {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Enrols a face. Read `challenge` until its status is no longer `processing`. @param idempotencyKey as at init */
  async register(
    request: FaceRequest,
    { idempotencyKey = crypto.randomUUID() }: { idempotencyKey?: string } = {},
  ): Promise<FaceAccepted> {
    return this.#send('/verify/v1/2fa/register', request, idempotencyKey);
  }

  /** Compares a picture with the enrolled face: `passed` of the challenge. @param idempotencyKey as at init */
  async verify(
    request: FaceRequest,
    { idempotencyKey = crypto.randomUUID() }: { idempotencyKey?: string } = {},
  ): Promise<FaceAccepted> {
    return this.#send('/verify/v1/2fa/verify', request, idempotencyKey);
  }

  /** A page on which a live person enrols, or shows the enrolled face. Read `challenge` afterwards. @param idempotencyKey as at init */
  async begin(
    { user_id, kind, callback_url }: FaceSessionRequest,
    { idempotencyKey = crypto.randomUUID() }: { idempotencyKey?: string } = {},
  ): Promise<FaceSession> {
    return this.#transport.call<FaceSession>({
      method: 'POST',
      path: '/verify/v1/2fa/sessions',
      body: { user_id, kind, callback_url },
      idempotencyKey,
      isIdempotent: true,
    });
  }

  /** Decide by `passed === true` alone. */
  async challenge(challengeId: string): Promise<FaceChallenge> {
    const path = `/verify/v1/2fa/status/${encodeURIComponent(challengeId)}`;
    return this.#transport.call({ method: 'GET', path, isIdempotent: true });
  }

  async user(userId: string): Promise<FaceUser> {
    const path = `/verify/v1/2fa/users/${encodeURIComponent(userId)}`;
    return this.#transport.call({ method: 'GET', path, isIdempotent: true });
  }

  /** Erases the person's face and challenges, also when there are none. */
  async erase(userId: string): Promise<void> {
    const path = `/verify/v1/2fa/users/${encodeURIComponent(userId)}`;
    await this.#transport.call({ method: 'DELETE', path, isIdempotent: true });
  }

  #send(path: string, { user_id, image }: FaceRequest, idempotencyKey: string) {
    const body = { user_id, image };
    return this.#transport.call<FaceAccepted>({
      method: 'POST',
      path,
      body,
      idempotencyKey,
      isIdempotent: true,
    });
  }
}

class Blacklist {
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

  /** Takes an entry back: what the face was recognised by is gone. Fails with `NOT_FOUND` when it is gone already. */
  async unblock(id: number): Promise<void> {
    const path = `/verify/v1/blacklist/${id}`;
    await this.#transport.call({ method: 'DELETE', path, isIdempotent: true });
  }
}

class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** One page of them, in order: no more than `pageSize`. Empty: there are no more yet. */
  async list({ after, pageSize = PER_PAGE }: EventsRequest = {}): Promise<AgateEvent[]> {
    const query = new URLSearchParams({ limit: String(pageSize) });
    if (after !== undefined) query.set('after', after);
    const path = `/api/v1/events?${query.toString()}`;
    return this.#transport.call({ method: 'GET', path, isIdempotent: true });
  }

  /** All events after `after`, in order, until there are no more: `for await (const event of …all())`. */
  async *all({ after, pageSize }: EventsRequest = {}): AsyncGenerator<AgateEvent, void> {
    let last = after;
    for (;;) {
      const page = await this.list({
        ...(last !== undefined && { after: last }),
        ...(pageSize !== undefined && { pageSize }),
      });
      yield* page;
      last = page.at(-1)?.id;
      if (last === undefined) return;
    }
  }
}
