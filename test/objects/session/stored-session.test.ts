// The row that every change of a session rewrites, and the session's single alarm: each write of
// either is billed (D-173).
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newRecord } from '../../../src/domain/verification/rules/session/session.ts';
import { cancelAsTenant } from '../../../src/domain/verification/rules/session/steps.ts';
import { apply } from '../../../src/domain/verification/rules/session/machine.ts';
import {
  BROWSER,
  newSession,
  openSession,
  type SessionStub,
} from '../../support/customer/sessions.ts';
import { watchedStorage } from '../../support/customer/watched-storage.ts';
import { eventually } from '../../support/installation/eventually.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the alarm', () => {
  const countSet = (stub: SessionStub) =>
    runInDurableObject(stub, (_object, { storage }) => vi.spyOn(storage, 'setAlarm'));
  const alarmOf = (stub: SessionStub) =>
    runInDurableObject(stub, (_object, { storage }) => storage.getAlarm());

  it('is not written again by a step that leaves its time as it is', async () => {
    const stub = await openSession();
    const before = await alarmOf(stub);
    const set = await countSet(stub);
    await stub.giveConsent(BROWSER);
    await stub.noteCamera(BROWSER);
    expect(set).not.toHaveBeenCalled();
    expect(await alarmOf(stub)).toBe(before);
  });

  it('stays when it rings earlier than needed, and is then set to what is next', async () => {
    const stub = await openSession();
    const early = await alarmOf(stub);
    expect(early).toBeLessThanOrEqual(Date.now() + 60_000);
    await runDurableObjectAlarm(stub);
    const next = await alarmOf(stub);
    expect(next).toBeGreaterThan(early!);
    await runDurableObjectAlarm(stub);
    expect(await alarmOf(stub)).toBe(next);
  });

  it('is set to an earlier time when an event would otherwise wait longer than a minute', async () => {
    const stub = await openSession();
    await runDurableObjectAlarm(stub);
    expect(await alarmOf(stub)).toBeGreaterThan(Date.now() + 60_000);
    await runInDurableObject(stub, (object) => {
      const { env: bindings } = object as unknown as { env: Env };
      vi.spyOn(bindings.SESSION_EVENTS, 'sendBatch').mockRejectedValue(new Error('queue is down'));
    });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await stub.cancelSession(BROWSER);
    expect(await alarmOf(stub)).toBeLessThanOrEqual(Date.now() + 60_000);
  });
});

