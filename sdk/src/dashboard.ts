// The client for the dashboard API, which manages webhook endpoints and OAuth clients. It
// authenticates with the access token of a staff member: API keys cannot change endpoints or
// clients, so that a leaked key cannot redirect events or sign-ins.
import { PER_PAGE } from './list-all.ts';
import { Transport, type ConnectionOptions } from './transport.ts';
import type {
  WireOAuthClientRegistration,
  WireWebhookRegistration,
  WireOAuthClient,
  WireOAuthClientChanges,
  WireOAuthClientWithSecret,
  WireWebhook,
  WireWebhookAttempt,
  WireWebhookChanges,
  WireWebhookDelivery,
  WireWebhookWithSecret,
} from './wire.ts';

export type Webhook = WireWebhook;
export type WebhookWithSecret = WireWebhookWithSecret;
export type WebhookRegistration = WireWebhookRegistration;
export type WebhookChanges = WireWebhookChanges;
export type WebhookDelivery = WireWebhookDelivery;
export type WebhookAttempt = WireWebhookAttempt;
export type OAuthClient = WireOAuthClient;
export type OAuthClientWithSecret = WireOAuthClientWithSecret;
export type OAuthClientRegistration = WireOAuthClientRegistration;
export type OAuthClientChanges = WireOAuthClientChanges;

export interface AgateDashboardOptions extends ConnectionOptions {
  /**
   * The access token from `POST /dashboard/v1/auth/login`, valid for 15 minutes, or a function that
   * returns it, which is called before each request.
   */
  accessToken: string | (() => string | Promise<string>);
}

export class AgateDashboard {
  readonly webhooks: Webhooks;
  readonly oauthClients: OAuthClients;

  constructor(options: AgateDashboardOptions) {
    const transport = Transport.withToken(options, options.accessToken);
    this.webhooks = new Webhooks(transport);
    this.oauthClients = new OAuthClients(transport);
  }
}

const path = (...parts: string[]): string =>
  ['/dashboard/v1', ...parts.map((part) => encodeURIComponent(part))].join('/');

class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Reads one page of your endpoints, 100 per page. */
  async list(page = 1): Promise<Webhook[]> {
    const query = `?per_page=${PER_PAGE}&page=${page}`;
    return (await this.#transport.readPage<Webhook>(path('webhooks') + query)).rows;
  }

  /**
   * Registers an endpoint. It receives no events until it has answered its challenge (`verify`).
   * @returns the endpoint with its secret, which is not returned again
   */
  async create(endpoint: WebhookRegistration): Promise<WebhookWithSecret> {
    return this.#post(path('webhooks'), endpoint);
  }

  async read(id: string): Promise<Webhook> {
    return this.#transport.call({ method: 'GET', path: path('webhooks', id), isIdempotent: true });
  }

  /**
   * Changes the given fields. `state` pauses (`'paused'`) or re-enables (`'enabled'`) the endpoint.
   */
  async change(id: string, changes: WebhookChanges): Promise<Webhook> {
    return this.#transport.call({
      method: 'PATCH',
      path: path('webhooks', id),
      body: changes,
      isIdempotent: true,
    });
  }

  /** Deletes the endpoint with all its deliveries. */
  async delete(id: string): Promise<void> {
    await this.#transport.call({
      method: 'DELETE',
      path: path('webhooks', id),
      isIdempotent: false,
    });
  }

  /**
   * Sends the challenge that a pending endpoint must answer. Fails with `ENDPOINT_NOT_VERIFIED`
   * when the endpoint does not answer it.
   */
  async verify(id: string): Promise<Webhook> {
    return this.#post(path('webhooks', id, 'verify'));
  }

  /**
   * @returns the endpoint with its new secret, which is returned only once. For 24 hours, events
   *   are also signed with the old secret
   */
  async rotateSecret(id: string): Promise<WebhookWithSecret> {
    return this.#post(path('webhooks', id, 'rotate-secret'));
  }

  /** Reads one page of an endpoint's latest deliveries with their attempts, 100 per page. */
  async deliveries(
    id: string,
    { state, page = 1 }: { state?: WebhookDelivery['state']; page?: number } = {},
  ): Promise<WebhookDelivery[]> {
    const query = `?per_page=${PER_PAGE}&page=${page}${state === undefined ? '' : `&state=${state}`}`;
    const list = path('webhooks', id, 'deliveries') + query;
    return (await this.#transport.readPage<WebhookDelivery>(list)).rows;
  }

  /** Sends a delivery again, whatever its state. */
  async replay(deliveryId: string): Promise<WebhookDelivery> {
    return this.#post(path('deliveries', deliveryId, 'replay'));
  }

  #post<T>(address: string, body?: object): Promise<T> {
    return this.#transport.call<T>({
      method: 'POST',
      path: address,
      ...(body !== undefined && { body }),
      isIdempotent: false,
    });
  }
}

class OAuthClients {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Reads all clients; a customer has at most 50. */
  async list(): Promise<OAuthClient[]> {
    const query = `?per_page=${PER_PAGE}`;
    return (await this.#transport.readPage<OAuthClient>(path('oauth-clients') + query)).rows;
  }

  /** @returns the client with its secret, which is returned only once; public clients have none */
  async create(client: OAuthClientRegistration): Promise<OAuthClientWithSecret> {
    return this.#transport.call({
      method: 'POST',
      path: path('oauth-clients'),
      body: client,
      isIdempotent: false,
    });
  }

  async read(id: string): Promise<OAuthClient> {
    return this.#transport.call({
      method: 'GET',
      path: path('oauth-clients', id),
      isIdempotent: true,
    });
  }

  /** Changes the given fields; null removes a value. Takes effect everywhere within 30 seconds. */
  async change(id: string, changes: OAuthClientChanges): Promise<OAuthClient> {
    return this.#transport.call({
      method: 'PATCH',
      path: path('oauth-clients', id),
      body: changes,
      isIdempotent: true,
    });
  }

  /** Deletes the client and revokes its grants. */
  async delete(id: string): Promise<void> {
    await this.#transport.call({
      method: 'DELETE',
      path: path('oauth-clients', id),
      isIdempotent: false,
    });
  }

  /**
   * @param overlapDays how long the old secret stays valid, 0 to 7
   * @param keep while two secrets are valid: `older` replaces the newest secret and keeps the older
   *   one until it expires
   * @returns the client with its new secret, which is returned only once
   */
  async rotateSecret(
    id: string,
    { overlapDays, keep }: { overlapDays: number; keep?: 'older' },
  ): Promise<OAuthClientWithSecret> {
    return this.#transport.call({
      method: 'POST',
      path: path('oauth-clients', id, 'rotate-secret'),
      body: { overlap_days: overlapDays, ...(keep !== undefined && { keep }) },
      isIdempotent: false,
    });
  }
}
