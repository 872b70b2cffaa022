import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { inject } from 'vitest';
import { createContext, type Context } from '../../src/context.ts';
import { randomToken } from '../../src/crypto/random.ts';
import type { TenantActor } from '../../src/domain/audit/record.ts';
import type { SessionEvent } from '../../src/domain/verification/session-event.ts';
import type { VerificationResult } from '../../src/domain/verification/rules/result.ts';
import type { WebhookMessage } from '../../src/domain/webhooks/delivery.ts';
import { EVENT_TYPES, type EventType } from '../../src/domain/webhooks/event.ts';
import { registerEndpoint, type EndpointWish } from '../../src/domain/webhooks/manage-endpoints.ts';

declare module 'vitest' {
  interface ProvidedContext {
    receiver: string;
    untrustedReceiver: string;
  }
}

export interface Received {
  behaviour: string;
  headers: Record<string, string>;
  body: string;
  accepted: boolean;
}

export const newInbox = (): string => `inbox-${randomToken(9)}`;
export const receiverUrl = (inbox: string, behaviour: string): string =>
  `${inject('receiver')}/${inbox}/${behaviour}`;

export async function received(inbox: string): Promise<Received[]> {
  return (await fetch(`${inject('receiver')}/${inbox}`)).json();
}

/** A message that waits, and from when on it may be handed out. */
interface Waiting {
  message: WebhookMessage;
  dueMs: number;
}

/** A context whose clock and webhook queue are the test's: days of retries pass in a moment. */
export class WebhookWorld {
  nowMs = Date.now();
  readonly waiting: Waiting[] = [];
  readonly ctx: Context;

  constructor(settings: Record<string, string> = {}) {
    const ctx = createContext({ ...env, ...settings }, createExecutionContext());
    this.ctx = {
      ...ctx,
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

/** A tenant's developer, to the audit. */
export const staffOf = (tenantId: string): TenantActor => ({
  audience: 'dashboard',
  tenantId,
  staffId: 7,
});

export function registerAt(
  ctx: Context,
  tenantId: string,
  url: string,
  wish: Partial<EndpointWish> = {},
) {
  return registerEndpoint(ctx, staffOf(tenantId), { url, eventTypes: [...EVENT_TYPES], ...wish });
}

/** What a session says when it has ended. */
export function sessionSays(
  tenantId: string,
  sessionId: string,
  version: number,
  type: EventType = 'session.success',
): SessionEvent {
  const status = type.slice('session.'.length) as 'success' | 'failed' | 'canceled' | 'expired';
  const skipped = { performed: false, passed: false };
  const atMs = Date.now();
  const result: VerificationResult = {
    status,
    verified: status === 'success',
    externalUserId: `user-${version}`,
    ipCountry: 'NL',
    checks: {
      liveness: skipped,
      age: { ...skipped, gate: 18 },
      document: skipped,
      faceMatch: skipped,
      euWallet: skipped,
      aml: skipped,
    },
    createdAtMs: atMs,
    completedAtMs: atMs,
    expiresAtMs: atMs + 900_000,
    test: false,
  };
  return {
    type: 'completed',
    funnel: [],
    result,
    row: {
      id: sessionId,
      tenantId,
      test: false,
      version,
      status,
      reason: null,
      purpose: 'age_verification',
      verificationMode: 'auto',
      verificationType: 'age_check',
      gate: 18,
      externalUserId: `user-${version}`,
      metadata: null,
      ipCountry: 'NL',
      createdAtMs: atMs,
      completedAtMs: atMs,
      expiresAtMs: atMs + 900_000,
      erasedAtMs: null,
    },
  };
}
