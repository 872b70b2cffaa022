import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import {
  CHAIN_START,
  checkChain,
  type AuditLink,
  type AuditRow,
} from '../../../src/domain/platform/audit/chain.ts';
import { signAuditHead } from '../../../src/domain/platform/audit/heads.ts';
import { linkEntries, recordAudit } from '../../../src/domain/platform/audit/record.ts';
import { openDatabase } from '../../../src/db/client.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { withContext } from '../../support/installation/context.ts';
import { recordStatements } from '../../support/counted/recorded-statements.ts';

interface Sample {
  staffId?: number;
  action?: string;
  type?: string;
  at?: string;
}

/** Writes entries with the given times, in the given order. */
async function write(samples: readonly Sample[]): Promise<void> {
  for (const { staffId, action = 'account.suspend', type = 'account', at } of samples)
    await withContext((ctx) =>
      recordAudit(
        { ...ctx, now: () => (at === undefined ? Date.now() : Date.parse(at)) },
        {
          actor: { audience: 'admin', ...(staffId !== undefined && { staffId }), ip: '192.0.2.1' },
          action,
          target: { type, id: 7 },
          before: { status: 'active' },
          after: { status: 'suspended' },
        },
      ),
    );
}

async function readChain(): Promise<{ links: AuditLink[]; entries: AuditRow[] }> {
  const links = await env.DB.prepare(
    'SELECT * FROM audit_links ORDER BY entry_id',
  ).all<AuditLink>();
  const entries = await env.DB.prepare('SELECT * FROM audit_entries ORDER BY id').all<AuditRow>();
  return { links: links.results, entries: entries.results };
}

const check = ({ links, entries }: { links: AuditLink[]; entries: AuditRow[] }) =>
  checkChain(CHAIN_START, links, new Map(entries.map((entry) => [entry.id, entry])));

