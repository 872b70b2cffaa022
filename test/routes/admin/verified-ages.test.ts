// How operators find ages stored in accounts by the check that proved them, and withdraw them
// (D-75).
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import {
  announceWithdrawals,
  revokeAges,
} from '../../../src/domain/signing-in/age-sharing/withdraw-ages.ts';
import type { LogoutNotice } from '../../../src/domain/openid/logout/notice.ts';
import type { AgeBracket } from '../../../src/domain/terms/age-bracket.ts';
import type { AgeProof } from '../../../src/domain/terms/age-proof.ts';
import { readVerifiedAge } from '../../../src/domain/accounts/verified-ages/verified-age.ts';
import { formatToken } from '../../../src/crypto/capability-token.ts';
import { makeAccount } from '../../support/account/accounts.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { keepAge } from '../../support/account/ages.ts';
import { makeContext } from '../../support/installation/context.ts';
import { issueTokens } from '../../support/site/grants.ts';
import { makeClient } from '../../support/site/oauth.ts';
import { readUserinfo } from '../../support/site/oauth-calls.ts';

const SYSTEM = { audience: 'system' } as const;

async function keptBy(
  proof: Partial<AgeProof> & { verifiedAtMs?: number },
  bracket: AgeBracket = 18,
) {
  const account = await makeAccount();
  return { account, age: await keepAge(account, bracket, proof) };
}

const auditOf = async () =>
  (
    await env.DB.prepare(
      "SELECT target_id, after, staff_id FROM audit_entries WHERE action = 'verified_age.revoke' ORDER BY id",
    ).all<Record<string, string>>()
  ).results;

