import { createExecutionContext, createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { recountRollups } from '../../../src/domain/operations/analytics/recount.ts';
import worker from '../../../src/index.ts';
import { insertAccounts } from '../../support/account/account-rows.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { keepAge } from '../../support/account/ages.ts';
import { withContext } from '../../support/installation/context.ts';

const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);

const lapse = (id: number | undefined) =>
  env.DB.prepare('UPDATE accounts SET locked_until_ms = ? WHERE id = ?')
    .bind(Date.now() - 1, id)
    .run();

async function lister(): Promise<(query: string) => Promise<{ ids: number[]; total: number }>> {
  const { token } = await makeAdmin({ role: 'support' });
  return async (query) => {
    const { status, body } = await ask('GET', `/accounts?${query}`, token);
    if (status !== 200) throw new Error(JSON.stringify(body));
    const { pagination } = body.meta as unknown as { pagination: { total: number } };
    return { ids: idsOf(body.data), total: pagination.total };
  };
}

describe('GET /admin/v1/accounts', () => {
  it('lists newest first, twenty to a page, with totals (spec 8)', async () => {
    const ids = await insertAccounts(
      Array.from({ length: 45 }, (_, n) => ({
        created: `2026-0${1 + Math.floor(n / 20)}-${String(1 + (n % 20)).padStart(2, '0')}T10:00:00Z`,
      })),
    );
    const latest = ids.toReversed();
    const list = await lister();
    expect(await list('')).toEqual({ ids: latest.slice(0, 20), total: 45 });
    expect(await list('page=3')).toEqual({ ids: latest.slice(40), total: 45 });
    expect(await list('page=4&per_page=7')).toEqual({ ids: latest.slice(21, 28), total: 45 });
    expect(await list('page=9')).toEqual({ ids: [], total: 45 });
  });

  it('combines status, verified and dates freely, dates inclusive in UTC', async () => {
    const made = [
      { status: 'active', verified: true, created: '2026-03-01T00:00:00Z' },
      { status: 'active', verified: false, created: '2026-03-01T23:59:59.999Z' },
      { status: 'suspended', verified: true, created: '2026-03-02T00:00:00Z' },
      { status: 'locked', verified: false, created: '2026-03-02T12:00:00Z' },
      { status: 'pending_deletion', verified: true, created: '2026-03-03T12:00:00Z' },
      { status: 'suspended', verified: false, created: '2026-03-04T00:00:00Z' },
    ] as const;
    const ids = await insertAccounts(made);
    const list = await lister();
    for (const status of [undefined, 'active', 'suspended', 'locked', 'pending_deletion'])
      for (const verified of [undefined, true, false])
        for (const start of [undefined, '2026-03-02'])
          for (const end of [undefined, '2026-03-01', '2026-03-03']) {
            if (start !== undefined && end !== undefined && end < start) continue;
            const query = new URLSearchParams({
              ...(status && { status }),
              ...(verified !== undefined && { verified: String(verified) }),
              ...(start && { start_date: start }),
              ...(end && { end_date: end }),
            }).toString();
            const expected = ids.filter((_id, n) => {
              const row = made[n]!;
              const day = row.created.slice(0, 10);
              return (
                (status === undefined || row.status === status) &&
                (verified === undefined || row.verified === verified) &&
                (start === undefined || day >= start) &&
                (end === undefined || day <= end)
              );
            });
            expect([query, await list(query)]).toEqual([
              query,
              { ids: expected.toReversed(), total: expected.length },
            ]);
          }
  });

  it('searches parts of email address and display name, ignoring case, together with every other filter', async () => {
    const ids = await insertAccounts([
      { email: 'Grace.Hopper@navy.example', name: 'Amazing' },
      { email: 'ada@person.example', name: 'Countess "Ada" Lovelace' },
      { email: null, name: 'gracious nobody', status: 'suspended' },
      { email: 'li@person.example' },
    ]);
    const list = await lister();
    const found = async (search: string, more = '') =>
      (await list(`search=${encodeURIComponent(search)}${more}`)).ids;
    expect(await found('GRAC')).toEqual([ids[2], ids[0]]);
    expect(await found('grac', '&status=suspended')).toEqual([ids[2]]);
    expect(await found('hopper@navy')).toEqual([ids[0]]);
    expect(await found('"Ada"')).toEqual([ids[1]]);
    expect(await found('OR person')).toEqual([]);
    expect(await found('%')).toEqual([]);
    expect(await found('li')).toEqual([ids[3]]);
    expect(await found('g')).toEqual([ids[2], ids[0]]);
    expect(await found('   ')).toEqual(ids.toReversed());
    const page = await list('search=person.example&per_page=1&page=2');
    expect(page).toEqual({ ids: [ids[1]], total: 2 });
  });

  it('finds an account by its new name and email address, and not by the old ones', async () => {
    const [id] = await insertAccounts([{ email: 'before@person.example', name: 'Former' }]);
    await env.DB.prepare('UPDATE accounts SET email = ?, display_name = ? WHERE id = ?')
      .bind('after@person.example', 'Present', id)
      .run();
    const list = await lister();
    expect((await list('search=former')).ids).toEqual([]);
    expect((await list('search=before')).ids).toEqual([]);
    expect((await list('search=present')).ids).toEqual([id]);
    await env.DB.prepare('DELETE FROM accounts WHERE id = ?').bind(id).run();
    expect(await list('search=present')).toEqual({ ids: [], total: 0 });
    expect(await list('')).toEqual({ ids: [], total: 0 });
  });

  it('lists an account with an expired lockout as active, under that filter and no other', async () => {
    const [over, current] = await insertAccounts([{ status: 'locked' }, { status: 'locked' }]);
    await lapse(over);
    const { token } = await makeAdmin();
    const listed = async (status: string) => {
      const { data, meta } = (await ask('GET', `/accounts?status=${status}`, token)).body;
      const { pagination } = meta as unknown as { pagination: { total: number } };
      return [idsOf(data), data.map((row: { status: string }) => row.status), pagination.total];
    };
    expect(await listed('locked')).toEqual([[current], ['locked'], 1]);
    expect(await listed('active')).toEqual([[over], ['active'], 1]);
  });

  it('answers 400 to bad filters, and names the field at fault', async () => {
    const { token } = await makeAdmin();
    for (const [query, field] of [
      ['page=0', 'page'],
      ['page=x', 'page'],
      ['per_page=101', 'per_page'],
      ['status=closed', 'status'],
      ['verified=yes', 'verified'],
      ['verified=1', 'verified'],
      ['start_date=2026-02-30', 'start_date'],
      ['end_date=1.2.2026', 'end_date'],
      ['start_date=2026-03-02&end_date=2026-03-01', 'end_date'],
    ] as const) {
      const { status, body } = await ask('GET', `/accounts?${query}`, token);
      expect([query, status, body.error?.details?.[0]?.field]).toEqual([query, 400, field]);
    }
    const twice = await ask('GET', '/accounts?status=active&status=locked', token);
    expect([twice.status, twice.body.error?.details]).toEqual([
      400,
      [{ field: 'status', message: 'Send it once only.' }],
    ]);
  });
});