describe('the audit', () => {
  it('refuses UPDATE and DELETE of entries and links', async () => {
    await write([{}]);
    for (const statement of [
      "UPDATE audit_entries SET action = 'x'",
      'DELETE FROM audit_entries',
      "UPDATE audit_links SET hash = 'x'",
      'DELETE FROM audit_links',
    ])
      await expect(env.DB.prepare(statement).run()).rejects.toThrow(/never (changed|deleted)/);
    // Queued messages left over from an earlier test may add entries in the meantime.
    const kept = (await readChain()).entries.filter(({ action }) => action === 'account.suspend');
    expect(kept).toHaveLength(1);
  });

  it('chains every entry when fifty are written at the same time', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, n) => write([{ staffId: n + 1 }])));
    await withContext((ctx) => linkEntries(ctx));
    const chain = await readChain();
    expect(chain.links).toHaveLength(50);
    expect(chain.links.map(({ entry_id: id }) => id)).toEqual(chain.entries.map(({ id }) => id));
    expect(await check(chain)).toMatchObject({ ok: true });
  });

  it('links a thousand entries in one run, in few statements, and the rest in the next', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
       INSERT INTO audit_entries (at_ms, audience, action, target_type, target_id)
       SELECT i, 'admin', 'account.suspend', 'account', i FROM n`,
    ).run();
    const { db, statements } = recordStatements();
    await linkEntries({ db: openDatabase(db) });
    expect((await readChain()).links).toHaveLength(1000);
    expect(statements.length).toBeLessThanOrEqual(12);
    await withContext((ctx) => linkEntries(ctx));
    expect(await check(await readChain())).toMatchObject({ ok: true });
    expect((await readChain()).links).toHaveLength(1001);
  });

  it.each([
    [
      'an altered entry',
      (entries: AuditRow[]) =>
        entries.map((row) => (row.id === 2 ? { ...row, target_id: '8' } : row)),
      { ok: false, entryId: 2, fault: 'altered' },
    ],
    [
      'a missing entry',
      (entries: AuditRow[]) => entries.filter(({ id }) => id !== 2),
      { ok: false, entryId: 2, fault: 'missing' },
    ],
    [
      'two swapped entries',
      (entries: AuditRow[]) =>
        entries.map((row) => ({ ...entries[2 - entries.indexOf(row)]!, id: row.id })),
      { ok: false, entryId: 1, fault: 'altered' },
    ],
  ])('detects %s', async (_name, tamper, expected) => {
    await write([{ staffId: 1 }, { staffId: 2 }, { staffId: 3 }]);
    await withContext((ctx) => linkEntries(ctx));
    const chain = await readChain();
    expect(await check(chain)).toMatchObject({ ok: true });
    expect(await check({ ...chain, entries: tamper(chain.entries) })).toEqual(expected);
  });
});

describe('GET /admin/v1/audit', () => {
  it('combines admin, action, target type and days freely, newest first (spec 4.2)', async () => {
    const samples = [
      { staffId: 11, action: 'account.suspend', type: 'account', at: '2026-03-01T00:00:00Z' },
      { staffId: 12, action: 'account.suspend', type: 'account', at: '2026-03-01T23:59:59.999Z' },
      { staffId: 11, action: 'admin.create', type: 'admin', at: '2026-03-02T00:00:00Z' },
      { staffId: 11, action: 'account.delete', type: 'account', at: '2026-03-03T12:00:00Z' },
    ];
    await write(samples);
    const { token } = await makeAdmin();
    for (const staff of [undefined, 11, 12, 13])
      for (const action of [undefined, 'account.suspend'])
        for (const type of [undefined, 'account', 'admin'])
          for (const start of [undefined, '2026-03-02'])
            for (const end of [undefined, '2026-03-02']) {
              const query = new URLSearchParams({
                ...(staff && { admin_user_id: String(staff) }),
                ...(action && { action }),
                ...(type && { target_type: type }),
                ...(start && { start_date: start }),
                ...(end && { end_date: end }),
              }).toString();
              const { body } = await ask('GET', `/audit?${query}`, token);
              const expected = samples.filter(
                (one) =>
                  (staff === undefined || one.staffId === staff) &&
                  (action === undefined || one.action === action) &&
                  (type === undefined || one.type === type) &&
                  (start === undefined || one.at.slice(0, 10) >= start) &&
                  (end === undefined || one.at.slice(0, 10) <= end),
              );
              const times = body.data.map((row: { created_at: string }) => row.created_at);
              expect([query, times]).toEqual([
                query,
                expected.map(({ at }) => `${at.slice(0, 19)}Z`).toReversed(),
              ]);
              expect(body.meta).toMatchObject({ pagination: { total: expected.length } });
            }
  });

  it('answers 400 to bad filters', async () => {
    const { token } = await makeAdmin();
    for (const query of [
      'admin_user_id=x',
      'admin_user_id=0',
      'start_date=yesterday',
      'start_date=2026-03-02&end_date=2026-03-01',
      'page=-1',
    ])
      expect([query, (await ask('GET', `/audit?${query}`, token)).status]).toEqual([query, 400]);
  });
});

describe('GET /admin/v1/audit/{id}', () => {
  it('shows who acted, from where, the values before and after, and the link of the chain', async () => {
    const admin = await makeAdmin();
    await write([{ staffId: admin.id }]);
    await withContext((ctx) => linkEntries(ctx));
    const { body } = await ask('GET', '/audit/1', admin.token);
    expect(body.data).toMatchObject({
      id: 1,
      admin_user_id: admin.id,
      action: 'account.suspend',
      target_type: 'account',
      target_id: '7',
      ip: '192.0.2.1',
      before: { status: 'active' },
      after: { status: 'suspended' },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('checks the link again, so that a change made in the database itself shows, and says when it was signed', async () => {
    const { token } = await makeAdmin();
    const read = async (id: number) => (await ask('GET', `/audit/${id}`, token)).body.data;
    await write([{ staffId: 1 }, { staffId: 2 }]);
    await withContext((ctx) => linkEntries(ctx));
    expect(await read(1)).toMatchObject({ intact: true, previous_intact: true });
    expect((await read(1)).signed_at).toBeUndefined();
    await withContext((ctx) => signAuditHead(ctx));
    expect(await read(2)).toMatchObject({ intact: true, signed_at: expect.stringMatching(/Z$/) });
    await write([{ staffId: 3 }]);
    await withContext((ctx) => linkEntries(ctx));
    expect((await read(3)).signed_at).toBeUndefined();

    await env.DB.prepare('DROP TRIGGER audit_entries_keep_update').run();
    await env.DB.prepare("UPDATE audit_entries SET target_id = '8' WHERE id = 2").run();
    expect([await read(1), await read(2), await read(3)]).toMatchObject([
      { intact: true, previous_intact: true },
      { intact: false, previous_intact: true, target_id: '8' },
      { intact: true, previous_intact: false },
    ]);
    await env.DB.prepare('DROP TRIGGER audit_entries_keep_delete').run();
    await env.DB.prepare('DELETE FROM audit_entries WHERE id = 2').run();
    expect(await read(3)).toMatchObject({ intact: true, previous_intact: false });
    // An entry whose link has not been added yet is not reported as broken.
    await env.DB.prepare('DROP TRIGGER audit_links_keep_delete').run();
    await env.DB.prepare('DELETE FROM audit_links WHERE entry_id = 3').run();
    expect(await read(3)).toMatchObject({ hash: null, intact: true });
  });

  it('answers 404 to an unknown entry, 400 to a malformed id, and 401 without a token', async () => {
    const { token } = await makeAdmin();
    expect((await ask('GET', '/audit/999', token)).status).toBe(404);
    expect((await ask('GET', '/audit/abc', token)).status).toBe(400);
    expect((await ask('GET', '/audit/1')).status).toBe(401);
  });
});
