// Ledgers are told how long to keep sessions (D-177) when a customer's settings change and after
// the customer has ended.
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeTenant } from '../../../../src/domain/customers/tenant-administration/change-tenant.ts';
import { changeSettings } from '../../../../src/domain/customers/tenants/settings.ts';
import { endUnprovenCustomers } from '../../../../src/domain/customers/staff-authentication/unproven-customers.ts';
import { retryPendingWork } from '../../../../src/domain/integration/webhooks/ledger-work.ts';
import { moveOutcomes } from '../../../../src/domain/operations/analytics/move-outcomes.ts';
import type { LedgerSession } from '../../../../src/domain/verification/session-list/ledger-session.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/time/durations.ts';
import { ledgerOf, ringLedger, type LedgerOf } from '../../../support/customer/ledgers.ts';
import { runInDurableObject } from 'cloudflare:test';
import { movedSession, putSessions, sessionsIn } from '../../../support/customer/moved-sessions.ts';
import { endSession, outcomeRows, partsIn } from '../../../support/customer/outcomes.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { staffOf } from '../../../support/customer/webhooks.ts';
import { makeContext, withContext } from '../../../support/installation/context.ts';
import { goTo } from '../../../support/visitor/hosted.ts';

const FIGURES = [
  'billed_days',
  'daily_counts',
  'outcome_days',
  'outcome_parts',
  'outcomes_frozen',
] as const;

let tenantId: string;
/** Two ledger volumes for live mode and one for test mode. */
let volumes: LedgerOf[];