describe('GET /admin/v1/accounts/stats', () => {
  it('counts by status, and follows every change of an account', async () => {
    const { token } = await makeAdmin({ role: 'analyst' });
    const [first, second] = await insertAccounts([
      { verified: false },
      { status: 'suspended' },
      { created: '2020-01-01', status: 'locked' },
    ]);
    const stats = async () => (await ask('GET', '/accounts/stats', token)).body.data;
    expect(await stats()).toEqual({
      total: 3,
      by_status: { active: 1, suspended: 1, locked: 1, pending_deletion: 0 },
      email_verified: 2,
      created_last_30_days: 2,
    });
    await env.DB.prepare(
      "UPDATE accounts SET status = 'pending_deletion', email_verified_at_ms = 1 WHERE id = ?",
    )
      .bind(first)
      .run();
    await env.DB.prepare('DELETE FROM accounts WHERE id = ?').bind(second).run();
    expect(await stats()).toEqual({
      total: 2,
      by_status: { active: 0, suspended: 0, locked: 1, pending_deletion: 1 },
      email_verified: 2,
      created_last_30_days: 1,
    });
  });
});

describe('an expired lockout', () => {
  it('counts as active in the totals, and the account is counted once', async () => {
    const { token } = await makeAdmin({ role: 'analyst' });
    const [over] = await insertAccounts([{ status: 'locked' }, { status: 'locked' }]);
    await lapse(over);
    const expected = { active: 1, suspended: 0, locked: 1, pending_deletion: 0 };
    const stats = await ask('GET', '/accounts/stats', token);
    expect(stats.body.data).toMatchObject({ total: 2, by_status: expected });
    const overview = await ask('GET', '/analytics/overview', token);
    expect(overview.body.data.users).toMatchObject({ total: 2, by_status: expected });
  });

  it('is moved to active in the daily counts by the cron job, so that the recount has nothing to correct', async () => {
    const [over] = await insertAccounts([{ status: 'locked' }, { status: 'locked' }]);
    await lapse(over);
    await worker.scheduled(
      createScheduledController({ cron: '*/10 * * * *' }),
      env,
      createExecutionContext(),
    );
    const { results } = await env.DB.prepare(
      'SELECT status, value FROM account_days WHERE value > 0 ORDER BY status',
    ).all();
    expect(results).toEqual([
      { status: 'active', value: 1 },
      { status: 'locked', value: 1 },
    ]);
    expect(await withContext((ctx) => recountRollups(ctx))).toEqual({
      dailyCounts: 0,
      accountDays: 0,
      sessionDays: 0,
      outcomeDays: 0,
    });
  });
});

describe('GET /admin/v1/accounts/{id}', () => {
  it('shows brackets, counts and the latest sign-ins, and no secret', async () => {
    const { token } = await makeAdmin({ role: 'support' });
    const [id] = await insertAccounts([{ email: 'ada@person.example', name: 'Ada' }]);
    const nowMs = Date.now();
    await keepAge({ id: id! }, 18);
    await env.DB.batch(
      Array.from({ length: 7 }, (_, n) =>
        env.DB.prepare(
          "INSERT INTO login_attempts (account_id, method, outcome, device, at_ms) VALUES (?, 'password', 'success', 'Firefox', ?)",
        ).bind(id, nowMs + n),
      ),
    );
    const { status, body } = await ask('GET', `/accounts/${id}`, token);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id,
      email: 'ada@person.example',
      display_name: 'Ada',
      status: 'active',
      age: { verified: true, verified_brackets: ['+12', '+15', '+18'], level: 'ml' },
      counts: { logins: 7, sessions: 0, passkeys: 0, connections: 0, notifications: 0 },
    });
    expect(body.data.recent_logins).toHaveLength(5);
    expect(JSON.stringify(body.data)).not.toMatch(/hash|secret/);
  });

  it('answers 404 to an unknown id and 400 to anything but a positive integer', async () => {
    const { token } = await makeAdmin();
    expect((await ask('GET', '/accounts/999999', token)).status).toBe(404);
    for (const id of ['0', '-1', '1.5', 'abc', '01', '9'.repeat(20)])
      expect([id, (await ask('GET', `/accounts/${id}`, token)).status]).toEqual([id, 400]);
  });
});
