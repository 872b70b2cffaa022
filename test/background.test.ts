import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { consumeBatch, runSchedule } from '../src/background.ts';
import type { Context } from '../src/context.ts';
import {
  countDeadLetters,
  forgetSettledLetters,
} from '../src/domain/platform/dead-letters/dead-letters.ts';
import type { SessionEvent } from '../src/domain/verification/rules/session/result.ts';
import { queueMail } from '../src/domain/platform/mail/queue-mail.ts';
import { deliverWebhook } from '../src/domain/integration/webhooks/deliver.ts';
import { makeAccount } from './support/account/accounts.ts';
import { keepAge } from './support/account/ages.ts';
import { makeContext } from './support/installation/context.ts';
import { connectSite, liveGrants } from './support/account/connected-sites.ts';
import { sessionEvent } from './support/customer/session-events.ts';
import { makeTenant } from './support/customer/tenants.ts';
import { queryLedger } from './support/customer/ledgers.ts';
import { WebhookWorld } from './support/customer/webhook-world.ts';
import { completedEvent, endSession, registerUnreachable } from './support/customer/webhooks.ts';

const DAILY = '17 3 * * *';
const FREQUENT = '*/10 * * * *';

/** Passes messages to a queue's consumer. @returns the result of each message, in order */
async function receive(
  ctx: Context,
  bodies: readonly unknown[],
  { queue = 'agate-session-events', attempts = 1, agoMs = 0 } = {},
): Promise<string[]> {
  const outcomes: string[] = bodies.map(() => 'nothing');
  const messages = bodies.map((body, n) => ({
    id: `message-${n}`,
    body,
    timestamp: new Date(Date.now() - agoMs),
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
  it('are acknowledged one by one: an event that cannot be applied delays no other', async () => {
    const poisoned = { ...sessionEvent('b', 'success', 0), row: null };
    const events = [sessionEvent('a', 'success', 0), poisoned, sessionEvent('c', 'failed', 0)];
    expect(await receive(makeContext(), events)).toEqual(['ack', 'retry in 10', 'ack']);
    expect(await listedSessions()).toEqual(['a', 'c']);
  });

  it('wait longer with each retry while the database is down, half an hour at most', async () => {
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

  it('enter the feed in the order of their session, also when an earlier one is retried', async () => {
    const ctx = makeContext();
    const { id: tenantId } = await makeTenant();
    const of = (letter: string) => {
      const [asked, end] = [3, 5].map((n) => completedEvent(tenantId, letter.repeat(64), n));
      return { asked: { ...asked, type: 'review_required' }, end: { ...end, after: 3 } };
    };
    const feed = async () => {
      const name = 'substr(session_id, 1, 1) || position AS name';
      const rows = await queryLedger({ tenantId }, `SELECT ${name} FROM events ORDER BY seq`);
      return rows.map((row) => row['name']);
    };
    const [a, b, c] = [of('a'), of('b'), of('c')];
    expect(await receive(ctx, [a.end, a.asked])).toEqual(['ack', 'ack']);
    // A message waits for an earlier message that has not arrived yet, but not forever, since that
    // message may be lost.
    expect(await receive(ctx, [b.end], { attempts: 9 })).toEqual(['retry in 60']);
    expect(await receive(ctx, [c.end], { agoMs: 45 * 60_000 })).toEqual(['ack']);
    expect(await feed()).toEqual(['a3', 'a5', 'c5']);
    const broken = { ...b.asked, funnel: null };
    expect(await receive(ctx, [b.end, broken])).toEqual(['retry in 10', 'retry in 10']);
    expect(await receive(ctx, [b.asked])).toEqual(['ack']);
    expect(await receive(ctx, [b.end])).toEqual(['ack']);
    expect(await feed()).toEqual(['a3', 'a5', 'c5', 'b3', 'b5']);
  });

  it('are applied from the dead letter queue too, once the database works again', async () => {
    const event: SessionEvent = sessionEvent('a', 'success', 0);
    const queue = 'agate-session-events-dead';
    expect(await receive(makeContext(), [event], { queue })).toEqual(['ack']);
    expect(await listedSessions()).toEqual(['a']);
  });
});

describe('dead letters', () => {
  const id = 'a'.repeat(64);

  it('are counted per queue for operators, each once, however often they are retried', async () => {
    const queue = 'agate-session-events-dead';
    const ctx = makeContext();
    const bad = { ...sessionEvent(id, 'success', 0), funnel: null };
    expect(await receive(ctx, [bad, { row: null }], { queue })).toEqual([
      'retry in 10',
      'retry in 10',
    ]);
    await receive(ctx, [bad], { queue, attempts: 2 });
    await receive(ctx, [{ mailId: 'mail_1' }], { queue: 'agate-mail-dead' });
    const counts = await countDeadLetters(ctx);
    expect(counts.map((one) => [one.queue, one.count])).toEqual([
      ['agate-mail-dead', 1],
      [queue, 2],
    ]);
    expect(counts[1]?.oldestAtMs).toBeGreaterThan(Date.now() - 60_000);
    expect(counts[1]?.newestAtMs).toBeGreaterThanOrEqual(counts[1]?.oldestAtMs ?? 0);
  });

  it('of mails and webhooks are acknowledged: the schedule and the ledgers send their rows again', async () => {
    const mails = { queue: 'agate-mail-dead' };
    expect(await receive(makeContext(), [{ mailId: 'mail_1' }], mails)).toEqual(['ack']);
    const webhooks = { queue: 'agate-webhooks-dead' };
    const body = { deliveryId: 'dlv_1', attempt: 0 };
    expect(await receive(makeContext(), [body], webhooks)).toEqual(['ack']);
  });

  it('are forgotten once their event was applied some other way', async () => {
    const queue = 'agate-session-events-dead';
    const ctx = makeContext();
    await receive(ctx, [{ ...sessionEvent(id, 'success', 0), funnel: null }], { queue });
    await receive(ctx, [{ mailId: 'mail_gone' }], { queue: 'agate-mail-dead' });
    await receive(ctx, [sessionEvent('b'.repeat(64), 'success', 0)]);
    await runSchedule(ctx, FREQUENT);
    expect(await countDeadLetters(ctx)).toMatchObject([{ queue, count: 1 }]);
    await receive(ctx, [sessionEvent(id, 'success', 0)]);
    await runSchedule(ctx, FREQUENT);
    expect(await countDeadLetters(ctx)).toEqual([]);
  });

  it('of a delivery are kept until an attempt was made', async () => {
    const world = new WebhookWorld();
    const { ctx } = world;
    const { id: tenantId } = await makeTenant();
    await registerUnreachable(ctx, tenantId, 'https://hooks.example/a');
    await endSession(ctx, tenantId);
    const [message] = world.takeDue();
    await receive(ctx, [message], { queue: 'agate-webhooks-dead' });
    await forgetSettledLetters(ctx);
    expect(await countDeadLetters(ctx)).toMatchObject([{ count: 1 }]);
    await deliverWebhook(ctx, message!);
    expect(await countDeadLetters(ctx)).toEqual([]);
  });

  it('of deliveries are forgotten when an hour brings no other: ledgers queue what waits again', async () => {
    const world = new WebhookWorld();
    const { ctx } = world;
    const letters = { queue: 'agate-webhooks-dead' };
    await receive(ctx, [{ deliveryId: 'dlv_1', attempt: 0 }, { deliveryId: 'dlv_2' }], letters);
    world.nowMs += 50 * 60_000;
    await receive(ctx, [{ deliveryId: 'dlv_2', attempt: 0 }], letters);
    world.nowMs += 20 * 60_000;
    await forgetSettledLetters(ctx);
    expect(await countDeadLetters(ctx)).toMatchObject([{ count: 1 }]);
  });
});

describe('the schedule', () => {
  it('runs every step even if an earlier one fails, and reports the failure', async () => {
    await makeAccount();
    await env.DB.prepare('DELETE FROM account_days').run();
    const ctx = makeContext();
    // The key ring is empty, so a key is created, but this secret is too short for encrypting it.
    const config = { ...ctx.config, keyEncryptionKey: { current: new Uint8Array(3) } };
    await expect(runSchedule({ ...ctx, config }, DAILY)).rejects.toThrow('rotateKeys');
    expect(await env.DB.prepare('SELECT value FROM account_days').first()).toEqual({ value: 1 });
  });

  it('goes on when a step does not return', async () => {
    const account = await makeAccount();
    await connectSite(account.id);
    await env.DB.prepare('UPDATE grants SET expires_at_ms = 1').run();
    const ctx = makeContext();
    let isFirst = true;
    const db = new Proxy(ctx.db, {
      get(target, name): unknown {
        if (name !== 'run' || !isFirst) return Reflect.get(target, name, target);
        isFirst = false;
        return () => new Promise(() => undefined);
      },
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const run = runSchedule({ ...ctx, db }, FREQUENT);
    vi.runAllTimers();
    vi.useRealTimers();
    await expect(run).rejects.toThrow(/: sweepMails\.$/);
    expect(await liveGrants(account.id)).toBe(0);
  });

  it('forgets grants that have ended', async () => {
    const account = await makeAccount();
    await connectSite(account.id);
    await env.DB.prepare('UPDATE grants SET expires_at_ms = 1').run();
    await runSchedule(makeContext(), FREQUENT);
    expect(await liveGrants(account.id)).toBe(0);
  });

  it('forgets ages a year after their checks, withdrawn or not (privacy notice)', async () => {
    const verifiedAtMs = Date.now() - 365 * 86_400_000;
    const [expired, withdrawn, kept] = [
      await makeAccount(),
      await makeAccount(),
      await makeAccount(),
    ];
    await keepAge(expired, 18, { verifiedAtMs });
    await keepAge(withdrawn, 18, { verifiedAtMs });
    await keepAge(kept, 18, { verifiedAtMs: verifiedAtMs + 60_000 });
    await env.DB.prepare('UPDATE verified_ages SET revoked_at_ms = 1 WHERE account_id = ?')
      .bind(withdrawn.id)
      .run();
    await runSchedule(makeContext(), FREQUENT);
    const { results } = await env.DB.prepare('SELECT account_id FROM verified_ages').all();
    expect(results).toEqual([{ account_id: kept.id }]);
  });

  it('forgets an address that nobody confirmed, once its links have expired (D-49)', async () => {
    const [late, waiting] = [await makeAccount(), await makeAccount()];
    const insert = env.DB.prepare(
      `INSERT INTO email_changes (account_id, email, email_normalized, requested_at_ms, expires_at_ms)
       VALUES (?1, 'new@mail.example', 'new@mail.example', 1, ?2)`,
    );
    await insert.bind(late.id, Date.now()).run();
    await insert.bind(waiting.id, Date.now() + 600_000).run();
    await runSchedule(makeContext(), FREQUENT);
    const { results } = await env.DB.prepare('SELECT account_id FROM email_changes').all();
    expect(results).toEqual([{ account_id: waiting.id }]);
  });

  it('sends everything that is still due when a local service starts, overdue or not', async () => {
    const world = new WebhookWorld();
    const base = makeContext();
    const ctx = { ...base, queues: { ...base.queues, webhooks: world.ctx.queues.webhooks } };
    const tenant = await makeTenant();
    await registerUnreachable(ctx, tenant.id, 'https://hooks.example/a');
    await endSession(ctx, tenant.id);
    await queueMail(ctx, {
      to: 'a@b.example',
      locale: 'en',
      template: 'reset_password',
      details: {},
    });
    await base.settle();
    const before = { deliveries: world.takeDue(), mails: [...base.queued] };
    expect([before.deliveries.length, before.mails.length]).toEqual([1, 1]);
    await runSchedule(ctx, '*/10 * * * *');
    // Nothing is overdue yet, so nothing is queued again.
    expect([world.takeDue().length, base.queued.length]).toEqual([0, 1]);
    // Restarts twice, since the messages that the first restart queued may be lost as well.
    for (const starts of [1, 2]) {
      await runSchedule(ctx, '@restart');
      expect([starts, world.takeDue()]).toEqual([starts, before.deliveries]);
    }
    const [mail] = before.mails;
    expect(base.queued).toEqual([mail, mail, mail]);
  });

  it('refuses a schedule without steps', async () => {
    await expect(runSchedule(makeContext(), '0 0 1 1 *')).rejects.toThrow('0 0 1 1 *');
  });
});
