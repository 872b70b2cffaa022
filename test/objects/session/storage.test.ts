import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import worker from '../../../src/index.ts';
import { apply } from '../../../src/domain/verification/rules/session/machine.ts';
import { unfoldFunnel } from '../../../src/domain/verification/rules/session/folded-funnel.ts';
import type { SessionEvent } from '../../../src/domain/verification/rules/session/result.ts';
import { createMessageBatch, createExecutionContext, getQueueResult } from 'cloudflare:test';
import {
  BROWSER,
  createSession,
  INIT,
  openSession,
  type SessionStub,
} from '../../support/customer/sessions.ts';
import { watchedStorage } from '../../support/customer/watched-storage.ts';
import { eventually } from '../../support/installation/eventually.ts';

const DAY_MS = 86_400_000;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/**
 * Replaces the session's queue with one that records what is sent, fails while `broken`, and does
 * not respond while `silent`.
 */
function watchQueue(stub: SessionStub) {
  const watch = { broken: false, silent: false, sent: [] as SessionEvent[] };
  return runInDurableObject(stub, (object) => {
    const { env: objectEnv } = object as unknown as { env: Env };
    vi.spyOn(objectEnv.SESSION_EVENTS, 'sendBatch').mockImplementation(async (messages) => {
      if (watch.broken) throw new Error('queue is down');
      if (watch.silent) return new Promise(() => undefined);
      for (const message of messages) watch.sent.push(message.body as SessionEvent);
      return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
    });
    return watch;
  }).then(() => watch);
}

async function consume(events: SessionEvent[]) {
  const execution = createExecutionContext();
  const batch = createMessageBatch<SessionEvent>(
    'agate-session-events',
    events.map((body, i) => ({ id: String(i), timestamp: new Date(), attempts: 1, body })),
  );
  await worker.queue(batch, env, execution);
  return getQueueResult(batch, execution);
}

const rowOf = (stub: SessionStub) =>
  env.DB.prepare('SELECT * FROM verification_sessions WHERE id = ?')
    .bind(stub.id.toString())
    .first();

