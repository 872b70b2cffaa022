// Scheduled work stays within the limits of a Worker and of D1, regardless of the amount of data.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { runSchedule } from '../../src/background.ts';
import { createContext } from '../../src/context.ts';
import {
  RECOUNTED_DAYS,
  accountDaysDue,
  recountRollups,
} from '../../src/domain/operations/analytics/recount.ts';
import { DAILY, FREQUENT } from '../../src/domain/operations/health/schedule.ts';
import { forgetOldAttempts } from '../../src/domain/accounts/login-history/login-history.ts';
import { dayOf } from '../../src/domain/terms/locate-page.ts';
import { forgetOldSessions } from '../../src/domain/verification/forget-sessions.ts';
import { consumeSessionEvents } from '../../src/domain/integration/webhooks/consume-events.ts';
import { makeContext, withContext } from '../support/installation/context.ts';
import { ask, makeDashboardTenant } from '../support/staff/dashboard.ts';
import { planOf } from '../support/counted/query-plans.ts';
import { recordStatements } from '../support/counted/recorded-statements.ts';
import { sessionEvent } from '../support/customer/session-events.ts';

const DAY_MS = 86_400_000;

const idOf = (letter: string): string => letter.repeat(64);
const ID = {
  old: idOf('a'),
  late: idOf('b'),
  young: idOf('c'),
  kept: idOf('d'),
  elsewhere: idOf('e'),
  ancient: idOf('f'),
};

const countRows = async (table: string): Promise<number> =>
  (await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())!.n;

/**
 * Tables with one row per customer, endpoint, key or member of staff, which may be scanned in full.
 */
const SMALL =
  /^SCAN (tenants|webhook_endpoints|signing_keys|pass_keys|wallet_status_lists|audit_heads|ledger_volumes|staff|operator_sso|t)\b/;
/**
 * Bounded scans: the last audit link by key; one day's email changes; an index that contains only
 * the sessions that have not ended; a batch from the old table of steps (newest first), which no
 * longer receives rows; the days that have not been summed yet; and the pending deliveries that an
 * earlier version left behind.
 */
const BOUNDED =
  /^SCAN (audit_links|email_changes|verification_sessions USING INDEX verification_sessions_open|funnel_events USING INDEX funnel_events_by_time|unsummed_days USING COVERING INDEX \w+|webhook_deliveries USING INDEX webhook_deliveries_due_by_endpoint)$/;
