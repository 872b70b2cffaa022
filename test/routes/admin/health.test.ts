// GET /admin/v1/health: the details behind readiness, for operators (D-67).
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runSchedule } from '../../../src/background.ts';
import { openDatabase } from '../../../src/db/client.ts';
import { backlogQueries } from '../../../src/domain/operations/health/store.ts';
import { rotateKeys } from '../../../src/domain/platform/signing-keys/key-ring.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { makeAccount } from '../../support/account/accounts.ts';
import { makeContext } from '../../support/installation/context.ts';
import { makeClient } from '../../support/site/oauth.ts';
import { faultsOf, sortersOf } from '../../support/counted/query-plans.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { reportBacklogs, setDeliveries } from '../../support/customer/backlogs.ts';
import { ledgerOf, queryLedgers } from '../../support/customer/ledgers.ts';
import { WebhookWorld } from '../../support/customer/webhook-world.ts';
import {
  endSession,
  newSessionId,
  registerUnreachable,
  staffOf,
} from '../../support/customer/webhooks.ts';
import { sessionEvent } from '../../support/customer/session-events.ts';
import { disableEndpoint } from '../../../src/domain/integration/webhooks/disable-endpoint.ts';
import { updateEndpoint } from '../../../src/domain/integration/webhooks/manage-endpoints.ts';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';

const HOUR_MS = 3_600_000;

async function readHealth() {
  const { token } = await makeAdmin({ role: 'analyst' });
  const { status, body } = await ask('GET', '/health', token);
  expect(status).toBe(200);
  return body.data;
}

