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

/** A message that waits, and from when on it may be handed out. */
interface Waiting {
  message: WebhookMessage;
  dueMs: number;
}

/** A context whose clock and webhook queue are the test's: days of retries pass in a moment. */
export class WebhookWorld {
  nowMs = Date.now();
  /** How long a receiver may take, in real time: one that answers is waited for on a busy machine too. */
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

  /** Takes out what is due, in the order it became so. */
  takeDue(): WebhookMessage[] {
    const due = this.waiting.filter(({ dueMs }) => dueMs <= this.nowMs);
    for (const one of due) this.waiting.splice(this.waiting.indexOf(one), 1);
    return due.toSorted((a, b) => a.dueMs - b.dueMs).map(({ message }) => message);
  }

  /** Makes every attempt that is due now, one after the other. @returns how many */
  async deliverDue(): Promise<number> {
    const due = this.takeDue();
    for (const message of due) await deliverWebhook(this.ctx, message);
    return due.length;
  }

  async deliverDueAtOnce(): Promise<void> {
    await Promise.all(this.takeDue().map((message) => deliverWebhook(this.ctx, message)));
  }

  /** Begins the attempt that is due; its end is the test's. */
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
