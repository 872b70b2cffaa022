// The clock and the webhook queue of a test.
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createContext, type Context } from '../../../src/context.ts';
import { deliverWebhook } from '../../../src/domain/integration/webhooks/deliver.ts';
import { vi } from 'vitest';
import type {
  AttemptMessage,
  WebhookMessage,
} from '../../../src/domain/integration/webhooks/delivery.ts';
import type { ClaimedAttempt } from '../../../src/domain/integration/webhooks/deliver.ts';
import { readEndpoint } from '../../../src/domain/integration/webhooks/manage-endpoints.ts';
import { ledgerOf, listVolumes, queryLedger } from './ledgers.ts';

/** A queued message, and the time from which it may be delivered. */
interface Waiting {
  message: WebhookMessage;
  dueMs: number;
}

/**
 * A context whose clock and webhook queue belong to the test, so that days of retries pass
 * immediately. Ledgers use the machine's clock, so the test passes its own time when it requests
 * due attempts from them.
 */
export class WebhookWorld {
  nowMs = Date.now();
  /** How long a receiver may take to respond, in real time. */
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
    // If an alarm fires during the test, its attempts are queued in this world instead of being
    // delivered.
    vi.spyOn(env.WEBHOOKS, 'sendBatch').mockImplementation((messages) =>
      this.#queue().sendBatch(messages as Iterable<MessageSendRequest<WebhookMessage>>),
    );
  }

  /** Queues the attempts that are due by the test's clock, as the alarms of all ledgers would. */
  async ring(): Promise<void> {
    for (const volume of await listVolumes())
      for (const attempt of await ledgerOf(volume).takeDue(this.nowMs))
        this.add({ ...attempt, volume });
  }

  /**
   * Returns the time at which the next attempt is due, whether it is already queued or an alarm has
   * yet to queue it; undefined if none is pending.
   */
  async nextDueMs(): Promise<number | undefined> {
    const times = this.waiting.map(({ dueMs }) => dueMs);
    for (const volume of await listVolumes())
      for (const { at } of await queryLedger<{ at: number }>(
        volume,
        "SELECT due_ms AS at FROM deliveries WHERE state = 'pending'",
      ))
        times.push(at);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Removes the due messages from the queue and returns them in the order they became due. */
  takeDue(): WebhookMessage[] {
    const due = this.waiting.filter(({ dueMs }) => dueMs <= this.nowMs);
    for (const one of due) this.waiting.splice(this.waiting.indexOf(one), 1);
    return due.toSorted((a, b) => a.dueMs - b.dueMs).map(({ message }) => message);
  }

  /**
   * Makes every attempt that is due now, one after another.
   * @returns the number of attempts
   */
  async deliverDue(): Promise<number> {
    await this.ring();
    const due = this.takeDue();
    for (const message of due) await deliverWebhook(this.ctx, message);
    return due.length;
  }

  async deliverDueAtOnce(): Promise<void> {
    await Promise.all(this.takeDue().map((message) => deliverWebhook(this.ctx, message)));
  }

  /** Claims the attempt that is due. The test decides how it ends. */
  async claimDue(): Promise<ClaimedAttempt> {
    const [message] = this.takeDue();
    const { volume, ...attempt } = message as AttemptMessage;
    const endpoint = await readEndpoint(this.ctx, volume.tenantId, attempt.endpointId);
    const claim = await ledgerOf(volume).claim(attempt, this.nowMs, 60_000);
    if (claim.outcome !== 'claimed') throw new Error('No attempt was due.');
    return { ...claim.claimed, endpoint, volume };
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
