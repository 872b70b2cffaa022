// Rows of sessions that ended a few days ago move from D1 to ledgers (D-177). Each session appears
// in the list once, the figures do not change, and late events reach the row wherever it is.
import { createExecutionContext, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createContext, type Context } from '../../../../src/context.ts';
import { runTogether } from '../../../../src/db/run-together.ts';
import { moveSessions } from '../../../../src/domain/integration/moved-sessions/move-sessions.ts';
import { rowsMustExist } from '../../../../src/domain/integration/moved-sessions/moved-store.ts';
import { consumeSessionEvents } from '../../../../src/domain/integration/webhooks/consume-events.ts';
import { readNewestEvents } from '../../../../src/domain/integration/webhooks/read-feed.ts';
import { volumeName } from '../../../../src/domain/platform/ledgers/volume.ts';
import { RECOUNTED_DAYS } from '../../../../src/domain/operations/analytics/recount.ts';
import { KEPT_IN_D1_DAYS } from '../../../../src/domain/verification/rules/session/moved-rows.ts';
import { FIRST_PARTY_TENANT_ID } from '../../../../src/domain/verification/rules/age/account-age.ts';
import type { SessionEvent } from '../../../../src/domain/verification/rules/session/result.ts';
import type { Ledger } from '../../../../src/objects/ledger/ledger.ts';
import { ledgerOf, type LedgerOf } from '../../../support/customer/ledgers.ts';
import { sessionEvent } from '../../../support/customer/session-events.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { completedEvent, newSessionId } from '../../../support/customer/webhooks.ts';

const DAY_MS = 86_400_000;

let ctx: Context;
let tenantId: string;

beforeEach(async () => {
  ctx = createContext(env, createExecutionContext());
  ({ id: tenantId } = await makeTenant());
});

type Row = SessionEvent['row'];

/** Returns the end event of a session of the test's customer that ended `daysAgo` days ago. */
const ended = (daysAgo: number, more: Partial<Row> = {}): SessionEvent =>
  sessionEvent(newSessionId(), 'success', daysAgo, {
    tenantId,
    externalUserId: 'user-1',
    ipCountry: 'NL',
    risk: 'low',
    ...more,
  });

const erasureOf = ({ row }: SessionEvent): SessionEvent => ({
  type: 'erased',
  funnel: [],
  row: {
    ...row,
    version: row.version + 1,
    externalUserId: null,
    metadata: null,
    ipCountry: null,
    erasedAtMs: Date.now(),
  },
});

const retakeOf = ({ row }: SessionEvent): SessionEvent => ({
  type: 'retaken',
  funnel: [],
  row: { ...row, status: 'retaken', version: row.version + 1 },
});

const inD1 = async (where = 'tenant_id = ?', ...values: unknown[]) =>
  (
    await env.DB.prepare(
      `SELECT * FROM verification_sessions WHERE ${where} ORDER BY created_at_ms`,
    )
      .bind(...(values.length > 0 ? values : [tenantId]))
      .all<{ id: string; status: string; version: number; returned: number | null }>()
  ).results;

const idsInD1 = async (): Promise<string[]> => (await inD1()).map(({ id }) => id);

/** Reads a volume's session rows, oldest first; none if it has no table for them. */
const inLedger = (which: Partial<LedgerOf> = {}) =>
  runInDurableObject(ledgerOf({ tenantId, ...which }), (_object, { storage }) => {
    const tables = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'sessions'");
    if (tables.toArray().length === 0) return [];
    return storage.sql.exec('SELECT * FROM sessions ORDER BY created_at_ms').toArray();
  });

/**
 * Reads a customer's figures: every count that triggers maintain, except the session list's counts.
 */
async function figuresOf(tenant: string): Promise<string[]> {
  const rows = await env.DB.batch<Record<string, unknown>>([
    env.DB.prepare(
      'SELECT name, day, value FROM daily_counts WHERE tenant_id = ? AND value <> 0 ORDER BY 1, 2',
    ).bind(tenant),
    env.DB.prepare(
      `SELECT kind, day, item, status, value FROM outcome_days
       WHERE tenant_id = ? AND value <> 0 ORDER BY 1, 2, 3, 4`,
    ).bind(tenant),
  ]);
  return rows.flatMap(({ results }) => results.map((row) => Object.values(row).join('|')));
}

/** Creates a context in which `put` replaces the `putSessions` method of every ledger. */
const writingBy = (
  put: (ledger: DurableObjectStub<Ledger>, ...args: Parameters<Ledger['putSessions']>) => unknown,
): Context => ({
  ...ctx,
  objects: {
    ...ctx.objects,
    ledger: (residency, name) => {
      const ledger = ctx.objects.ledger(residency, name);
      return new Proxy(ledger, {
        get: (target, method) =>
          method === 'putSessions'
            ? (...args: Parameters<Ledger['putSessions']>) => put(ledger, ...args)
            : Reflect.get(target, method),
      });
    },
  },
});