/** Scans of rows that the query itself produces, such as the steps in a session's row. */
const OWN =
  /^SCAN (json_each|value|expected|stored|counted|part|further|verdicts|found|step|reached|heads|latest|oldest|CONSTANT|\(?subquery|\d+|SUBQUERY)/;

describe('every statement of the schedules', () => {
  it('uses an index, or reads a table that does not grow with usage', async () => {
    const tenant = await makeDashboardTenant();
    await withContext((ctx) =>
      consumeSessionEvents(ctx, [sessionEvent('a', 'success', 0, { tenantId: tenant.id })]),
    );
    await env.DB.prepare('DELETE FROM session_days').run();
    const { db, statements } = recordStatements();
    const bindings = { ...env, DB: db };
    const ctx = createContext(bindings, { waitUntil: () => undefined });
    for (const cron of [FREQUENT, DAILY]) await runSchedule(ctx, cron);
    expect(statements.length).toBeGreaterThan(50);
    const faults = new Set<string>();
    for (const statement of statements.filter(({ sql }) => !/^\s*insert into "?audit/i.test(sql)))
      for (const step of await planOf(statement))
        if (step.startsWith('SCAN ') && ![SMALL, OWN, BOUNDED].some((known) => known.test(step)))
          faults.add(`${step} in ${statement.sql.replaceAll(/\s+/g, ' ').slice(0, 200)}`);
    expect([...faults]).toEqual([]);
  });
});

describe('deletion of old rows', () => {
  it('runs in slices, and the next run deletes what the last one left', async () => {
    // An account keeps only its last 30 sign-ins, so many accounts are needed.
    await env.DB.batch([
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
         INSERT INTO accounts (subject, created_at_ms) SELECT 'xid_' || i, i FROM n`,
      ),
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 27)
         INSERT INTO login_attempts (account_id, method, outcome, device, at_ms)
         SELECT id, 'password', 'success', 'Firefox', i FROM accounts, n WHERE subject LIKE 'xid_%'`,
      ),
    ]);
    await forgetOldAttempts(makeContext());
    expect(await countRows('login_attempts')).toBe(600);
    await forgetOldAttempts(makeContext());
    expect(await countRows('login_attempts')).toBe(0);
  });

  it('covers erased list rows beyond the customer’s history, and no figure changes', async () => {
    const tenant = await makeDashboardTenant();
    const other = await makeDashboardTenant();
    await ask('PATCH', '/settings', tenant.owner.token, { history_days: 40 });
    const erased = (id: string, daysAgo: number, erasedDaysAgo: number, tenantId = tenant.id) => {
      const event = sessionEvent(id, 'success', daysAgo, { tenantId });
      const erasedAtMs = Date.now() - erasedDaysAgo * DAY_MS;
      return { ...event, row: { ...event.row, erasedAtMs } };
    };
    await withContext((ctx) =>
      consumeSessionEvents(ctx, [
        erased(ID.old, 41, 11),
        erased(ID.late, 41, 6),
        erased(ID.young, 39, 9),
        sessionEvent(ID.kept, 'success', 41, { tenantId: tenant.id }),
        erased(ID.elsewhere, 41, 11, other.id),
        erased(ID.ancient, 181, 100, other.id),
      ]),
    );
    const figures = async () =>
      (await ask('GET', '/analytics/overview?days=90', tenant.owner.token)).body.data;
    const funnel = async () =>
      (await ask('GET', '/analytics/funnel?days=90', tenant.owner.token)).body.data;
    const before = [await figures(), await funnel()];
    await withContext(forgetOldSessions);
    const { results } = await env.DB.prepare(
      'SELECT id FROM verification_sessions ORDER BY id',
    ).all();
    expect(results.map(({ id }) => id)).toEqual([ID.late, ID.young, ID.kept, ID.elsewhere]);
    expect([await figures(), await funnel()]).toEqual(before);
    const listed = await ask('GET', '/sessions?per_page=2', tenant.owner.token);
    expect(listed.body.meta).toMatchObject({ pagination: { total: 3, total_pages: 2 } });
    await withContext(recountRollups);
    expect([await figures(), await funnel()]).toEqual(before);
  });
});

describe('step rows of versions before D-165', () => {
  it('are deleted with their session, and no figure changes', async () => {
    const tenant = await makeDashboardTenant();
    const end = sessionEvent(ID.ancient, 'success', 181, { tenantId: tenant.id });
    const erasedAtMs = Date.now() - 100 * DAY_MS;
    await withContext((ctx) =>
      consumeSessionEvents(ctx, [{ ...end, funnel: [], row: { ...end.row, erasedAtMs } }]),
    );
    await env.DB.batch(
      end.funnel.map(({ name, atMs }, seq) =>
        env.DB.prepare('INSERT INTO funnel_events VALUES (?, ?, ?, 0, ?, NULL, ?, NULL)').bind(
          ID.ancient,
          seq,
          tenant.id,
          name,
          atMs,
        ),
      ),
    );
    const funnel = async () =>
      (await ask('GET', '/analytics/funnel?days=365', tenant.owner.token)).body.data;
    const before = await funnel();
    expect(await countRows('funnel_events')).toBe(3);
    expect(before.steps).toContainEqual({ step: 'opened', sessions: 1, share: 1 });
    await withContext(forgetOldSessions);
    expect(await countRows('verification_sessions')).toBe(0);
    expect(await countRows('funnel_events')).toBe(0);
    expect(await funnel()).toEqual(before);
  });
});

describe('the recount', () => {
  it('repairs every day on which sessions may still change, and only these', async () => {
    const { id: tenantId } = await makeDashboardTenant();
    const days = Array.from({ length: 12 }, (_, n) => n);
    await withContext((ctx) =>
      consumeSessionEvents(
        ctx,
        days.map((day) => sessionEvent(`s${day}`, 'success', day, { tenantId })),
      ),
    );
    const created = async () => {
      const { results } = await env.DB.prepare(
        "SELECT day FROM daily_counts WHERE name = 'created' AND tenant_id = ? AND value = 1",
      )
        .bind(tenantId)
        .all();
      return results.length;
    };
    await env.DB.prepare('UPDATE daily_counts SET value = 7').run();
    await withContext(recountRollups);
    expect(await created()).toBe(RECOUNTED_DAYS);
  });

  it('reaches every day of account figures within four weeks', () => {
    const nowMs = Date.parse('2026-11-22T03:17:00Z');
    const firstMs = nowMs - 400 * DAY_MS;
    const seen = new Set<string>();
    for (let night = 0; night < 28; night += 1)
      for (const day of accountDaysDue(firstMs, nowMs + night * DAY_MS)) seen.add(day);
    for (let atMs = firstMs; atMs <= nowMs; atMs += DAY_MS) expect(seen).toContain(dayOf(atMs));
    expect(accountDaysDue(firstMs, nowMs).length).toBeLessThan(25);
  });
});