describe('GET /admin/v1/health', () => {
  it('shows the last run of each schedule and the steps that failed', async () => {
    const ctx = makeContext();
    await runSchedule(ctx, '*/10 * * * *');
    const config = { ...ctx.config, keyEncryptionKey: { current: new Uint8Array(3) } };
    await expect(runSchedule({ ...ctx, config }, '17 3 * * *')).rejects.toThrow('rotateKeys');
    const { schedules } = await readHealth();
    const [frequent, daily] = [schedules[0], schedules[1]].toSorted((a, b) =>
      a.cron < b.cron ? -1 : 1,
    );
    expect(frequent).toEqual({
      cron: '*/10 * * * *',
      started_at: expect.any(String),
      finished_at: expect.any(String),
      succeeded_at: frequent.finished_at,
      failed_steps: [],
    });
    expect(daily).toMatchObject({
      cron: '17 3 * * *',
      failed_steps: ['rotateKeys', 'keepPassKeys'],
    });
    expect(daily).not.toHaveProperty('succeeded_at');
  });

  it('keeps the time of the last successful run next to a failed one', async () => {
    const ctx = makeContext();
    await runSchedule({ ...ctx, now: () => 1_700_000_000_000 }, '*/10 * * * *');
    const broken = {
      ...ctx,
      now: () => 1_700_000_600_000,
      db: Object.assign(Object.create(ctx.db) as typeof ctx.db, failing),
    };
    await runSchedule(broken, '*/10 * * * *').catch(() => undefined);
    const { schedules } = await readHealth();
    expect(schedules).toEqual([expect.objectContaining({ succeeded_at: '2023-11-14T22:13:20Z' })]);
  });

  it('counts what is overdue: deliveries, mails, sessions past their end, unchained entries', async () => {
    const world = new WebhookWorld();
    const { ctx } = world;
    const tenant = await makeTenant();
    await registerUnreachable(ctx, tenant.id, 'https://hooks.example/a');
    const sessionId = newSessionId();
    await endSession(ctx, tenant.id, sessionId, 1);
    // This delivery waits for the previous one, and only the previous one is counted as overdue.
    await endSession(ctx, tenant.id, sessionId, 2);
    await consumeSessionEvents(ctx, [
      sessionEvent('f'.repeat(64), 'pending', 0, { tenantId: tenant.id }),
    ]);
    const hourAgo = Date.now() - HOUR_MS;
    await setDeliveries('next_attempt_ms = ?1, due_ms = ?1', hourAgo);
    await reportBacklogs(world);
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO mails (id, recipient, locale, template, details, created_at_ms) VALUES ('mail_1', 'a@b.example', 'en', 'x', '{}', ?)",
      ).bind(hourAgo),
      env.DB.prepare(
        "UPDATE verification_sessions SET expires_at_ms = ? WHERE status = 'pending'",
      ).bind(hourAgo),
    ]);
    const { overdue, checks, status } = await readHealth();
    const oldest_at = `${new Date(hourAgo).toISOString().slice(0, 19)}Z`;
    expect(overdue).toMatchObject({
      deliveries: { count: 1, oldest_at },
      mails: { count: 1, oldest_at },
      sessions: { count: 1, oldest_at },
      audit_entries: { count: 0 },
    });
    expect([checks.queues, status]).toEqual(['degraded', expect.stringMatching(/degraded|down/)]);
  });

  it('no longer counts a delivery once it has arrived', async () => {
    const world = new WebhookWorld();
    const tenant = await makeTenant();
    await registerUnreachable(world.ctx, tenant.id, 'https://hooks.example/a');
    await endSession(world.ctx, tenant.id);
    await setDeliveries('next_attempt_ms = 1, due_ms = 1');
    await reportBacklogs(world);
    expect((await readHealth()).overdue.deliveries).toMatchObject({ count: 1 });
    await setDeliveries("state = 'delivered'");
    await reportBacklogs(world);
    expect((await readHealth()).overdue.deliveries).toEqual({ count: 0 });
  });

  it('counts sites that were not told of a sign-out, revoked grants whose objects do not know it, and accounts overdue for deletion', async () => {
    const [client, account] = [await makeClient(), await makeAccount()];
    const nowMs = Date.now();
    const hourAgo = nowMs - HOUR_MS;
    const notice = (cause: string, atMs: number) =>
      env.DB.prepare(
        'INSERT INTO logout_notices (cause, client_id, subject, session_id, created_at_ms) VALUES (?, ?, ?, ?, ?)',
      ).bind(cause, client.id, 'xid_1', 'sid', atMs);
    const grant = (id: string, revokedAtMs: number | null, endedAtMs: number | null) =>
      env.DB.prepare(
        `INSERT INTO grants (id, account_id, client_id, session_id, scope, created_at_ms, expires_at_ms,
          revoked_at_ms, ended_at_ms) VALUES (?, ?, ?, 'sid', 'openid', 0, ?, ?, ?)`,
      ).bind(id.repeat(64), account.id, client.id, nowMs + HOUR_MS, revokedAtMs, endedAtMs);
    await env.DB.batch([
      notice('lost', hourAgo),
      // A logout notice with attempts left.
      notice('under-way', hourAgo + HOUR_MS / 6),
      grant('a', hourAgo, null),
      // Grants that are not overdue: one that has ended, one that is valid, and one that was just
      // revoked.
      grant('b', hourAgo, hourAgo),
      grant('c', null, null),
      grant('d', nowMs, null),
      env.DB.prepare(
        "UPDATE accounts SET status = 'suspended', delete_at_ms = ? WHERE id = ?",
      ).bind(hourAgo, account.id),
    ]);
    const { overdue, checks } = await readHealth();
    const oldest_at = `${new Date(hourAgo).toISOString().slice(0, 19)}Z`;
    expect(overdue).toMatchObject({
      logout_notices: { count: 1, oldest_at },
      grants: { count: 1, oldest_at },
      account_deletions: { count: 1, oldest_at },
    });
    expect(checks.queues).toBe('degraded');
  });

  it('names stale credential status lists, where the service reads such lists', async () => {
    const insert = (uri: string, endedAtMs: number | null, failure: string | null) =>
      env.DB.prepare(
        `INSERT INTO wallet_status_lists (uri, doc_type, named_at_ms, due_at_ms, failure, valid_until_ms)
         VALUES (?, 'org.iso.18013.5.1.mDL', ?, 0, ?, ?)`,
      ).bind(uri, Date.now(), failure, endedAtMs);
    const hourAgo = Date.now() - HOUR_MS;
    await env.DB.batch([
      insert('https://issuer.quarry.example/ended', hourAgo, 'untrusted'),
      insert('https://issuer.quarry.example/good', Date.now() + HOUR_MS, null),
      insert('https://issuer.quarry.example/never', null, 'unreachable'),
    ]);
    expect(await readHealth()).toMatchObject({ checks: { wallet_lists: 'ok' }, wallet_lists: [] });
    // Settings are parsed once, so the test changes the parsed object.
    const { config } = makeContext();
    onTestFinished(() => void Object.assign(config, { walletStatusLists: 'off' }));
    Object.assign(config, { walletStatusLists: 'accept' });
    expect(await readHealth()).toMatchObject({
      checks: { wallet_lists: 'degraded' },
      wallet_lists: [
        {
          uri: 'https://issuer.quarry.example/ended',
          doc_type: 'org.iso.18013.5.1.mDL',
          failure: 'untrusted',
          ended_at: `${new Date(hourAgo).toISOString().slice(0, 19)}Z`,
        },
        { uri: 'https://issuer.quarry.example/never', failure: 'unreachable' },
      ],
    });
  });

  it('names trust lists that were not renewed while anchors of theirs are still listed', async () => {
    const due = Date.now() - HOUR_MS;
    const insert = (name: string, nextUpdateMs: number, removedAtMs: number | null) => [
      env.DB.prepare(
        `INSERT INTO wallet_trust_lists (name, sequence_number, issued_at_ms, next_update_ms, imported_at_ms, file_sha256)
         VALUES (?, 1, 0, ?, 0, 'aa')`,
      ).bind(name, nextUpdateMs),
      env.DB.prepare(
        `INSERT INTO wallet_anchors (id, name, certificate, sha256, subject, doc_types, not_after_ms, added_at_ms, list_name, list_until_ms, removed_at_ms)
         VALUES (?, 'A', 'AA==', ?, 'CN=A', '[]', 0, 0, ?, ?, ?)`,
      ).bind(`wan_${name}`, name, name, nextUpdateMs + 7 * 24 * HOUR_MS, removedAtMs),
    ];
    await env.DB.batch([
      ...insert('ut', Date.now() + HOUR_MS, null),
      ...insert('left', due, Date.now()),
    ]);
    expect(await readHealth()).toMatchObject({
      checks: { wallet_lists: 'ok' },
      wallet_trust_lists: [],
    });
    await env.DB.batch(insert('late', due, null));
    expect(await readHealth()).toMatchObject({
      checks: { wallet_lists: 'degraded' },
      wallet_trust_lists: [
        { name: 'late', next_update_at: `${new Date(due).toISOString().slice(0, 19)}Z` },
      ],
    });
  });

  it('no longer counts what a volume has not repeated, since word that it is over may be lost', async () => {
    const world = new WebhookWorld();
    const tenant = await makeTenant();
    await registerUnreachable(world.ctx, tenant.id, 'https://hooks.example/a');
    await endSession(world.ctx, tenant.id);
    await setDeliveries('next_attempt_ms = 1, due_ms = 1');
    const { nowMs } = world;
    world.nowMs -= 2 * HOUR_MS;
    await reportBacklogs(world);
    expect((await readHealth()).overdue.deliveries).toEqual({ count: 0 });
    // The volume repeats its report after ten minutes.
    const reported = { overdue: { count: 1, sinceMs: 1 }, givenUp: null };
    await runInDurableObject(ledgerOf({ tenantId: tenant.id }), (_object, { storage }) => {
      expect(storage.kv.get('reported')).toMatchObject(reported);
      storage.kv.put('reported', { ...reported, atMs: nowMs - 10 * 60_000 });
    });
    world.nowMs = nowMs;
    await reportBacklogs(world);
    expect((await readHealth()).overdue.deliveries).toMatchObject({ count: 1 });
  });

  it.each(['paused', 'disabled'] as const)(
    'does not count deliveries that wait for a %s endpoint',
    async (state) => {
      const world = new WebhookWorld();
      const { ctx } = world;
      const tenant = await makeTenant();
      const { endpoint } = await registerUnreachable(ctx, tenant.id, 'https://hooks.example/a');
      await endSession(ctx, tenant.id);
      if (state === 'paused') await updateEndpoint(ctx, staffOf(tenant.id), endpoint.id, { state });
      else await disableEndpoint(ctx, endpoint, 'gone');
      await setDeliveries('next_attempt_ms = 1, due_ms = 1');
      // The attempt that is due finds that the endpoint accepts no deliveries.
      await world.deliverDue();
      await reportBacklogs(world);
      expect((await readHealth()).overdue.deliveries).toEqual({ count: 0 });
    },
  );

  it('counts final failures: deliveries that were given up in the last day, and mails that were not sent', async () => {
    const world = new WebhookWorld();
    const tenant = await makeTenant();
    await registerUnreachable(world.ctx, tenant.id, 'https://hooks.example/a');
    for (let n = 0; n < 3; n += 1) await endSession(world.ctx, tenant.id);
    const hourAgo = Date.now() - HOUR_MS;
    const rows = await queryLedgers<{ id: string }>('SELECT id FROM deliveries');
    for (const [n, atMs] of [hourAgo, hourAgo + 60_000, hourAgo - 25 * HOUR_MS].entries())
      await setDeliveries("state = 'dead', finished_at_ms = ? WHERE id = ?", atMs, rows[n]!.id);
    await reportBacklogs(world);
    await env.DB.prepare("INSERT INTO dead_letters VALUES ('agate-mail-dead', 'm', NULL, ?, ?)")
      .bind(hourAgo, hourAgo)
      .run();
    const oldest_at = `${new Date(hourAgo).toISOString().slice(0, 19)}Z`;
    expect((await readHealth()).failures).toEqual({
      deliveries: { count: 2, oldest_at },
      mails: { count: 1, oldest_at },
    });
  });

  it('shows dead letters by queue, messages that wait, and the age of every key', async () => {
    // The worker that other tests share may have cached keys that are no longer in storage.
    await rotateKeys(makeContext(), 'oidc');
    await env.DB.prepare("INSERT INTO dead_letters VALUES ('agate-mail-dead', 'm', NULL, ?, ?)")
      .bind(1_700_000_000_000, 1_700_000_060_000)
      .run();
    const { dead_letters, queues, keys } = await readHealth();
    expect(dead_letters).toEqual([
      {
        queue: 'agate-mail-dead',
        count: 1,
        oldest_at: '2023-11-14T22:13:20Z',
        newest_at: '2023-11-14T22:14:20Z',
      },
    ]);
    expect(queues.map(({ name }: { name: string }) => name)).toEqual([
      'mail',
      'logouts',
      'webhooks',
    ]);
    expect(keys).toContainEqual({
      kid: expect.any(String),
      purpose: 'oidc',
      state: 'active',
      active_from: expect.any(String),
      next_published_at: expect.any(String),
    });
  });

  it('shows no secret and no personal data', async () => {
    const text = JSON.stringify(await readHealth());
    expect(text).not.toMatch(/private|@|sk_live|ops\.example/);
  });

  it('scans no table of sessions, and no more of the volumes than those with a backlog', async () => {
    const queries = backlogQueries(openDatabase(env.DB), Date.now()).map(
      (query, n) => [`query ${n}`, query.toSQL()] as const,
    );
    const faults = await faultsOf(queries.slice(2));
    const areSmall = /SCAN (due|tenants)\b/;
    expect(faults.filter((fault) => !areSmall.test(fault))).toEqual([
      // This index contains only volumes with a backlog, so scanning it is cheap.
      'query 2: SCAN ledger_volumes USING INDEX ledger_volumes_with_backlog',
      'query 2: no search',
    ]);
    expect(await sortersOf(queries)).toEqual([]);
  });
});

const failing = {
  delete: () => {
    throw new Error('away');
  },
};
