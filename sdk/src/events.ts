// The event feed, and the webhook calls that an API key may make.
import { PER_PAGE } from './list-all.ts';
import type { Transport } from './transport.ts';
import type {
  WireEvent,
  WireFaceEvent,
  WireResentEvent,
  WireSentWebhookTest,
  WireSessionEvent,
  WireWebhookTest,
} from './wire.ts';
import { verifyWebhook } from './webhooks.ts';

export type AgateEvent = WireEvent;
export type AgateSessionEvent = WireSessionEvent;
export type AgateFaceEvent = WireFaceEvent;
export type ResentEvent = WireResentEvent;
export type WebhookTest = WireWebhookTest;
export type SentWebhookTest = WireSentWebhookTest;

export interface EventsRequest {
  /** The `id` of the last event you handled. Without it the list starts with the oldest event. */
  after?: string;
  /** Events per request, 1-100. Default 100. */
  pageSize?: number;
}

export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Reads one page of at most `pageSize` events, oldest first. The page is empty when there are no
   * more events.
   */
  async list({ after, pageSize = PER_PAGE }: EventsRequest = {}): Promise<AgateEvent[]> {
    const query = new URLSearchParams({ limit: String(pageSize) });
    if (after !== undefined) query.set('after', after);
    const path = `/api/v1/events?${query.toString()}`;
    return this.#transport.call({ method: 'GET', path, isIdempotent: true });
  }

  /**
   * Reads all events after `after`, in order, to the end of the feed: `for await (const event of
   * …all())`.
   */
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

  /**
   * Resends an event, with the same `webhook-id`, to the endpoints it was originally sent to. The
   * call is not retried automatically.
   * @returns the new deliveries; empty when none of those endpoints is still enabled or paused
   */
  async resend(id: string): Promise<ResentEvent> {
    const path = `/api/v1/events/${encodeURIComponent(id)}/resend`;
    return this.#transport.call({ method: 'POST', path, isIdempotent: false });
  }
}

export class KeyWebhooks {
  /** Verifies the signature of a webhook and parses its body. */
  readonly verify = verifyWebhook;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Sends a test event to your endpoints, or to one of them. The event belongs to no session and is
   * not in the feed.
   */
  async sendTest(request: WebhookTest = {}): Promise<SentWebhookTest> {
    const path = '/api/v1/webhooks/test';
    return this.#transport.call({ method: 'POST', path, body: request, isIdempotent: false });
  }
}