describe('moveSessions', () => {
  it('moves rows that ended more than seven days ago, with their steps, oldest first', async () => {
    const [old, older, recent] = [ended(10), ended(40), ended(6)];
    const waiting = sessionEvent(newSessionId(), 'pending_tenant_review', 20, { tenantId });
    await consumeSessionEvents(ctx, [old, older, recent, waiting]);
    const before = new Map((await inD1()).map((row) => [row.id, row]));
    await moveSessions(ctx);
    expect(await idsInD1()).toEqual([waiting.row.id, recent.row.id]);
    const moved = await inLedger();
    expect(moved.map(({ id }) => id)).toEqual([older.row.id, old.row.id]);
    for (const { seq: _seq, ...row } of moved) {
      const {
        tenant_id: _tenant,
        test: _test,
        returned: _returned,
        ...stored
      } = (before.get(row['id'] as string) as Record<string, unknown> | undefined) ?? {};
      expect(row).toEqual(stored);
      expect(row['funnel']).toContain('camera');
    }
  });

  it('leaves the figures, and counts the list where its rows are', async () => {
    await consumeSessionEvents(ctx, [ended(10), ended(10, { status: 'failed' }), ended(3)]);
    const before = await figuresOf(tenantId);
    await moveSessions(ctx);
    expect(await figuresOf(tenantId)).toEqual(before);
    const { results } = await env.DB.prepare(
      'SELECT sum(value) AS value, count(*) AS days FROM session_days WHERE tenant_id = ?',
    )
      .bind(tenantId)
      .all();
    // A day whose sessions have all moved no longer has a row in `session_days`.
    expect(results).toEqual([{ value: 1, days: 1 }]);
    const counts = await ledgerOf({ tenantId }).countSessions({}, 1);
    expect([counts.total, counts.days.map(({ value }) => value)]).toEqual([2, [2]]);
    expect(await ledgerOf({ tenantId }).countSessions({ status: 'failed' }, 0)).toEqual({
      total: 1,
      days: [],
    });
  });

  it('keeps each mode apart, and stays in the EU where the customer does', async () => {
    const { id } = await makeTenant({ residency: 'eu' });
    const [live, test] = [ended(10, { tenantId: id }), ended(10, { tenantId: id, test: true })];
    await consumeSessionEvents(ctx, [live, test]);
    await moveSessions(ctx);
    for (const { row } of [live, test]) {
      const name = `eu:${volumeName({ tenantId: id, test: row.test }, 1)}`;
      const found = await env.LEDGER.get(env.LEDGER.idFromName(name)).findSessions([row.id]);
      expect(found).toHaveLength(1);
    }
    expect(await inLedger({ tenantId: id })).toEqual([]);
  });

  it('leaves sessions of the service itself and of customers that have ended in D1', async () => {
    const own = ended(20, { tenantId: FIRST_PARTY_TENANT_ID });
    const gone = ended(20);
    await consumeSessionEvents(ctx, [own, gone]);
    await env.DB.prepare('UPDATE tenants SET ended_at_ms = 1 WHERE id = ?').bind(tenantId).run();
    await moveSessions(ctx);
    expect(await inD1('id IN (?, ?)', own.row.id, gone.row.id)).toHaveLength(2);
  });

  it('repeats a move that was cut off in the volume that has the rows, even after its end', async () => {
    const event = ended(10);
    await consumeSessionEvents(ctx, [event]);
    const cutOff = writingBy(async (ledger, ...args) => {
      await ledger.putSessions(...args);
      throw new Error('The isolate ended.');
    });
    await expect(moveSessions(cutOff)).rejects.toThrow('could not be moved');
    expect(await idsInD1()).toEqual([event.row.id]);
    await env.DB.batch([
      env.DB.prepare('UPDATE ledger_volumes SET full_at_ms = ?1 WHERE tenant_id = ?2').bind(
        Date.now(),
        tenantId,
      ),
      env.DB.prepare(
        'INSERT INTO ledger_volumes (tenant_id, test, number, opened_at_ms) VALUES (?1, 0, 2, ?2)',
      ).bind(tenantId, Date.now()),
    ]);
    await consumeSessionEvents(ctx, [ended(12)]);
    await moveSessions(ctx);
    expect(await idsInD1()).toEqual([]);
    expect(await inLedger()).toHaveLength(1);
    expect(await inLedger({ number: 2 })).toHaveLength(1);
  });

  it('leaves a row that changes meanwhile, and moves it with the change', async () => {
    const event = ended(10);
    await consumeSessionEvents(ctx, [event]);
    const slowly = writingBy(async (ledger, ...args) => {
      const written = await ledger.putSessions(...args);
      await consumeSessionEvents(ctx, [erasureOf(event)]);
      return written;
    });
    await moveSessions(slowly);
    expect(await idsInD1()).toEqual([event.row.id]);
    // The copy in the ledger has already lost everything that identifies the person.
    expect(await inLedger()).toMatchObject([{ external_user_id: null, ip_country: null }]);
    await moveSessions(ctx);
    expect(await idsInD1()).toEqual([]);
    expect(await inLedger()).toMatchObject([{ version: event.row.version + 1 }]);
  });

  it('moves the rows of others while the ledger of one customer fails', async () => {
    const { id: other } = await makeTenant();
    await consumeSessionEvents(ctx, [ended(30), ended(10, { tenantId: other })]);
    const failing = writingBy((ledger, ...args) => {
      if (ledger.id.equals(ledgerOf({ tenantId }).id)) throw new Error('The ledger fails.');
      return ledger.putSessions(...args);
    });
    await expect(moveSessions(failing)).rejects.toThrow('could not be moved');
    expect(await idsInD1()).toHaveLength(1);
    expect(await inLedger({ tenantId: other })).toHaveLength(1);
    await moveSessions(ctx);
    expect(await inLedger()).toHaveLength(1);
  });
});