describe('the list', () => {
  it('filters ages by tenant, session, method, policy and day, and shows how each was verified', async () => {
    const { token } = await makeAdmin({ role: 'support' });
    const old = await keptBy({
      tenantId: 'ten_a',
      verifiedAtMs: Date.parse('2026-03-05T12:00:00Z'),
    });
    const recent = await keptBy({ tenantId: 'ten_a', method: 'document' });
    const other = await keptBy({ tenantId: 'ten_b' }, 25);
    await env.DB.prepare("UPDATE verified_ages SET policy_version = '0-lax' WHERE account_id = ?")
      .bind(other.account.id)
      .run();
    const { sessionId: objectId } = recent.age.proof;
    const sessionToken = formatToken({ prefix: 'xtk_', objectId, secret: 'a'.repeat(43) });
    const find = async (query: string) => {
      const { status, body } = await ask('GET', `/verified-ages?${query}`, token);
      expect(status).toBe(200);
      return body.data.map((one: { account_id: number }) => one.account_id);
    };
    const [a, b, c] = [old.account.id, recent.account.id, other.account.id];
    expect(new Set(await find(''))).toEqual(new Set([a, b, c]));
    expect(await find('tenant_id=ten_a')).toEqual([b, a]);
    expect(await find(`session=${old.age.proof.sessionId}`)).toEqual([a]);
    expect(await find(`session=${sessionToken}`)).toEqual([b]);
    expect(await find('method=document')).toEqual([b]);
    expect(await find('policy_version=0-lax')).toEqual([c]);
    expect(await find('start_date=2026-03-05&end_date=2026-03-05')).toEqual([a]);
    expect(await find('tenant_id=ten_a&method=face')).toEqual([a]);
    expect(await find('tenant_id=ten_a&per_page=1&page=2')).toEqual([a]);
    expect(await find('state=revoked')).toEqual([]);
    const { body } = await ask('GET', '/verified-ages?tenant_id=ten_b', token);
    expect(body.data).toEqual([
      {
        account_id: c,
        age_bracket: '25+',
        level: 'ml',
        counts: true,
        method: 'face',
        measured: 'device',
        margin_years: 7,
        difficulty: 'medium',
        liveness_level: 'standard',
        tenant_id: 'ten_b',
        session_id: other.age.proof.sessionId,
        policy_version: '0-lax',
        verified_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
  });

  it('shows a row without a proof as one that does not count', async () => {
    const { token } = await makeAdmin();
    await keptBy({});
    await env.DB.prepare('UPDATE verified_ages SET policy_version = NULL, tenant_id = NULL').run();
    const [row] = (await ask('GET', '/verified-ages', token)).body.data;
    expect(row).toMatchObject({ counts: false, age_bracket: '18+' });
    expect(row).not.toHaveProperty('method');
  });

  it.each(['method=selfie', 'session=abc', 'state=all', 'tenant_id=', 'start_date=tomorrow'])(
    'refuses %s with 400',
    async (query) => {
      const { token } = await makeAdmin();
      const { status, body } = await ask('GET', `/verified-ages?${query}`, token);
      expect([status, body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );
});

describe('withdrawing by source', () => {
  it('counts first, then withdraws the ages of that source alone, at once for every site, with an audit entry', async () => {
    const { token, id: staffId } = await makeAdmin();
    const lax = await keptBy({ tenantId: 'ten_lax' });
    const fine = await keptBy({ tenantId: 'ten_fine' });
    const scope = ['openid', 'age_verification'];
    const { tokens } = await issueTokens({ account: lax.account, request: { scope } });
    const verified = async () => (await readUserinfo(tokens.access_token)).body.age_verified;
    expect(await verified()).toBe(true);
    const send = (body: object) => ask('POST', '/verified-ages/revoke', token, body);

    const dry = await send({ tenant_id: 'ten_lax', dry_run: true });
    expect(dry.body.data).toEqual({ revoked: 0, remaining: 1 });
    expect([await verified(), await auditOf()]).toEqual([true, []]);

    expect((await send({ tenant_id: 'ten_lax' })).body.data).toEqual({ revoked: 1, remaining: 0 });
    expect(await verified()).toBe(false);
    expect(await readVerifiedAge(makeContext(), fine.account.id)).toMatchObject({ bracket: 18 });
    const [row] = (await ask('GET', '/verified-ages?state=revoked', token)).body.data;
    expect(row).toMatchObject({ account_id: lax.account.id, counts: false });
    expect(row).toHaveProperty('revoked_at');
    const [entry, ...others] = await auditOf();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ target_id: String(lax.account.id), staff_id: staffId });
    expect(JSON.parse(entry!['after']!)).toEqual({
      tenant_id: 'ten_lax',
      accounts: String(lax.account.id),
    });
    // A repeat finds nothing to revoke and adds no audit entry.
    expect((await send({ tenant_id: 'ten_lax' })).body.data).toEqual({ revoked: 0, remaining: 0 });
    expect(await auditOf()).toHaveLength(1);
  });

  it('works in batches until nothing remains', async () => {
    const ctx = makeContext();
    const { account } = await keptBy({ tenantId: 'ten_many' });
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO accounts (subject, created_at_ms) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
          WHERE i < 250) SELECT 'xid_' || i, i FROM n`,
      ),
      env.DB.prepare(
        `INSERT INTO verified_ages (account_id, bracket, level, verified_at_ms, expires_at_ms, method, measured,
          margin_years, difficulty, liveness_level, tenant_id, session_id, policy_version)
        SELECT accounts.id, bracket, level, verified_at_ms, expires_at_ms, method, measured, margin_years, difficulty,
          liveness_level, tenant_id, session_id, policy_version
        FROM accounts JOIN verified_ages ON account_id = ?1 WHERE accounts.id <> ?1`,
      ).bind(account.id),
    ]);
    const withdraw = () => revokeAges(ctx, SYSTEM, { tenantId: 'ten_many' }, { dryRun: false });
    expect(await withdraw()).toEqual({ revoked: 200, remaining: 51 });
    expect(await withdraw()).toEqual({ revoked: 51, remaining: 0 });
    expect(await auditOf()).toHaveLength(2);
  });

  it.each([
    [{}, 'nothing'],
    [{ dry_run: true }, 'nothing but a dry run'],
    [{ method: 'selfie' }, 'an unknown method'],
    [{ tenant_id: '' }, 'an empty tenant'],
    [{ start_date: '2026-02-01', end_date: '2026-01-01' }, 'days in the wrong order'],
    [{ tenant_id: 'ten_a', dry_run: 'yes' }, 'a dry run that is no boolean'],
  ] as [object, string][])('refuses %j: %s', async (body) => {
    const { token } = await makeAdmin();
    const kept = await keptBy({ tenantId: 'ten_a' });
    const reply = await ask('POST', '/verified-ages/revoke', token, body);
    expect([reply.status, reply.body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(await readVerifiedAge(makeContext(), kept.account.id)).toBeDefined();
  });
});

describe('withdrawing one', () => {
  it('goes by account and works once; without an age it answers 404', async () => {
    const { token } = await makeAdmin();
    const { account } = await keptBy({});
    const path = `/verified-ages/${account.id}/revoke`;
    const first = await ask('POST', path, token);
    expect([first.status, first.body.data.counts]).toEqual([200, false]);
    expect((await ask('POST', path, token)).body.data).toEqual(first.body.data);
    expect(await auditOf()).toHaveLength(1);
    const none = await makeAccount();
    expect((await ask('POST', `/verified-ages/${none.id}/revoke`, token)).status).toBe(404);
    expect((await ask('POST', '/verified-ages/0/revoke', token)).status).toBe(400);
  });
});

describe('sites that received a withdrawn age', () => {
  /** Returns a context whose logout queue collects notices in an array, or fails while `isDown`. */
  function watch(isDown: () => boolean = () => false) {
    const notices: LogoutNotice[] = [];
    const sendBatch = async (batch: Iterable<{ body: LogoutNotice }>) => {
      if (isDown()) throw new Error('down');
      notices.push(...Array.from(batch, ({ body }) => body));
    };
    const ctx = makeContext();
    const logouts = { sendBatch } as unknown as Queue<LogoutNotice>;
    return { ctx: { ...ctx, queues: { ...ctx.queues, logouts } }, notices };
  }

  const BACKCHANNEL = { backchannelLogoutUri: 'https://rp.example/backchannel' };

  async function shareWith(account: Awaited<ReturnType<typeof makeAccount>>) {
    const scope = ['openid', 'age_verification'];
    const sites = {
      adults: await makeClient({ ...BACKCHANNEL, ageThresholds: [18] }),
      older: await makeClient({ ...BACKCHANNEL, ageThresholds: [21] }),
      deaf: await makeClient(),
      ageless: await makeClient(BACKCHANNEL),
    };
    const { signIn } = await issueTokens({ site: sites.adults, account, request: { scope } });
    await issueTokens({ site: sites.older, account, request: { scope } });
    await issueTokens({ site: sites.deaf, account, request: { scope } });
    await issueTokens({ site: sites.ageless, account, request: { scope: ['openid'] } });
    return { sites, sessionId: signIn.session.id };
  }

  it('are notified once: only those that could read it', async () => {
    const { ctx, notices } = watch();
    const { account } = await keptBy({ tenantId: 'ten_lax' });
    const { sites, sessionId } = await shareWith(account);
    await revokeAges(ctx, SYSTEM, { tenantId: 'ten_lax' }, { dryRun: false });
    const { subject } = account;
    expect(notices).toEqual([
      { clientId: sites.adults.id, subject, sessionId, ageWithdrawn: true },
    ]);
    await announceWithdrawals(ctx);
    expect(notices).toHaveLength(1);
  });

  it('are notified by the schedule when the queue failed; the withdrawal takes effect meanwhile', async () => {
    let isDown = true;
    const { ctx, notices } = watch(() => isDown);
    const { account } = await keptBy({ tenantId: 'ten_lax' });
    await shareWith(account);
    const done = await revokeAges(ctx, SYSTEM, { tenantId: 'ten_lax' }, { dryRun: false });
    expect([done, notices]).toEqual([{ revoked: 1, remaining: 0 }, []]);
    expect(await readVerifiedAge(ctx, account.id)).toBeUndefined();
    isDown = false;
    await announceWithdrawals(ctx);
    expect(notices).toHaveLength(1);
  });
});
