// Sessions in a volume that are too old for the session list but were not erased (D-177): the
// volume queries the sessions' objects before it deletes anything.
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import type { VolumeRef } from '../../src/domain/platform/ledgers/volume.ts';
import type { SessionEvent } from '../../src/domain/verification/rules/session/result.ts';
import type { LedgerSession } from '../../src/domain/verification/session-list/ledger-session.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/time/durations.ts';
import { alarmOf, ledgerOf, ringLedger } from '../support/customer/ledgers.ts';
import { movedSession, putSessions, sessionsIn } from '../support/customer/moved-sessions.ts';
import { BROWSER, openSession } from '../support/customer/sessions.ts';
import { goTo } from '../support/visitor/hosted.ts';

let ref: VolumeRef;
let sent: unknown[];
let queue: MockInstance<typeof env.SESSION_EVENTS.sendBatch>;

beforeEach(() => {
  ref = { tenantId: `ten_${randomToken(9)}`, test: false, number: 1, residency: 'none' };
  sent = [];
  queue = vi.spyOn(env.SESSION_EVENTS, 'sendBatch').mockImplementation(async (messages) => {
    sent.push(...[...messages].map(({ body }) => body));
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const find = async ({ id }: LedgerSession): Promise<LedgerSession | undefined> =>
  (await ledgerOf(ref).findSessions([id]))[0];

const erasedToday = () => {
  const today = dayOf(Date.now());
  return ledgerOf(ref).countErasedSessions(today, today);
};

/** A session that is too old for its customer's list. */
const old = (changes: Partial<LedgerSession> = {}) =>
  movedSession({ created_at_ms: Date.now() - 181 * DAY_MS, ...changes });

describe('an old session that was not erased', () => {
  /** A session that has an object and has ended; its retention period is one day. */
  async function ended(): Promise<LedgerSession> {
    const stub = await openSession({
      tenant: { id: ref.tenantId, retentionDays: 1 },
      request: { userId: 'u-1' },
    });
    await stub.cancelSession(BROWSER);
    return movedSession({ id: stub.id.toString(), status: 'canceled' });
  }

  it('is asked, and its object repeats the erasure', async () => {
    const session = await ended();
    goTo(190 * DAY_MS);
    sent = [];
    await putSessions(ref, { ...session, created_at_ms: Date.now() - 190 * DAY_MS });
    await ringLedger(ref);
    expect(sent).toContainEqual(
      expect.objectContaining({
        type: 'erased',
        row: expect.objectContaining({ id: session.id, tenantId: ref.tenantId }),
      }),
    );
    // The queue's consumer applies the erasure; until then nothing is deleted.
    expect(await find(session)).toMatchObject({ erased_at_ms: null });
    expect(await erasedToday()).toBe(0);
  });

  it('is left alone for a day if it is not due, because its retention was longer then', async () => {
    const stub = await openSession({ tenant: { id: ref.tenantId, retentionDays: 365 } });
    await stub.cancelSession(BROWSER);
    // Without this confirmation, the object itself would send the event for the session's end
    // again.
    const { row } = sent.at(-1) as SessionEvent;
    await stub.confirmEnd(row.version);
    const session = movedSession({ id: stub.id.toString(), status: 'canceled' });
    goTo(190 * DAY_MS);
    sent = [];
    await putSessions(ref, { ...session, created_at_ms: Date.now() - 190 * DAY_MS });
    await ringLedger(ref);
    expect(sent).toEqual([]);
    expect(await find(session)).toMatchObject({ erased_at_ms: null });
    const waitMs = (await alarmOf(ref))! - Date.now();
    expect(waitMs).toBeGreaterThan(23 * HOUR_MS);
    expect(waitMs).toBeLessThanOrEqual(DAY_MS);
  });

  it('is ended when its object is gone, and counts as erased', async () => {
    const [gone, foreign, young] = [old(), old({ id: 'f'.repeat(64) }), movedSession()];
    await putSessions(ref, gone, foreign, young);
    await ringLedger(ref);
    for (const session of [gone, foreign])
      expect(await find(session)).toEqual({
        ...session,
        external_user_id: null,
        metadata: null,
        ip_country: null,
        erased_at_ms: expect.any(Number),
      });
    expect(await find(young)).toEqual(young);
    expect(await erasedToday()).toBe(2);
    expect(sent).toEqual([]);
    goTo(8 * DAY_MS);
    await ringLedger(ref);
    expect((await sessionsIn(ref)).map(({ id }) => id)).toEqual([young.id]);
  });

  it('loses its personal data in events, too, when its object is gone', async () => {
    const session = old();
    await putSessions(ref, session);
    const event = { id: 'evt_1', type: 'session.success', position: 2, created_at_ms: Date.now() };
    await ledgerOf(ref).record({
      events: [
        {
          ...event,
          session_id: session.id,
          body: JSON.stringify({ data: { external_user_id: 'user-1' } }),
          redacted: 0,
        },
      ],
      deliveries: [],
      ref,
      nowMs: Date.now(),
      begunAfter: 0,
      fullBytes: 1e9,
    });
    await ringLedger(ref);
    const { events } = await ledgerOf(ref).readFeed({ after: 0 }, 10);
    expect(events[0]?.body).not.toContain('user-1');
  });

  it('stays when its object cannot be reached, and the volume goes on with its other work', async () => {
    const [stuck, due] = [old(), old({ erased_at_ms: 1 })];
    await putSessions(ref, stuck, due);
    await runInDurableObject(ledgerOf(ref), (object) => {
      const namespace = env.VERIFICATION_SESSION;
      const away = { repeatEvent: () => Promise.reject(new Error('unreachable')) };
      Reflect.set(object, 'env', {
        ...env,
        VERIFICATION_SESSION: {
          idFromString: (id: string) => namespace.idFromString(id),
          get: () => away,
        },
      });
    });
    await ringLedger(ref);
    expect(await find(stuck)).toEqual(stuck);
    expect(await find(due)).toBeUndefined();
    expect(await erasedToday()).toBe(0);
  });

  it('does not hold up deliveries while the queue of sessions fails', async () => {
    const session = await ended();
    goTo(190 * DAY_MS);
    await putSessions(ref, { ...session, created_at_ms: Date.now() - 190 * DAY_MS });
    const common = { session_id: null, position: 1, created_at_ms: Date.now() };
    await ledgerOf(ref).record({
      events: [{ ...common, id: 'evt_1', type: 'webhook.test', body: '{}', redacted: 0 }],
      deliveries: [{ ...common, id: 'dlv_1', event_id: 'evt_1', endpoint_id: 'we_1' }],
      ref,
      nowMs: Date.now(),
      begunAfter: 0,
      fullBytes: 1e9,
    });
    queue.mockRejectedValue(new Error('The queue is down.'));
    const attempts = vi.spyOn(env.WEBHOOKS, 'sendBatch').mockResolvedValue({
      metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } },
    });
    goTo(3 * MINUTE_MS);
    await ringLedger(ref).catch(() => undefined);
    expect(attempts).toHaveBeenCalledOnce();
  });
});