describe('outbox → queue → row', () => {
  it('keeps events while the queue is down, and sends them in order when it recovers', async () => {
    const stub = await createSession();
    const watch = await watchQueue(stub);
    watch.broken = true;
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await stub.openLink({ initHash: INIT, newHash: BROWSER });
    await stub.cancelSession(BROWSER);
    await runDurableObjectAlarm(stub);
    expect(watch.sent).toEqual([]);
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
    expect(lines.at(-1)).toEqual({
      event: 'events_not_queued',
      session: stub.id.toString(),
      error: 'Error',
      failures: lines.length,
    });
    const alarm = await runInDurableObject(stub, (_object, state) => state.storage.getAlarm());
    expect(alarm).not.toBeNull();
    watch.broken = false;
    await runDurableObjectAlarm(stub);
    const versions = watch.sent.map((event) => event.row.version);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect(watch.sent.at(-1)).toMatchObject({ type: 'completed', row: { status: 'canceled' } });
  });

  it('sends them again when the queue did not confirm', async () => {
    const stub = await openSession();
    const watch = await watchQueue(stub);
    watch.silent = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await stub.cancelSession(BROWSER);
    await runInDurableObject(stub, () => void vi.runAllTimers());
    vi.useRealTimers();
    watch.silent = false;
    await runDurableObjectAlarm(stub);
    expect(watch.sent).toMatchObject([{ type: 'completed' }]);
  });

  it('never lose their alarm, whatever fails in it, since the platform gives up after six tries', async () => {
    const stub = await openSession();
    const spied = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const alarm = await runInDurableObject(stub, async (object, { storage }) => {
      storage.kv.put('session', { version: 1 });
      await storage.deleteAlarm();
      await (object as unknown as { alarm(): Promise<void> }).alarm();
      return storage.getAlarm();
    });
    expect(spied.mock.calls.flat().join()).toContain('session_alarm_failed');
    expect(alarm).toBeGreaterThan(Date.now());
  });

  it('catch up on a lost alarm when the list asks for the session', async () => {
    const stub = await openSession({ request: { userId: 'u-1' } });
    await stub.cancelSession(BROWSER);
    await runInDurableObject(stub, (_object, { storage }) => storage.deleteAlarm());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * DAY_MS });
    expect(await stub.repeatEvent()).toMatchObject({ type: 'erased', row: { status: 'canceled' } });
  });

  it('names the preceding event in each event that the customer receives', async () => {
    const stub = await createSession({ test: true });
    const watch = await watchQueue(stub);
    const access = { tenantId: 'ten_1', test: true, kind: 'init', secretHash: INIT } as const;
    await stub.settleAsTenant(access, 'pending_tenant_review');
    await stub.settleAsTenant(access, 'awaiting_retake');
    await eventually(() => expect(watch.sent).toHaveLength(2));
    expect(watch.sent.map(({ after }) => after)).toEqual([undefined, watch.sent[0]!.row.version]);
    expect(await stub.repeatEvent()).toMatchObject({ after: watch.sent[0]!.row.version });
  });

  it('writes the row of a session', async () => {
    const stub = await createSession({ request: { userId: 'u-1', metadata: 'm' } });
    await eventually(async () => expect(await rowOf(stub)).toBeTruthy());
    expect(await rowOf(stub)).toMatchObject({
      tenant_id: 'ten_1',
      status: 'pending',
      version: 1,
      external_user_id: 'u-1',
      metadata: 'm',
      gate: 18,
    });
  });

  it('changes nothing when messages arrive twice or in any order', async () => {
    const stub = await createSession();
    const watch = await watchQueue(stub);
    await stub.openLink({ initHash: INIT, newHash: BROWSER });
    await stub.cancelSession(BROWSER);
    await eventually(() => expect(watch.sent.at(-1)?.row.status).toBe('canceled'));
    const events = watch.sent;
    await consume(events.toReversed());
    const final = await rowOf(stub);
    expect(final).toMatchObject({ status: 'canceled', version: events.at(-1)?.row.version });
    for (const order of [events, [...events, ...events], events.toReversed()]) {
      await consume(order);
      expect(await rowOf(stub)).toEqual(final);
    }
  });

  it('applies events one by one when the database fails for a batch, and loses none', async () => {
    const stub = await createSession();
    const watch = await watchQueue(stub);
    await stub.openLink({ initHash: INIT, newHash: BROWSER });
    await eventually(() => expect(watch.sent.length).toBeGreaterThan(0));
    const batchCall = vi.spyOn(env.DB, 'batch').mockRejectedValueOnce(new Error('D1 is down'));
    await consume(watch.sent);
    expect(batchCall.mock.calls.length).toBeGreaterThan(1);
    batchCall.mockRestore();
    expect(await rowOf(stub)).toMatchObject({ status: 'in_progress' });
  });

  it('holds only a running session for a minute, so that most are written once (D-165)', async () => {
    const typesOf = async (test: boolean) => {
      const stub = await openSession({ test });
      return runInDurableObject(stub, async (_object, state) => {
        const { storage, sent } = watchedStorage(state);
        await storage.save(storage.read(Date.now())!, 'created', 'opened');
        await storage.wake(Date.now());
        const early = sent.map(({ type }) => type);
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
        await storage.wake(Date.now());
        const minute = sent.map(({ type }) => type);
        vi.useRealTimers();
        await storage.save(storage.read(Date.now())!, 'opened');
        const ended = apply(storage.read(Date.now())!, { type: 'cancel' }, Date.now())!;
        await storage.save(ended, 'completed');
        await storage.wake(Date.now());
        return { early, minute, end: sent.map(({ type }) => type) };
      });
    };
    expect(await typesOf(false)).toEqual({
      early: [],
      minute: ['opened'],
      end: ['opened', 'completed'],
    });
    const all = ['created', 'opened'];
    expect(await typesOf(true)).toEqual({
      early: all,
      minute: all,
      end: [...all, 'opened', 'completed'],
    });
  });

  it('reports once how far the visitor got, without personal data', async () => {
    const stub = await createSession({ request: { userId: 'u-1' } });
    const watch = await watchQueue(stub);
    await stub.openLink({ initHash: INIT, newHash: BROWSER });
    await stub.giveConsent(BROWSER);
    await stub.noteCamera(BROWSER);
    await stub.requestChallenge(BROWSER, 60_000);
    await stub.cancelSession(BROWSER);
    await eventually(() => expect(watch.sent.at(-1)?.type).toBe('completed'));
    await consume([...watch.sent, ...watch.sent]);
    const read = 'SELECT funnel FROM verification_sessions WHERE id = ?';
    const row = await env.DB.prepare(read).bind(stub.id.toString()).first<{ funnel: string }>();
    const steps = unfoldFunnel(row!.funnel).map(({ name, step }) => [name, step]);
    expect(steps).toEqual([
      ['opened', undefined],
      ['consent', 'consent'],
      ['camera', 'liveness'],
      ['liveness_start', 'liveness'],
      ['cancel', 'liveness'],
    ]);
  });

  it('clears personal data from the row at the end of the retention, and keeps the outcome', async () => {
    const stub = await openSession({
      tenant: { retentionDays: 1 },
      request: { userId: 'u-1', metadata: 'm' },
    });
    const watch = await watchQueue(stub);
    await stub.cancelSession(BROWSER);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS + 1_000 });
    watch.broken = true;
    await runDurableObjectAlarm(stub);
    expect(await runInDurableObject(stub, (_o, s) => [...s.storage.kv.list()].length)).not.toBe(0);
    watch.broken = false;
    await runDurableObjectAlarm(stub);
    expect(watch.sent.filter((event) => event.type === 'erased')).toHaveLength(1);
    // The object requests the erasure again until it knows that the row in D1 has been erased as
    // well.
    await runDurableObjectAlarm(stub);
    expect(watch.sent.filter((event) => event.type === 'erased')).toHaveLength(2);
    expect(await runInDurableObject(stub, (_o, s) => s.storage.getAlarm())).not.toBeNull();
    await consume(watch.sent);
    const keys = () =>
      runInDurableObject(stub, (_o, s) => [...s.storage.kv.list()].map(([key]) => key));
    expect(await keys()).toEqual(['tombstone']);
    // A minute later `init` can no longer be retried, so the object need not keep anything for a
    // retry.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    await runDurableObjectAlarm(stub);
    expect(await keys()).toEqual([]);
    expect(await runInDurableObject(stub, (_o, s) => s.storage.getAlarm())).toBeNull();
    expect(await rowOf(stub)).toMatchObject({
      status: 'canceled',
      external_user_id: null,
      metadata: null,
      ip_country: null,
      erased_at_ms: expect.any(Number),
    });
  });

  it('sends its end again, at growing intervals, until it is known to be written', async () => {
    const stub = await openSession();
    const watch = await watchQueue(stub);
    await stub.cancelSession(BROWSER);
    const ends = () => watch.sent.filter((event) => event.type === 'completed');
    await eventually(() => expect(ends()).toHaveLength(1));
    const wakeAfter = async (minutes: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
      await runDurableObjectAlarm(stub);
    };
    await wakeAfter(9);
    expect(ends()).toHaveLength(1);
    await wakeAfter(2);
    expect(ends()).toHaveLength(2);
    await wakeAfter(39);
    expect(ends()).toHaveLength(2);
    await wakeAfter(2);
    expect(ends()).toHaveLength(3);
    // Each copy of the event has the same version, so a copy that arrives again changes nothing.
    expect(new Set(ends().map(({ row }) => row.version)).size).toBe(1);
    await consume(ends());
    expect(await rowOf(stub)).toMatchObject({ status: 'canceled' });
    await wakeAfter(24 * 60);
    expect(ends()).toHaveLength(3);
  });
});