it('moveSessions gives up on a ledger that does not answer, and moves the rows of others', async () => {
  const { id: other } = await makeTenant();
  await consumeSessionEvents(ctx, [ended(30), ended(10, { tenantId: other })]);
  const silent = writingBy((ledger, ...args) =>
    ledger.id.equals(ledgerOf({ tenantId }).id)
      ? new Promise(() => {})
      : ledger.putSessions(...args),
  );
  await expect(moveSessions(silent, 500)).rejects.toThrow('could not be moved');
  expect(await idsInD1()).toHaveLength(1);
  expect(await inD1('tenant_id = ?', other)).toEqual([]);
});

it('a row stays in D1 while its events are there, because their redaction needs it', async () => {
  const event = ended(10);
  await consumeSessionEvents(ctx, [event]);
  const earlier = env.DB.prepare(
    `INSERT INTO events (id, tenant_id, test, type, session_id, position, body, created_at_ms)
     VALUES ('evt_1', ?, 0, 'session.success', ?, 2, '{}', 1)`,
  ).bind(tenantId, event.row.id);
  await earlier.run();
  await moveSessions(ctx);
  expect(await idsInD1()).toEqual([event.row.id]);
  await env.DB.prepare('DELETE FROM events').run();
  await moveSessions(ctx);
  expect(await idsInD1()).toEqual([]);
});