beforeEach(async () => {
  ({ id: tenantId } = await makeTenant());
  volumes = [
    { tenantId, test: false, number: 1 },
    { tenantId, test: false, number: 2 },
    { tenantId, test: true, number: 1 },
  ];
  for (const { test, number } of volumes)
    await env.DB.prepare(
      'INSERT INTO ledger_volumes (tenant_id, test, number, opened_at_ms, kept_days) VALUES (?, ?, ?, 1, 7)',
    )
      .bind(tenantId, test === true ? 1 : 0, number)
      .run();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const keptIn = (volume: LedgerOf) =>
  runInDurableObject(ledgerOf(volume), (_object, { storage }) => storage.kv.get('sessions_kept'));

const kept = () => Promise.all(volumes.map(keptIn));

const days = (keptDays: number) => ({ keptMs: keptDays * DAY_MS, settledMs: 7 * DAY_MS });

const leftWork = () => env.DB.prepare('SELECT count(*) AS n FROM ledger_work').first('n');

/**
 * Stores sessions from 40 and 20 days ago whose personal data was erased ten days ago, and one from
 * 40 days ago whose personal data has just been erased.
 */
async function fill(): Promise<Record<'old' | 'recent' | 'unsettled', LedgerSession>> {
  const [longAgo, now] = [Date.now() - 10 * DAY_MS, Date.now()];
  const created = (daysAgo: number) => ({ created_at_ms: now - daysAgo * DAY_MS });
  const sessions = {
    old: movedSession({ ...created(40), erased_at_ms: longAgo }),
    recent: movedSession({ ...created(20), erased_at_ms: longAgo }),
    unsettled: movedSession({ ...created(40), erased_at_ms: now }),
  };
  for (const volume of volumes) await putSessions(volume, ...Object.values(sessions));
  return sessions;
}

const change = (changes: Parameters<typeof changeSettings>[2]) =>
  withContext((ctx) => changeSettings(ctx, staffOf(tenantId), changes));

describe('a shorter history', () => {
  it('is heard by every volume, whose alarm then deletes what is older', async () => {
    const { recent, unsettled } = await fill();
    await change({ retentionDays: 20, historyDays: 30 });
    expect(await kept()).toEqual(volumes.map(() => days(30)));
    expect(await leftWork()).toBe(0);
    for (const volume of volumes) {
      expect(await ringLedger(volume)).toBe(true);
      expect((await sessionsIn(volume)).map(({ id }) => id)).toEqual([recent.id, unsettled.id]);
    }
  });

  it('leaves sessions in the list for as long as their results can be read', async () => {
    await fill();
    await change({ historyDays: 30 });
    expect(await kept()).toEqual(volumes.map(() => days(38)));
    await change({ retentionDays: 90 });
    expect(await kept()).toEqual(volumes.map(() => days(98)));
  });

  it('is heard when an operator sets it', async () => {
    await fill();
    const by = { audience: 'admin', staffId: 1 } as const;
    await withContext((ctx) => changeTenant(ctx, by, tenantId, { historyDays: 60 }));
    expect(await kept()).toEqual(volumes.map(() => days(60)));
    expect(await leftWork()).toBe(0);
  });

  it('is heard later if a ledger could not be reached', async () => {
    await fill();
    const ctx = makeContext();
    const ledger = vi.fn<typeof ctx.objects.ledger>(() => {
      throw new Error('unreachable');
    });
    const objects = { ...ctx.objects, ledger };
    await changeSettings({ ...ctx, objects }, staffOf(tenantId), { historyDays: 60 });
    await ctx.settle();
    expect(ledger).toHaveBeenCalled();
    expect(await leftWork()).toBe(1);
    goTo(2 * MINUTE_MS);
    await retryPendingWork(makeContext());
    expect(await kept()).toEqual(volumes.map(() => days(60)));
    expect(await leftWork()).toBe(0);
  });
});

it('the latest of two changes wins, whichever is told first', async () => {
  await fill();
  const ctx = makeContext();
  let told = 0;
  const ledger: typeof ctx.objects.ledger = (...which) => {
    const stub = ctx.objects.ledger(...which);
    return {
      keepSessions: async (periods: Parameters<typeof stub.keepSessions>[0]) => {
        told += 1;
        // While the first change is on its way to the ledgers, a second change is made and reaches
        // them first.
        if (told === 1) await change({ historyDays: 90 });
        await stub.keepSessions(periods);
      },
    } as typeof stub;
  };
  const by = staffOf(tenantId);
  await changeSettings({ ...ctx, objects: { ...ctx.objects, ledger } }, by, { historyDays: 60 });
  await ctx.settle();
  expect(await kept()).toEqual(volumes.map(() => days(90)));
});

it('other settings are no work for ledgers', async () => {
  await fill();
  const ctx = makeContext();
  const ledger = vi.spyOn(ctx.objects, 'ledger');
  await changeSettings(ctx, staffOf(tenantId), { color: '#123456', historyDays: 180 });
  await ctx.settle();
  expect(ledger).not.toHaveBeenCalled();
  expect(await leftWork()).toBe(0);
  expect(await kept()).toEqual(volumes.map(() => days(180)));
});

describe('a customer that has ended', () => {
  const exists = () =>
    env.DB.prepare('SELECT ended_at_ms AS at FROM tenants WHERE id = ?').bind(tenantId).first('at');

  /** Adds the customer's only member, who never confirms the email address. */
  const addMember = () =>
    env.DB.prepare(
      `INSERT INTO staff (audience, tenant_id, email, email_normalized, name, role, created_at_ms)
       VALUES ('dashboard', ?, 'v@example.com', 'v@example.com', 'Vera', 'owner', ?)`,
    )
      .bind(tenantId, Date.now() - 40 * DAY_MS)
      .run();

  it('has its sessions deleted by the shortest period, and then everything else', async () => {
    const { unsettled } = await fill();
    await addMember();
    await endUnprovenCustomers(makeContext());
    expect(await exists()).toEqual(expect.any(Number));
    expect(await leftWork()).toBe(1);
    goTo(2 * MINUTE_MS);
    await retryPendingWork(makeContext());
    expect(await kept()).toEqual(volumes.map(() => days(38)));
    for (const volume of volumes) await ringLedger(volume);
    expect((await sessionsIn(volumes[0]!)).map(({ id }) => id)).toContain(unsettled.id);

    // While a ledger has sessions, the customer's row must stay, because erasing the sessions needs
    // it.
    goTo(8 * DAY_MS);
    await endUnprovenCustomers(makeContext());
    expect(await exists()).toEqual(expect.any(Number));
    goTo(40 * DAY_MS);
    for (const volume of volumes) await ringLedger(volume);
    expect(await sessionsIn(volumes[0]!)).toEqual([]);
    await endUnprovenCustomers(makeContext());
    expect(await exists()).toBeNull();
    const left = 'SELECT count(*) AS n FROM ledger_volumes WHERE tenant_id = ?';
    expect(await env.DB.prepare(left).bind(tenantId).first('n')).toBe(0);
  });

  it('leaves no figures behind, neither in D1 nor in its ledger', async () => {
    const { id: other } = await makeTenant();
    for (const id of [tenantId, other])
      for (const daysAgo of [20, 12, 0])
        await endSession({ tenantId: id, atMs: Date.now() - daysAgo * DAY_MS, country: 'NL' });
    await moveOutcomes(makeContext());
    await endSession({ tenantId, atMs: Date.now() - 15 * DAY_MS, country: 'NL' });
    await addMember();
    await endUnprovenCustomers(makeContext());
    await moveOutcomes(makeContext());
    expect(await partsIn({ tenantId })).toHaveLength(2);
    expect(await outcomeRows('outcome_parts', tenantId)).toHaveLength(1);
    await env.DB.prepare('DELETE FROM verification_sessions WHERE tenant_id = ?')
      .bind(tenantId)
      .run();
    goTo(8 * DAY_MS);
    await endUnprovenCustomers(makeContext());
    expect(await exists()).toBeNull();
    for (const table of FIGURES)
      expect([table, await outcomeRows(table, tenantId)]).toEqual([table, []]);
    expect(await partsIn({ tenantId })).toEqual([]);
    expect(await partsIn({ tenantId: other })).toHaveLength(2);
  });

  it('stays while a ledger does not answer', async () => {
    await addMember();
    await endUnprovenCustomers(makeContext());
    goTo(8 * DAY_MS);
    const ctx = makeContext();
    const away = { countSessions: () => Promise.reject(new Error('unreachable')) };
    const objects = { ...ctx.objects, ledger: () => away as never };
    await endUnprovenCustomers({ ...ctx, objects });
    expect(await exists()).toEqual(expect.any(Number));
    await endUnprovenCustomers(makeContext());
    expect(await exists()).toBeNull();
  });

  it('stays while a backup reads the database, because its counts move to other rows', async () => {
    await addMember();
    await endUnprovenCustomers(makeContext());
    goTo(8 * DAY_MS);
    await env.DB.prepare(
      "INSERT INTO deployment_links (token_hash, kind, created_at_ms, expires_at_ms) VALUES ('x', 'backup', 1, ?)",
    )
      .bind(Date.now() + MINUTE_MS)
      .run();
    await endUnprovenCustomers(makeContext());
    expect(await exists()).toEqual(expect.any(Number));
    goTo(8 * DAY_MS + 2 * MINUTE_MS);
    await endUnprovenCustomers(makeContext());
    expect(await exists()).toBeNull();
  });
});
