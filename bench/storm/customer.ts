// A customer with API keys and a webhook endpoint, inserted directly into the database, and the
// customer's backend. Like the SDK, the backend retries requests that got no response or a 5xx.
import { setTimeout as delay } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { apiKeyRows, newId, newTenantKeys } from '../../scripts/credentials.ts';
import { encodeUtf8 } from '../../src/crypto/encoding.ts';
import { seal } from '../../src/crypto/sealed-box.ts';
import type { KillableService } from './killable-service.ts';

interface Customer {
  tenantId: string;
  /** The customer's test key, `sk_test_…`. */
  key: string;
  /** The customer's live key, `sk_live_…`. */
  liveKey: string;
}

export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** @param receiver the URL of the receiver, which is subscribed to every event */
export async function makeCustomer(
  service: Pick<KillableService, 'query' | 'keyEncryptionKey'>,
  receiver: { url: string; secret: string },
): Promise<Customer> {
  const tenantId = newId('ten_');
  const nowMs = Date.now();
  await service.query(
    'INSERT INTO tenants (id, name, created_at_ms) VALUES (?, ?, ?)',
    tenantId,
    'Storm',
    nowMs,
  );
  const keys = newTenantKeys();
  for (const row of apiKeyRows(tenantId, keys, nowMs))
    await service.query(
      'INSERT INTO api_keys (id, tenant_id, kind, mode, hash, last_four, created_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...(Object.values(row) as (string | number)[]),
    );
  const endpointId = 'whe_storm';
  const sealingKey = { current: new Uint8Array(Buffer.from(service.keyEncryptionKey, 'base64')) };
  await service.query(
    "INSERT INTO webhook_endpoints (id, tenant_id, url, event_types, mode, state, secret, created_at_ms) VALUES (?, ?, ?, ?, 'both', 'enabled', ?, ?)",
    endpointId,
    tenantId,
    receiver.url,
    JSON.stringify(['session.success', 'session.failed', 'session.canceled', 'session.expired']),
    await seal(sealingKey, `webhook:${endpointId}`, encodeUtf8(receiver.secret)),
    nowMs,
  );
  return { tenantId, key: keys.test_secret_key, liveKey: keys.secret_key };
}

/** What the service has acknowledged to a backend: a session and its outcome. */
export interface Promised {
  token: string;
  status: string;
}

interface FeedEvent {
  id: string;
  type: string;
  data: { token: string };
}

const OUTCOMES = ['success', 'failed', 'canceled', 'expired'] as const;

export class StormBackend {
  /** How many times a request was retried because it got no response or a 5xx. */
  repeated = 0;
  readonly #origin: string;
  readonly #key: string;

  constructor(origin: string, key: string) {
    this.#origin = origin;
    this.#key = key;
  }

  /**
   * Runs one session from init to its end, and waits until the service has acknowledged that end.
   * @returns the session's token and status
   */
  async runSession(number: number): Promise<Promised> {
    const status = OUTCOMES[number % OUTCOMES.length] ?? 'success';
    const init = {
      callback_url: 'https://shop.example/return',
      min_age: 18,
      user_id: `visitor-${number}`,
    };
    const begun = await this.#insist('/verify/v1/init', init, `storm-${number}`);
    const { token } = begun.body.data as { token: string };
    // 409 means that an earlier attempt has ended the session, but its response was lost.
    await this.#insist(`/verify/v1/sandbox/${token}/outcome`, { status }, undefined, 409);
    return { token, status };
  }

  async readResult(token: string): Promise<{ token: string; status: string }> {
    const { body } = await this.#insist(`/verify/v1/result/${token}`);
    return body.data as { token: string; status: string };
  }

  /** Reads all events of the feed, in feed order. */
  async readFeed(): Promise<FeedEvent[]> {
    const events: FeedEvent[] = [];
    for (;;) {
      const last = events.at(-1);
      const after = last === undefined ? '' : `&after=${last.id}`;
      const { body } = await this.#insist(`/api/v1/events?limit=100${after}`);
      const page = body.data as FeedEvent[];
      if (page.length === 0) return events;
      events.push(...page);
    }
  }

  /**
   * Retries the request until it gets a response other than a 5xx.
   * @throws Error when this response is not a success and does not have the status `allowed`
   */
  async #insist(path: string, sent?: object, idempotencyKey?: string, allowed = 200) {
    for (;;) {
      const answer = await this.#ask(path, sent, idempotencyKey);
      if (answer !== undefined) {
        const { status, body } = answer;
        if ((status >= 200 && status < 300) || status === allowed) return { status, body };
        throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
      }
      this.repeated += 1;
      await delay(100);
    }
  }

  async #ask(path: string, sent?: object, idempotencyKey?: string) {
    try {
      const response = await fetch(`${this.#origin}${path}`, {
        method: sent === undefined ? 'GET' : 'POST',
        headers: {
          'X-API-Key': this.#key,
          ...(sent !== undefined && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        },
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
      });
      const body = (await response.json()) as { data: unknown };
      return response.status >= 500 ? undefined : { status: response.status, body };
    } catch {
      return undefined;
    }
  }
}
