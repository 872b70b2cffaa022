// The events and deliveries of a volume: their order, what repeated calls change, and what the
// volume's alarm does.
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import type { NewEvents } from '../../src/domain/integration/webhooks/ledger-rows.ts';
import type { VolumeRef } from '../../src/domain/platform/ledgers/volume.ts';
import { DAY_MS, MINUTE_MS } from '../../src/time/durations.ts';
import { ledgerOf, queryLedger, ringLedger } from '../support/customer/ledgers.ts';
import { goTo } from '../support/visitor/hosted.ts';

let ref: VolumeRef;
let sent: unknown[];
let queue: MockInstance<typeof env.WEBHOOKS.sendBatch>;

beforeEach(() => {
  ref = { tenantId: `ten_${randomToken(9)}`, test: false, number: 1, residency: 'none' };
  sent = [];
  queue = vi.spyOn(env.WEBHOOKS, 'sendBatch').mockImplementation(async (messages) => {
    sent.push(...[...messages].map(({ body }) => body));
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** One event per session, each with a delivery to the endpoint `we_1`. */
const newEvents = (names: readonly string[], createdAtMs = Date.now()): NewEvents => ({
  events: names.map((name) => ({
    id: `evt_${name}`,
    type: 'session.success',
    session_id: `session-${name}`,
    position: 2,
    body: JSON.stringify({ data: { external_user_id: name } }),
    redacted: 0,
    created_at_ms: createdAtMs,
  })),
  deliveries: names.map((name) => ({
    id: `dlv_${name}`,
    event_id: `evt_${name}`,
    endpoint_id: 'we_1',
    session_id: `session-${name}`,
    position: 2,
    created_at_ms: createdAtMs,
  })),
});

const record = (
  names: readonly string[],
  { begunAfter = 0, fullBytes = 1e9, nowMs = Date.now() } = {},
) => ledgerOf(ref).record({ ...newEvents(names, nowMs), ref, nowMs, begunAfter, fullBytes });

const feed = async (after = 0) =>
  (await ledgerOf(ref).readFeed({ after }, 100)).events.map(({ body }) => nameIn(body));

const nameIn = (body: string): string | undefined =>
  (JSON.parse(body) as { data: { external_user_id?: string } }).data.external_user_id;

const alarmOf = () =>
  runInDurableObject(ledgerOf(ref), (_object, { storage }) => storage.getAlarm());

const attempt = (name: string, number = 0) => ({
  deliveryId: `dlv_${name}`,
  attempt: number,
  endpointId: 'we_1',
});

describe('events', () => {
  it('are in the order of their arrival, and a repeat of them changes nothing', async () => {
    await record(['a', 'b']);
    await record(['b', 'c']);
    await record(['a']);
    expect(await feed()).toEqual(['a', 'b', 'c']);
    expect(await queryLedger(ref, 'SELECT id FROM deliveries ORDER BY id')).toHaveLength(3);
  });

  it('are numbered after those of before the ledgers, which keep their numbers when they are moved', async () => {
    await record(['new'], { begunAfter: 40 });
    const { events, deliveries } = newEvents(['old', 'older', 'late']);
    const moved = {
      events: events.map(({ redacted: _redacted, ...event }, at) => ({
        ...event,
        seq: [40, 7, 41][at]!,
      })),
      deliveries: deliveries.map((row) => ({
        ...row,
        state: 'delivered' as const,
        attempts: 1,
        round_attempts: 1,
        round_started_ms: 5,
        next_attempt_ms: 5,
        leased_until_ms: 0,
        finished_at_ms: 6,
        delivered_by: null,
      })),
      attempts: [],
    };
    for (let time = 0; time < 2; time += 1)
      await ledgerOf(ref).adopt(moved, { ref, nowMs: Date.now(), begunAfter: 41 });
    // The event that was recorded in D1 after the ledger had been started comes last, so that no
    // reader misses it.
    expect(await feed()).toEqual(['older', 'old', 'new', 'late']);
    expect(await ledgerOf(ref).countByDay({ endpointId: 'we_1', state: 'delivered' })).toEqual([
      { day: new Date().toISOString().slice(0, 10), value: 3 },
    ]);
  });

  it('are refused by a volume that is full, for ever, also after lines filled it', async () => {
    expect(await record(['a'], { fullBytes: 1 })).toMatchObject({
      isWritten: true,
      isSealed: true,
    });
    expect(await record(['b'])).toMatchObject({ isWritten: false, isSealed: true });
    expect(await feed()).toEqual(['a']);
    expect(await ledgerOf(ref).knownEvents(['evt_a', 'evt_b'])).toEqual(['evt_a']);
    const lines = { ...ref, number: 2 };
    await ledgerOf(lines).noteRequests([], DAY_MS, 1);
    expect(
      await ledgerOf(lines).record({
        ...newEvents(['c']),
        ref: lines,
        nowMs: Date.now(),
        begunAfter: 0,
        fullBytes: 1e9,
      }),
    ).toMatchObject({ isWritten: false });
  });

  it('lose personal data on erasure, and so does the response of an attempt that is still under way', async () => {
    await record(['a', 'b']);
    const claim = await ledgerOf(ref).claim(attempt('a'), Date.now(), MINUTE_MS);
    if (claim.outcome !== 'claimed') throw new Error(claim.outcome);
    await ledgerOf(ref).redact(['session-a']);
    await ledgerOf(ref).finishAttempt({
      delivery: claim.claimed.delivery,
      attempt: {
        number: 1,
        url: 'https://hooks.example/x',
        at_ms: Date.now(),
        duration_ms: 3,
        status: 200,
        failure: null,
        answer: 'hello a',
      },
      outcome: { state: 'delivered' },
      isSameReceiver: true,
      roundStartedMs: Date.now(),
    });
    expect(await feed()).toEqual([undefined, 'b']);
    const [file] = await ledgerOf(ref).listOfSession('session-a');
    expect(file?.delivery.state).toBe('delivered');
    expect(JSON.stringify(file)).not.toContain('hello');
  });
});

describe('the alarm', () => {
  it('is not set again by each event, and queues what nobody has tried', async () => {
    await record(['a']);
    const setMs = await alarmOf();
    await record(['b'], { nowMs: Date.now() + 5_000 });
    expect(await alarmOf()).toBe(setMs);
    goTo(3 * MINUTE_MS);
    expect(await ringLedger(ref)).toBe(true);
    expect(sent).toEqual([
      { ...attempt('a'), volume: ref },
      { ...attempt('b'), volume: ref },
    ]);
  });

  it('queues an attempt again when the queue has failed', async () => {
    await record(['a']);
    queue.mockRejectedValueOnce(new Error('The queue is down.'));
    goTo(3 * MINUTE_MS);
    await ringLedger(ref).catch(() => undefined);
    expect(sent).toEqual([]);
    goTo(14 * MINUTE_MS);
    await ringLedger(ref);
    expect(sent).toContainEqual({ ...attempt('a'), volume: ref });
  });

  it('tells operators what is late, and that it no longer is', async () => {
    await record(['a']);
    goTo(11 * MINUTE_MS);
    await ringLedger(ref);
    const reports = () => sent.filter((one) => JSON.stringify(one).includes('backlog'));
    expect(reports()).toEqual([
      {
        volume: ref,
        backlog: { overdue: { count: 1, sinceMs: expect.any(Number) }, givenUp: null },
      },
    ]);
    await ledgerOf(ref).changeEndpoint('we_1', 'deleted', Date.now());
    goTo(12 * MINUTE_MS);
    await ringLedger(ref);
    expect(reports().at(-1)).toEqual({ volume: ref, backlog: { overdue: null, givenUp: null } });
  });

  it('forgets events with their deliveries after 30 days, and then the whole volume', async () => {
    await record(['a', 'b']);
    await ledgerOf(ref).changeEndpoint('we_1', 'disabled', Date.now());
    await ringLedger(ref);
    expect((await alarmOf())! - Date.now()).toBeLessThanOrEqual(30 * DAY_MS);
    goTo(29 * DAY_MS);
    await ringLedger(ref);
    expect(await feed()).toEqual(['a', 'b']);
    goTo(30 * DAY_MS + MINUTE_MS);
    await ringLedger(ref);
    expect(await feed()).toEqual([]);
    expect(await alarmOf()).toBeNull();
    const tables = await runInDurableObject(ledgerOf(ref), (_object, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'events'").toArray(),
    );
    expect(tables).toEqual([]);
  });
});

it('keeps counts of a day that are right after every change', async () => {
  await record(['a', 'b', 'c']);
  const today = new Date().toISOString().slice(0, 10);
  const counts = async () =>
    Object.fromEntries(
      (
        await queryLedger<{ state: string; value: number }>(
          ref,
          'SELECT state, value FROM delivery_days WHERE day = ?',
          today,
        )
      ).map(({ state, value }) => [state, value]),
    );
  expect(await counts()).toEqual({ pending: 3 });
  await ledgerOf(ref).changeEndpoint('we_1', 'disabled', Date.now());
  expect(await counts()).toEqual({ dead: 3 });
  await ledgerOf(ref).reopen({ ids: ['dlv_a'] }, Date.now() + 1);
  expect(await counts()).toEqual({ dead: 2, pending: 1 });
  await ledgerOf(ref).changeEndpoint('we_1', 'deleted', Date.now());
  expect(await counts()).toEqual({});
});

it('replays once, however often the same replay is asked for', async () => {
  await record(['a']);
  await ledgerOf(ref).changeEndpoint('we_1', 'disabled', Date.now());
  const atMs = Date.now() + 1;
  expect(await ledgerOf(ref).reopen({ ids: ['dlv_a'] }, atMs)).toEqual([attempt('a')]);
  const claim = await ledgerOf(ref).claim(attempt('a'), atMs + 1, MINUTE_MS);
  if (claim.outcome !== 'claimed') throw new Error(claim.outcome);
  await ledgerOf(ref).finishAttempt({
    delivery: claim.claimed.delivery,
    attempt: {
      number: 1,
      url: 'https://hooks.example/x',
      at_ms: atMs + 1,
      duration_ms: 3,
      status: 200,
      failure: null,
      answer: null,
    },
    outcome: { state: 'delivered' },
    isSameReceiver: true,
    roundStartedMs: atMs + 1,
  });
  expect(await ledgerOf(ref).reopen({ ids: ['dlv_a'] }, atMs)).toEqual([]);
});

describe('the deliveries of an endpoint', () => {
  const states = async () =>
    (
      await queryLedger<{ state: string; n: number }>(
        ref,
        'SELECT state, count(*) AS n FROM deliveries GROUP BY state',
      )
    ).map(({ state, n }) => [state, n]);

  it.each([
    ['disabled', [['dead', 12_000]]],
    ['deleted', []],
  ] as const)(
    'end in parts when it is %s, and none of them is sent meanwhile',
    async (change, end) => {
      await record(Array.from({ length: 12_000 }, (_, n) => `${n}`));
      await ledgerOf(ref).changeEndpoint('we_1', change, Date.now());
      expect((await states()).find(([state]) => state === 'pending')).toEqual(['pending', 7_000]);
      expect(await ledgerOf(ref).takeDue(Date.now() + 5 * MINUTE_MS)).toEqual([]);
      for (let part = 0; part < 3; part += 1) await ringLedger(ref);
      expect(await states()).toEqual(end);
      expect(sent.filter((one) => JSON.stringify(one).includes('deliveryId'))).toEqual([]);
    },
  );

  it('do not end by what was known before they were replayed', async () => {
    await record(['a', 'b']);
    const knownMs = Date.now();
    await ledgerOf(ref).changeEndpoint('we_1', 'disabled', knownMs);
    await ledgerOf(ref).reopen({ ids: ['dlv_a'] }, knownMs + 1_000);
    await record(['c'], { nowMs: knownMs + 1_000 });
    // This change is sent by a consumer that had read the endpoint before the endpoint was enabled
    // again.
    await ledgerOf(ref).changeEndpoint('we_1', 'disabled', knownMs + 500);
    expect(await states()).toEqual([
      ['dead', 1],
      ['pending', 2],
    ]);
  });
});
