// The clock and the webhook queue of a test.
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createContext, type Context } from '../../../src/context.ts';
import { deliverWebhook } from '../../../src/domain/integration/webhooks/deliver.ts';
import type {
  AttemptMessage,
  WebhookMessage,
} from '../../../src/domain/integration/webhooks/delivery.ts';
import {
  claimAttempt,
  type ClaimedAttempt,
} from '../../../src/domain/integration/webhooks/delivery-store.ts';

/** A queued message, and the time from which it may be delivered. */
interface Waiting {
  message: WebhookMessage;
  dueMs: number;
}

/**
 * A context whose clock and webhook queue belong to the test, so that days of retries pass in a
 * moment.
 */
export class WebhookWorld {
  nowMs = Date.now();
  /** How long a receiver may take in real time, long enough for a busy machine. */
  timeoutMs: number;
  readonly waiting: Waiting[] = [];
  readonly ctx: Context;

  constructor(settings: Record<string, string> = {}) {
    const ctx = createContext({ ...env, ...settings }, createExecutionContext());
    this.timeoutMs = ctx.config.webhooks.timeoutMs;
    const timeoutMs = () => this.timeoutMs;
    const webhooks = {
      get timeoutMs() {
        return timeoutMs();
      },
    };
    this.ctx = {
      ...ctx,
      config: { ...ctx.config, webhooks },
      now: () => this.nowMs,
      queues: { ...ctx.queues, webhooks: this.#queue() },
    };
  }

  /** Removes the due messages, in the order in which they became due. */
  takeDue(): WebhookMessage[] {
    const due = this.waiting.filter(({ dueMs }) => dueMs <= this.nowMs);
    for (const one of due) this.waiting.splice(this.waiting.indexOf(one), 1);
    return due.toSorted((a, b) => a.dueMs - b.dueMs).map(({ message }) => message);
  }

  /** Makes every attempt that is due now, one after another. @returns their number */
  async deliverDue(): Promise<number> {
    const due = this.takeDue();
    for (const message of due) await deliverWebhook(this.ctx, message);
    return due.length;
  }

  async deliverDueAtOnce(): Promise<void> {
    await Promise.all(this.takeDue().map((message) => deliverWebhook(this.ctx, message)));
  }

  /** Starts the attempt that is due; the test decides how it ends. */
  async claimDue(): Promise<ClaimedAttempt> {
    const [message] = this.takeDue();
    const claim = await claimAttempt(this.ctx.db, message as AttemptMessage, this.nowMs, 60_000);
    if (claim.outcome !== 'claimed') throw new Error('No attempt was due.');
    return claim.claimed;
  }

  add(message: WebhookMessage, delaySeconds = 0): void {
    this.waiting.push({ message, dueMs: this.nowMs + delaySeconds * 1000 });
  }

  #queue(): Queue<WebhookMessage> {
    const metadata = { metrics: { backlogCount: 0, backlogBytes: 0 } };
    return {
      send: async (message: WebhookMessage, options?: QueueSendOptions) => {
        this.add(message, options?.delaySeconds);
        return { metadata };
      },
      sendBatch: async (messages: Iterable<MessageSendRequest<WebhookMessage>>) => {
        for (const { body, delaySeconds } of messages) this.add(body, delaySeconds);
        return { metadata };
      },
      metrics: async () => metadata.metrics,
    };
  }
}
