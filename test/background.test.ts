import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { consumeBatch, runSchedule } from '../src/background.ts';
import type { Context } from '../src/context.ts';
import type { SessionEvent } from '../src/domain/verification/rules/result.ts';
import { makeAccount } from './support/accounts.ts';
import { makeContext } from './support/context.ts';
import { connectSite, liveGrants } from './support/connected-sites.ts';
import { sessionEvent } from './support/session-events.ts';

const DAILY = '17 3 * * *';

/** Hands messages to the consumer of a queue. @returns what became of each, in order */
async function receive(
  ctx: Context,
  bodies: readonly unknown[],
  { queue = 'agate-session-events', attempts = 1 } = {},
): Promise<string[]> {
  const outcomes: string[] = bodies.map(() => 'nothing');
  const messages = bodies.map((body, n) => ({
    body,
    attempts,
    ack: () => void (outcomes[n] = 'ack'),
    retry: ({ delaySeconds }: QueueRetryOptions = {}) =>
      void (outcomes[n] = `retry in ${delaySeconds}`),
  }));
  await consumeBatch(ctx, { queue, messages } as unknown as MessageBatch);
  return outcomes;
}

async function listedSessions(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    'SELECT id FROM verification_sessions ORDER BY id',
  ).all();
  return results.map(({ id }) => String(id));
}

describe('session events from the queue', () => {
  it('are each acknowledged: one that cannot be applied holds up no other', async () => {
    const poisoned = { ...sessionEvent('b', 'success', 0), row: null };
    const events = [sessionEvent('a', 'success', 0), poisoned, sessionEvent('c', 'failed', 0)];
    expect(await receive(makeContext(), events)).toEqual(['ack', 'retry in 10', 'ack']);
    expect(await listedSessions()).toEqual(['a', 'c']);
  });

  it('wait longer each time while the database is away, half an hour at most', async () => {
    const away = { db: { batch: () => Promise.reject(new Error('D1 is away')) } };
    const ctx = makeContext(away as unknown as Partial<Context>);
    const event = [sessionEvent('a', 'success', 0)];
    const waits = [1, 2, 3, 8, 9, 99].map((attempts) => receive(ctx, event, { attempts }));
    expect((await Promise.all(waits)).flat()).toEqual([
      'retry in 10',
      'retry in 20',
      'retry in 40',
      'retry in 1280',
      'retry in 1800',
      'retry in 1800',
    ]);
  });

  it('are applied from the dead letters too, once that works again', async () => {
    const event: SessionEvent = sessionEvent('a', 'success', 0);
    const queue = 'agate-session-events-dead';
    expect(await receive(makeContext(), [event], { queue })).toEqual(['ack']);
    expect(await listedSessions()).toEqual(['a']);
  });
});

describe('the schedule', () => {
  it('runs every step even if an earlier one fails, and reports the failure', async () => {
    const account = await makeAccount();
    await connectSite(account.id);
    await env.DB.prepare('UPDATE grants SET expires_at_ms = 1').run();
    const ctx = makeContext();
    // A ring without keys is due for one, which this secret cannot seal.
    const config = { ...ctx.config, keyEncryptionKey: new Uint8Array(3) };
    await expect(runSchedule({ ...ctx, config }, DAILY)).rejects.toThrow('rotateKeys');
    expect(await liveGrants(account.id)).toBe(0);
  });

  it('refuses a schedule without steps', async () => {
    await expect(runSchedule(makeContext(), '0 0 1 1 *')).rejects.toThrow('0 0 1 1 *');
  });
});