describe('a late event', () => {
  it('erases a moved row in its ledger, and is counted once however often it arrives', async () => {
    const event = ended(31);
    await consumeSessionEvents(ctx, [event]);
    await moveSessions(ctx);
    const before = await figuresOf(tenantId);
    for (let n = 0; n < 2; n += 1) await consumeSessionEvents(ctx, [erasureOf(event)]);
    expect(await inLedger()).toMatchObject([
      {
        external_user_id: null,
        ip_country: null,
        erased_at_ms: expect.any(Number),
        status: 'success',
      },
    ]);
    const [today] = new Date().toISOString().split('T');
    expect(await ledgerOf({ tenantId }).countErasedSessions(today ?? '', today ?? '')).toBe(1);
    expect(await idsInD1()).toEqual([]);
    expect(await figuresOf(tenantId)).toEqual(before);
  });

  it('brings the row back, counts as it would have without the move, and moves it again', async () => {
    const { id: twin } = await makeTenant();
    const failed = { status: 'failed' };
    const [event, same] = [ended(15, failed), ended(15, { ...failed, tenantId: twin })];
    await consumeSessionEvents(ctx, [event]);
    await moveSessions(ctx);
    await consumeSessionEvents(ctx, [same]);
    for (const one of [event, same]) await consumeSessionEvents(ctx, [retakeOf(one)]);
    expect(await inD1()).toMatchObject([{ status: 'retaken', returned: 1 }]);
    expect(await figuresOf(tenantId)).toEqual(await figuresOf(twin));
    expect((await figuresOf(tenantId)).length).toBeGreaterThan(0);
    await moveSessions(ctx);
    expect(await idsInD1()).toEqual([]);
    expect(await inLedger()).toMatchObject([{ status: 'retaken' }]);
    expect(await figuresOf(tenantId)).toEqual(await figuresOf(twin));
  });

  it.each([['together'], ['in the wrong order']])(
    'of a retake is counted although the erasure arrives with it or first (%s)',
    async (how) => {
      const { id: twin } = await makeTenant();
      const failed = { status: 'failed' };
      const [event, same] = [ended(15, failed), ended(15, { ...failed, tenantId: twin })];
      await consumeSessionEvents(ctx, [event]);
      await moveSessions(ctx);
      await consumeSessionEvents(ctx, [same]);
      const both = (one: SessionEvent) => [retakeOf(one), erasureOf(retakeOf(one))] as const;
      for (const one of both(same)) await consumeSessionEvents(ctx, [one]);
      const [retake, erasure] = both(event);
      if (how === 'together') await consumeSessionEvents(ctx, [retake, erasure]);
      else for (const one of [erasure, retake]) await consumeSessionEvents(ctx, [one]);
      expect(await inD1()).toMatchObject([{ status: 'retaken', external_user_id: null }]);
      expect(await figuresOf(tenantId)).toEqual(await figuresOf(twin));
      await moveSessions(ctx);
      expect(await inLedger()).toMatchObject([{ status: 'retaken', external_user_id: null }]);
    },
  );

  it('of an erasure is applied although an older event of its session comes with it', async () => {
    const event = ended(15, { status: 'failed' });
    await consumeSessionEvents(ctx, [event]);
    await moveSessions(ctx);
    await consumeSessionEvents(ctx, [event, erasureOf(retakeOf(event))]);
    expect(await inD1()).toMatchObject([
      { status: 'retaken', external_user_id: null, erased_at_ms: expect.any(Number) },
    ]);
  });

  it('of an end that arrives after the erasure is recorded without personal data', async () => {
    const event = completedEvent(tenantId, newSessionId(), 3);
    const atMs = Date.now() - 15 * DAY_MS;
    Object.assign(event.row, { createdAtMs: atMs, completedAtMs: atMs });
    const erased = erasureOf(event);
    await consumeSessionEvents(ctx, [{ ...erased, row: { ...erased.row, version: 4 } }]);
    await moveSessions(ctx);
    expect(await inLedger()).toHaveLength(1);
    await consumeSessionEvents(ctx, [event]);
    const [body = ''] = await readNewestEvents(ctx, { tenantId, test: false }, undefined, 1);
    expect(body).toContain('success');
    for (const trace of ['user-3', '"NL"']) expect(body).not.toContain(trace);
  });

  it('changes nothing when it was applied before the row moved', async () => {
    const event = ended(15);
    await consumeSessionEvents(ctx, [event]);
    await moveSessions(ctx);
    const [figures, rows] = [await figuresOf(tenantId), await inLedger()];
    await consumeSessionEvents(ctx, [event]);
    expect(await idsInD1()).toEqual([]);
    expect(await figuresOf(tenantId)).toEqual(figures);
    expect(await inLedger()).toEqual(rows);
  });

  it('creates nothing for a customer that has ended, whose ledgers are gone', async () => {
    const event = ended(15);
    await consumeSessionEvents(ctx, [event]);
    await moveSessions(ctx);
    await ledgerOf({ tenantId }).erase();
    await env.DB.prepare('UPDATE tenants SET ended_at_ms = 1 WHERE id = ?').bind(tenantId).run();
    await consumeSessionEvents(ctx, [erasureOf(event)]);
    expect(await idsInD1()).toEqual([]);
    expect(await inLedger()).toEqual([]);
  });

  it('fails as a whole if the row moves between its check and its transaction', async () => {
    const event = ended(15);
    await consumeSessionEvents(ctx, [event]);
    const write = () => runTogether(ctx.db, [rowsMustExist(ctx.db, [event.row.id])]);
    await expect(write()).resolves.toBeUndefined();
    await moveSessions(ctx);
    await expect(write()).rejects.toThrow('malformed JSON');
  });
});

it('a session that ended at the border of both rules is written once', async () => {
  // From an hour before a session's row may move, the service looks for the row both in D1 and in
  // ledgers whenever an event arrives. This session is within that hour.
  const atMs = Date.now() - KEPT_IN_D1_DAYS * DAY_MS + 30 * 60_000;
  const event = ended(7, { createdAtMs: atMs - 60_000, completedAtMs: atMs });
  await consumeSessionEvents(ctx, [event]);
  await moveSessions(ctx);
  expect(await idsInD1()).toEqual([event.row.id]);
  await consumeSessionEvents(ctx, [erasureOf(event)]);
  expect(await inD1()).toMatchObject([{ version: event.row.version + 1, returned: null }]);
});

it('rows stay in D1 until the figures of their day are not recounted any more', () => {
  expect(KEPT_IN_D1_DAYS).toBeGreaterThan(RECOUNTED_DAYS);
});