describe('the row of a session', () => {
  it('is written once for a change with its events, and once for the confirmation of its end', async () => {
    const stub = env.VERIFICATION_SESSION.get(env.VERIFICATION_SESSION.newUniqueId());
    await runInDurableObject(stub, async (_object, state) => {
      const { storage, sent } = watchedStorage(state);
      const put = vi.spyOn(state.storage.kv, 'put');
      const set = vi.spyOn(state.storage, 'setAlarm');
      const created = newRecord(state.id.toString(), newSession({ request: { userId: 'u-1' } }));
      const { notices } = await storage.save(created, 'created');
      expect(notices.version).toBe(1);
      await storage.save(storage.read(Date.now())!, 'opened');
      const ended = cancelAsTenant(storage.read(Date.now())!, Date.now())!;
      const { notices: last } = await storage.save(ended, 'completed');
      await eventually(() => expect(sent).toHaveLength(1));
      await storage.confirmEnd(last.version);
      expect(put.mock.calls.map(([key]) => key)).toEqual(Array(4).fill('session'));
      expect(set).toHaveBeenCalledTimes(2);
      // Nothing is left to send, now or after a restart.
      const restarted = watchedStorage(state);
      await restarted.storage.wake(Date.now());
      expect(restarted.sent).toEqual([]);
    });
  });

  it('keeps an end that was sent but not confirmed across a restart, and sends it again', async () => {
    const stub = await openSession();
    await runInDurableObject(stub, async (_object, state) => {
      const { storage, sent } = watchedStorage(state);
      const ended = apply(storage.read(Date.now())!, { type: 'cancel' }, Date.now())!;
      await storage.save(ended, 'completed');
      await eventually(() => expect(sent).toHaveLength(1));
      const restarted = watchedStorage(state);
      await restarted.storage.wake(Date.now());
      expect(restarted.sent).toEqual(sent);
      await restarted.storage.wake(Date.now());
      expect(restarted.sent).toHaveLength(1);
    });
  });

  it('keeps an earlier event that was not sent when the end is confirmed by another way', async () => {
    const stub = await openSession({ test: true });
    await runInDurableObject(stub, async (_object, state) => {
      const { storage, sent, queue } = watchedStorage(state);
      queue.isBroken = true;
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      await storage.save(storage.read(Date.now())!, 'review_required');
      const ended = apply(storage.read(Date.now())!, { type: 'cancel' }, Date.now())!;
      const { notices } = await storage.save(ended, 'completed');
      await storage.confirmEnd(notices.version);
      queue.isBroken = false;
      await storage.wake(Date.now());
      expect(sent.map(({ type }) => type)).toEqual(['review_required']);
    });
  });

  it('takes over what versions before D-173 stored beside it', async () => {
    const stub = await openSession({ request: { userId: 'u-1' } });
    const counter = { of: 'a counter', sessionId: stub.id.toString(), state: 'released' as const };
    await runInDurableObject(stub, async (_object, state) => {
      const { kv, sql } = state.storage;
      const first = watchedStorage(state);
      const ended = apply(first.storage.read(Date.now())!, { type: 'cancel' }, Date.now())!;
      await first.storage.save(ended, 'completed');
      const { beside, ...record } = kv.get<{ beside: { ends: object } }>('session')!;
      // Stores the session as an earlier version did.
      kv.put('session', record);
      kv.put('unconfirmed', beside.ends);
      kv.put('attempt-report', counter);
      sql.exec('CREATE TABLE outbox (seq INTEGER PRIMARY KEY, body TEXT NOT NULL)');
      for (const event of first.sent)
        sql.exec('INSERT INTO outbox (body) VALUES (?)', JSON.stringify(event));
      const { storage, sent } = watchedStorage(state);
      await storage.wake(Date.now());
      expect(sent).toEqual(first.sent);
      expect([...kv.list()].map(([key]) => key)).toEqual(['session']);
      expect(sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'outbox'").toArray()).toEqual([]);
      await storage.confirmEnd(sent.at(-1)!.row.version);
      expect(kv.get<{ beside: object }>('session')!.beside).toEqual({ events: [] });
    });
  });

  it('takes over what an earlier version stored while it ran again, and leaves nothing of it', async () => {
    const stub = await openSession({ request: { userId: 'u-1' } });
    await runInDurableObject(stub, async (_object, state) => {
      const { kv, sql } = state.storage;
      const first = watchedStorage(state);
      const ended = apply(first.storage.read(Date.now())!, { type: 'cancel' }, Date.now())!;
      const { notices } = await first.storage.save(ended, 'completed');
      const { beside, ...record } = kv.get<{ beside: { ends: object } }>('session')!;
      // The earlier version kept the members that it did not know, and stored the rest in its own
      // layout.
      kv.put('session', { ...record, beside: { events: [], evidence: { faces: ['stale'] } } });
      kv.put('unconfirmed', beside.ends);
      sql.exec('CREATE TABLE outbox (seq INTEGER PRIMARY KEY, body TEXT NOT NULL)');
      sql.exec('INSERT INTO outbox (body) VALUES (?)', JSON.stringify(first.sent[0]));
      const { storage, sent } = watchedStorage(state);
      await storage.wake(Date.now());
      expect(sent).toEqual(first.sent);
      await storage.confirmEnd(notices.version);
      expect([...kv.list()].map(([key]) => key)).toEqual(['session']);
      expect(kv.get<{ beside: object }>('session')!.beside).toEqual({ events: [] });
    });
  });

  it('leaves nothing of an earlier version when its session is erased', async () => {
    const stub = await openSession({ request: { userId: 'u-1' } });
    await runInDurableObject(stub, async (_object, state) => {
      const { kv, sql } = state.storage;
      const first = watchedStorage(state);
      await first.storage.save(
        apply(first.storage.read(Date.now())!, { type: 'cancel' }, Date.now())!,
        'completed',
      );
      kv.put('erased', Date.now());
      sql.exec('CREATE TABLE outbox (seq INTEGER PRIMARY KEY, body TEXT NOT NULL)');
      sql.exec('INSERT INTO outbox (body) VALUES (?)', JSON.stringify(first.sent[0]));
      await watchedStorage(state).storage.confirmErasure(Date.now());
      expect([...kv.list()].map(([key]) => key)).toEqual(['tombstone']);
      expect(sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'outbox'").toArray()).toEqual([]);
    });
  });
});

describe('an erasure that is not confirmed', () => {
  it('is repeated once an hour', async () => {
    const stub = await openSession();
    await runInDurableObject(stub, async (_object, state) => {
      const { storage, sent } = watchedStorage(state);
      const ended = apply(storage.read(Date.now())!, { type: 'cancel' }, Date.now())!;
      await storage.save(ended, 'completed');
      await storage.erase(storage.read(Date.now())!, Date.now());
      await storage.wake(Date.now());
      const erasures = () => sent.filter(({ type }) => type === 'erased');
      expect(erasures()).toHaveLength(1);
      expect(await state.storage.getAlarm()).toBeGreaterThan(Date.now() + 50 * 60_000);
      await storage.wake(Date.now());
      expect(erasures()).toHaveLength(2);
      expect(await state.storage.getAlarm()).toBeGreaterThan(Date.now() + 50 * 60_000);
    });
  });

  it('keeps an end that is not sent, though the clock went back', async () => {
    const stub = await openSession();
    await runInDurableObject(stub, async (_object, state) => {
      const { storage, sent, queue } = watchedStorage(state);
      queue.isBroken = true;
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const nowMs = Date.now();
      await storage.save(apply(storage.read(nowMs)!, { type: 'cancel' }, nowMs)!, 'completed');
      await storage.erase(storage.read(nowMs)!, nowMs - 10_000);
      queue.isBroken = false;
      await storage.wake(Date.now());
      expect(sent.map(({ type }) => type)).toEqual(['completed', 'erased']);
    });
  });
});
