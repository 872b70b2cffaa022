// The sessions of a volume (D-177): what its calls store, count, erase and forget.
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import type { VolumeRef } from '../../src/domain/platform/ledgers/volume.ts';
import type { LedgerSession } from '../../src/domain/verification/session-list/ledger-session.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/time/durations.ts';
import { alarmOf, ledgerOf, queryLedger, ringLedger } from '../support/customer/ledgers.ts';
import {
  afterErasure,
  movedSession,
  putSessions,
  sessionsIn,
  USUALLY_KEPT,
} from '../support/customer/moved-sessions.ts';
import { goTo } from '../support/visitor/hosted.ts';

let ref: VolumeRef;
let sent: unknown[];

beforeEach(() => {
  ref = { tenantId: `ten_${randomToken(9)}`, test: false, number: 1, residency: 'none' };
  sent = [];
  vi.spyOn(env.SESSION_EVENTS, 'sendBatch').mockImplementation(async (messages) => {
    sent.push(...[...messages].map(({ body }) => body));
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const NOTHING_ERASED = { erased: [], changed: [] };

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const find = async ({ id }: LedgerSession): Promise<LedgerSession | undefined> =>
  (await ledgerOf(ref).findSessions([id]))[0];

const days = () =>
  queryLedger<{ day: string; status: string; verification_type: string; value: number }>(
    ref,
    'SELECT * FROM session_days ORDER BY day, status, verification_type',
  );

const erasedToday = () => {
  const today = dayOf(Date.now());
  return ledgerOf(ref).countErasedSessions(today, today);
};

const hasTables = async (): Promise<boolean> =>
  (await queryLedger(ref, "SELECT 1 FROM sqlite_master WHERE name = 'sessions'")).length > 0;

describe('sessions', () => {
  it('are stored as they are, and a repeat changes nothing', async () => {
    const plain = movedSession();
    const full = movedSession({
      counted_before: true,
      contested: true,
      previous_id: 'p',
      previous_hash: 'h',
      reason: 'not_verified_age',
      metadata: '{"a":"ü\u2028\\"","b":[1]}',
      erased_at_ms: Date.now(),
    });
    const bare = movedSession({
      result_hash: null,
      verification_type: null,
      gate: null,
      measured: null,
      risk: null,
      external_user_id: null,
      metadata: null,
      ip_country: null,
      completed_at_ms: null,
      funnel: null,
    });
    for (let time = 0; time < 2; time += 1) await putSessions(ref, plain, full, bare);
    expect(await Promise.all([plain, full, bare].map(find))).toEqual([plain, full, bare]);
    expect((await sessionsIn(ref)).map(({ id }) => id)).toEqual([plain.id, full.id, bare.id]);
  });

  it('are replaced by newer versions only, and keep their steps and place', async () => {
    const session = movedSession();
    await putSessions(ref, session, movedSession());
    const newer = { ...session, version: 5, status: 'retaken', funnel: null };
    await putSessions(ref, newer);
    await putSessions(ref, { ...session, version: 4, status: 'failed' });
    expect(await find(session)).toEqual({ ...newer, funnel: session.funnel });
    expect((await sessionsIn(ref))[0]).toMatchObject({ id: session.id, seq: 1 });
  });

  it('are counted in total, and by day as far as a page goes', async () => {
    const before = (days: number) => ({ created_at_ms: Date.now() - days * DAY_MS });
    const counts = (most: number, filter = {}) => ledgerOf(ref).countSessions(filter, most);
    expect(await counts(1)).toEqual({ total: 0, days: [] });
    await putSessions(ref, ...[20, 20, 21, 22, 22, 22].map((days) => movedSession(before(days))));
    const days = [2, 1, 3].map((value, at) => ({
      day: dayOf(before(20 + at).created_at_ms),
      value,
    }));
    for (const [most, until] of [
      [0, 0],
      [1, 1],
      [2, 1],
      [3, 2],
      [4, 3],
      [100, 3],
    ] as const)
      expect(await counts(most)).toEqual({ total: 6, days: days.slice(0, until) });
    expect(await counts(100, { status: 'failed' })).toEqual({ total: 0, days: [] });
  });

  it('count by day, status and type, after every change', async () => {
    const createdAtMs = Date.now() - 20 * DAY_MS;
    const [one, other] = [0, 1].map(() => movedSession({ created_at_ms: createdAtMs }));
    const untyped = movedSession({ created_at_ms: createdAtMs, verification_type: null });
    await putSessions(ref, one!, other!, untyped);
    const day = dayOf(createdAtMs);
    const row = { day, status: 'success' };
    expect(await days()).toEqual([
      { ...row, verification_type: '', value: 1 },
      { ...row, verification_type: 'face', value: 2 },
    ]);
    await putSessions(ref, { ...one!, version: 4, status: 'retaken' });
    await putSessions(ref, { ...untyped, version: 4, verification_type: 'document' });
    expect(await days()).toEqual([
      { day, status: 'retaken', verification_type: 'face', value: 1 },
      { ...row, verification_type: 'document', value: 1 },
      { ...row, verification_type: 'face', value: 1 },
    ]);
    await ledgerOf(ref).eraseSessions([afterErasure(other!, createdAtMs)]);
    await ledgerOf(ref).keepSessions({ keptMs: DAY_MS, settledMs: DAY_MS });
    await ringLedger(ref);
    expect((await days()).map(({ status }) => status)).toEqual(['retaken', 'success']);
  });

  it('do not fill an empty volume with tables', async () => {
    await putSessions(ref);
    await ledgerOf(ref).redact(['a']);
    await ledgerOf(ref).keepSessions(USUALLY_KEPT);
    expect(await ledgerOf(ref).eraseSessions([movedSession()])).toMatchObject(NOTHING_ERASED);
    expect(await erasedToday()).toBe(0);
    expect(await hasTables()).toBe(false);
    expect(await alarmOf(ref)).toBeNull();
  });
});

describe('an erasure', () => {
  it('is applied and counted once, and only to sessions that the volume has', async () => {
    const [known, foreign] = [movedSession(), movedSession()];
    await putSessions(ref, known);
    const erased = [known, foreign].map((session) => afterErasure(session));
    for (let time = 0; time < 2; time += 1)
      expect(await ledgerOf(ref).eraseSessions(erased)).toMatchObject({
        erased: [known.id],
        changed: [],
      });
    expect(await find(known)).toEqual({ ...erased[0], funnel: known.funnel });
    expect(await find(foreign)).toBeUndefined();
    expect(await erasedToday()).toBe(1);
    // A later event of the erased session, such as another erasure, is not counted again.
    await ledgerOf(ref).eraseSessions([{ ...erased[0]!, version: 9 }]);
    expect(await find(known)).toMatchObject({ version: 9 });
    expect(await erasedToday()).toBe(1);
  });

  it('that is older than the session changes nothing', async () => {
    const session = movedSession({ version: 7 });
    await putSessions(ref, session);
    const old = { ...afterErasure(session), version: 6 };
    expect(await ledgerOf(ref).eraseSessions([old])).toMatchObject({ erased: [session.id] });
    expect(await find(session)).toEqual(session);
    expect(await erasedToday()).toBe(0);
  });

  it('is not applied to a session whose figures it would change, too', async () => {
    const session = movedSession({ status: 'failed' });
    await putSessions(ref, session);
    const erased = { ...afterErasure(session), status: 'retaken' };
    expect(await ledgerOf(ref).eraseSessions([erased])).toMatchObject({
      erased: [],
      changed: [session],
    });
    expect(await find(session)).toEqual(session);
  });

  it('counts on its own day', async () => {
    const sessions = [movedSession(), movedSession(), movedSession()];
    await putSessions(ref, ...sessions);
    const times = ['2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00Z', '2026-03-04T12:00:00Z'];
    await ledgerOf(ref).eraseSessions(
      sessions.map((session, at) => afterErasure(session, Date.parse(times[at]!))),
    );
    const count = (from: string, to: string) => ledgerOf(ref).countErasedSessions(from, to);
    expect(await count('2026-03-01', '2026-03-01')).toBe(1);
    expect(await count('2026-03-01', '2026-03-04')).toBe(3);
    expect(await count('2026-03-02', '2026-03-03')).toBe(1);
    expect(await count('2026-03-05', '2027-03-05')).toBe(0);
  });

  it('that the row in D1 has removes personal data here, without being counted', async () => {
    const [session, other] = [movedSession(), movedSession()];
    await putSessions(ref, session, other);
    await ledgerOf(ref).redact([session.id]);
    expect(await find(session)).toEqual({
      ...session,
      external_user_id: null,
      metadata: null,
      ip_country: null,
    });
    expect(await find(other)).toEqual(other);
    expect(await erasedToday()).toBe(0);
    // The row arrives again, already erased; D1 has counted that erasure.
    await putSessions(ref, afterErasure(session));
    expect(await find(session)).toMatchObject({ erased_at_ms: expect.any(Number) });
    expect(await erasedToday()).toBe(0);
  });
});

/** A session that is too old for its customer's list. */
const old = (changes: Partial<LedgerSession> = {}) =>
  movedSession({ created_at_ms: Date.now() - 181 * DAY_MS, ...changes });

describe('the alarm', () => {
  it('deletes sessions that are old and were erased long ago, and no others', async () => {
    const longAgo = Date.now() - 8 * DAY_MS;
    const [due, recent, unsettled] = [
      old({ erased_at_ms: longAgo }),
      movedSession({ created_at_ms: Date.now() - 179 * DAY_MS, erased_at_ms: longAgo }),
      old({ erased_at_ms: Date.now() - 6 * DAY_MS }),
    ];
    await putSessions(ref, due, recent, unsettled);
    expect(await ringLedger(ref)).toBe(true);
    expect((await sessionsIn(ref)).map(({ id }) => id)).toEqual([recent.id, unsettled.id]);
  });

  it('is set for the day on which the oldest session is old enough', async () => {
    const createdAtMs = Date.now() - 20 * DAY_MS;
    await putSessions(ref, movedSession({ created_at_ms: createdAtMs, erased_at_ms: 1 }));
    expect(await alarmOf(ref)).toBe(createdAtMs + 180 * DAY_MS + 1);
    // A longer retention period does not move the alarm; a shorter one does.
    await ledgerOf(ref).keepSessions({ keptMs: 400 * DAY_MS, settledMs: 0 });
    await ledgerOf(ref).keepSessions({ keptMs: 100 * DAY_MS, settledMs: 0 });
    expect(await alarmOf(ref)).toBe(createdAtMs + 100 * DAY_MS + 1);
    await ledgerOf(ref).keepSessions({ keptMs: 10 * DAY_MS, settledMs: 0 });
    expect(await alarmOf(ref)).toBeLessThanOrEqual(Date.now() + MINUTE_MS);
  });

  it('comes back once an hour for sessions that cannot be deleted yet', async () => {
    await putSessions(ref, old({ erased_at_ms: Date.now() }), movedSession());
    await ringLedger(ref);
    const waitMs = (await alarmOf(ref))! - Date.now();
    expect(waitMs).toBeGreaterThan(HOUR_MS - MINUTE_MS);
    expect(waitMs).toBeLessThanOrEqual(HOUR_MS);
  });

  it('keeps the period that it was told last, whatever a later write of sessions says', async () => {
    const createdAtMs = Date.now() - 20 * DAY_MS;
    const session = movedSession({ created_at_ms: createdAtMs, erased_at_ms: 1 });
    await putSessions(ref, session);
    await ledgerOf(ref).keepSessions({ keptMs: 100 * DAY_MS, settledMs: 0 });
    await putSessions(ref, session);
    expect(await alarmOf(ref)).toBe(createdAtMs + 100 * DAY_MS + 1);
  });

  it('deletes very many sessions in parts', async () => {
    const many = Array.from({ length: 6_000 }, () =>
      old({ id: randomToken(12), erased_at_ms: 1, external_user_id: null }),
    );
    await putSessions(ref, ...many, movedSession());
    await ringLedger(ref);
    expect(await sessionsIn(ref)).toHaveLength(1_001);
    expect(await alarmOf(ref)).toBeLessThanOrEqual(Date.now() + MINUTE_MS);
    await ringLedger(ref);
    expect(await sessionsIn(ref)).toHaveLength(1);
  });

  it('deletes the volume after its last session', async () => {
    await putSessions(ref, old({ erased_at_ms: 1 }));
    await ringLedger(ref);
    expect(await hasTables()).toBe(false);
    expect(await alarmOf(ref)).toBeNull();
    // The volume can be used again.
    await putSessions(ref, movedSession());
    expect(await sessionsIn(ref)).toHaveLength(1);
  });

  it('keeps a volume that has counted erasures, without waking it', async () => {
    const session = old();
    await putSessions(ref, session);
    await ledgerOf(ref).eraseSessions([afterErasure(session)]);
    const today = dayOf(Date.now());
    goTo(8 * DAY_MS);
    await ringLedger(ref);
    expect(await sessionsIn(ref)).toEqual([]);
    expect(await ledgerOf(ref).countErasedSessions(today, today)).toBe(1);
    expect(await alarmOf(ref)).toBeNull();
  });
});

it('a full volume takes sessions, but no more events', async () => {
  const written = await ledgerOf(ref).putSessions([movedSession()], USUALLY_KEPT, 1);
  expect(written).toMatchObject({ isSealed: true, isWritten: true });
  expect(await ledgerOf(ref).putSessions([movedSession()], USUALLY_KEPT, 1)).toMatchObject({
    isWritten: true,
  });
  expect(await sessionsIn(ref)).toHaveLength(2);
});
