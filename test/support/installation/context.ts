// Contexts on real bindings, for tests that call domain functions directly.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createContext, type Context } from '../../../src/context.ts';
import type { MailMessage } from '../../../src/domain/platform/mail/mail.ts';

export interface TestContext extends Context {
  /** Ids of emails whose messages were sent to the queue. */
  queued: string[];
  /** Waits for work deferred until after the response. */
  settle: () => Promise<void>;
}

/**
 * Returns a context on real bindings. Only the mail queue is a fake, so that no consumer removes
 * emails.
 */
export function makeContext(overrides: Partial<Context> = {}): TestContext {
  const deferred: Promise<unknown>[] = [];
  const queued: string[] = [];
  const ctx = createContext(env, { waitUntil: (work) => void deferred.push(work) });
  const mail = {
    send: async ({ mailId }: MailMessage) => {
      queued.push(mailId);
    },
  } as unknown as Queue<MailMessage>;
  const settle = async (): Promise<void> => {
    for (let work = deferred.shift(); work !== undefined; work = deferred.shift()) await work;
  };
  return { ...ctx, queues: { ...ctx.queues, mail }, ...overrides, queued, settle };
}

/** Calls a function with a context, then waits for the work that the function deferred. */
export async function withContext<T>(act: (ctx: Context) => Promise<T>): Promise<T> {
  const execution = createExecutionContext();
  const result = await act(createContext(env, execution));
  await waitOnExecutionContext(execution);
  return result;
}
