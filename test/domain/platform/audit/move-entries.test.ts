// Older entries of customers' audit logs move to ledgers (D-183). A customer's pages stay the same,
// wherever the entries are, and so does the hash chain.
import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signAuditHead } from '../../../../src/domain/platform/audit/heads.ts';
import { moveAuditEntries } from '../../../../src/domain/platform/audit/move-entries.ts';
import { dueQuery } from '../../../../src/domain/platform/audit/moved-store.ts';
import { listTenantAudit } from '../../../../src/domain/platform/audit/tenant-log.ts';
import {
  entriesInD1,
  entriesInLedger,
  everyPage,
  fillLog,
  verifyLog,
} from '../../../support/customer/audit-log.ts';
import { callingLedgers } from '../../../support/customer/outcomes.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';

const NOON_MS = Date.UTC(2026, 10, 20, 12);

let world: WebhookWorld;
let tenantId: string;
let logged: string[];

beforeEach(async () => {
  world = new WebhookWorld();
  world.nowMs = NOON_MS;
  ({ id: tenantId } = await makeTenant());
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void logged.push(String(line)));
});

const move = (options?: Parameters<typeof moveAuditEntries>[1], ctx = world.ctx) =>
  moveAuditEntries(ctx, options);
const pages = (ctx = world.ctx) => everyPage(ctx, tenantId);
const countsInD1 = async () =>
  (
    await env.DB.prepare('SELECT count(*) AS n FROM tenant_audit_counts WHERE tenant_id = ?')
      .bind(tenantId)
      .first<{ n: number }>()
  )?.n;
const drop = (trigger: string) => env.DB.prepare(`DROP TRIGGER ${trigger}`).run();

describe('entries that are older than eight days', () => {
  it('leave D1 with their counts, and every page shows the same', async () => {
    await fillLog(world.ctx, tenantId);
    const [before, counts] = [await pages(), await countsInD1()];
    await move();
    // Four days of six entries have moved; operators' entries stay, and so do recent ones.
    expect(await entriesInLedger(tenantId)).toHaveLength(24);
    expect(await entriesInD1(tenantId)).toHaveLength(18);
    expect(await countsInD1()).toBeLessThan(counts ?? 0);
    expect(await pages()).toEqual(before);
    expect(logged).toEqual([]);
  });

  it('keep the chain verifiable without the ledgers', async () => {
    await fillLog(world.ctx, tenantId);
    await move();
    expect(await verifyLog()).toMatch(/^42 entries are unchanged.*\nOf these, 24 are in/s);
    await drop('audit_digests_keep_update');
    await env.DB.prepare("UPDATE audit_digests SET digest = 'x' WHERE entry_id = 9").run();
    await expect(verifyLog()).rejects.toThrow('Entry 9 is altered.');
  });

  it('are listed once while they are in both places, and in which order ever reads and moves run', async () => {
    await fillLog(world.ctx, tenantId);
    const before = await pages();
    const cutOff = callingLedgers(world.ctx, 'putAudit', async (ledger, entries) => {
      await ledger.putAudit(entries);
      throw new Error('cut off');
    });
    await expect(move({}, cutOff)).rejects.toThrow('could not be moved');
    expect(await entriesInD1(tenantId)).toHaveLength(42);
    expect(await entriesInLedger(tenantId)).toHaveLength(24);
    expect(await pages()).toEqual(before);
    // Entries move between the reads of D1 and of the ledger.
    const limits = { entries: 5, slices: 1 };
    await move({ limits });
    const slow = callingLedgers(world.ctx, 'countAudit', async (ledger, wanted) => {
      const counted = await ledger.countAudit(wanted);
      await move({ limits }).catch(() => undefined);
      return counted;
    });
    for (const page of before.slice(0, 12))
      expect(await listTenantAudit(slow, tenantId, page.filters, page.slice)).toEqual({
        rows: page.rows,
        total: page.total,
      });
    await move();
    expect(await pages()).toEqual(before);
    expect(await entriesInLedger(tenantId)).toHaveLength(24);
  });

  it('move once however many runs there are at the same time', async () => {
    await fillLog(world.ctx, tenantId);
    const before = await pages();
    await Promise.all([
      move(),
      move({ limits: { entries: 7, slices: 2 } }),
      move({ limits: { entries: 10, slices: 1 } }),
    ]);
    await move();
    const stored = await entriesInLedger(tenantId);
    expect(stored.map(({ number }) => number)).toEqual(stored.map((_entry, at) => at + 1));
    expect(stored).toHaveLength(24);
    expect(await pages()).toEqual(before);
    expect(await verifyLog()).toContain('24 are in');
  });

  it('move in slices, and a later run continues', async () => {
    await fillLog(world.ctx, tenantId);
    const before = await pages();
    for (const left of [37, 32, 27, 22, 18, 18]) {
      await move({ limits: { entries: 5, slices: 1 } });
      expect(await entriesInD1(tenantId)).toHaveLength(left);
      expect(await pages()).toEqual(before);
    }
  });
});

it('finding entries that are due reads customers by their key and entries by an index, without sorting', async () => {
  const query = dueQuery(NOON_MS, { nowMs: NOON_MS, limit: 10, except: [] });
  const plan = await world.ctx.db.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${query}`);
  const details = plan.map(({ detail }) => detail);
  expect(details).toContain('SEARCH entry USING INDEX audit_by_tenant (tenant_id=? AND at_ms<?)');
  expect(details.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual([]);
});

describe('entries stay in D1', () => {
  it('until a signed head covers them', async () => {
    await fillLog(world.ctx, tenantId, [40]);
    await drop('audit_heads_keep_delete');
    await env.DB.prepare('DELETE FROM audit_heads').run();
    await move();
    expect(await entriesInLedger(tenantId)).toEqual([]);
    await signAuditHead(world.ctx);
    await move();
    expect(await entriesInLedger(tenantId)).toHaveLength(6);
  });

  it('while a backup is running', async () => {
    await fillLog(world.ctx, tenantId, [40]);
    await env.DB.prepare(
      'INSERT INTO deployment_links (token_hash, kind, created_at_ms, expires_at_ms) VALUES (?, ?, ?, ?)',
    )
      .bind('a', 'backup', NOON_MS, NOON_MS + 1_000)
      .run();
    const before = await pages();
    await move();
    expect(await entriesInD1(tenantId)).toHaveLength(7);
    expect(await pages()).toEqual(before);
    await env.DB.prepare('DELETE FROM deployment_links').run();
    await move();
    expect(await entriesInD1(tenantId)).toHaveLength(1);
    expect(await pages()).toEqual(before);
  });

  it('if they do not match their links, with the customer’s later entries; others move', async () => {
    const { id: other } = await makeTenant();
    await fillLog(world.ctx, tenantId, [40, 20]);
    await fillLog(world.ctx, other, [40]);
    await drop('audit_entries_keep_update');
    await env.DB.prepare("UPDATE audit_entries SET action = 'x' WHERE id = 3").run();
    await expect(move()).rejects.toThrow('could not be moved');
    expect((await entriesInLedger(tenantId)).map(({ id }) => id)).toEqual([1, 2]);
    expect(await entriesInLedger(other)).toHaveLength(6);
    expect(logged).toContain(
      JSON.stringify({ event: 'audit_not_intact', tenant: tenantId, entry: 3 }),
    );
  });

  it('if their ledger fails; other customers’ entries move', async () => {
    const { id: other } = await makeTenant();
    await fillLog(world.ctx, tenantId, [40]);
    await fillLog(world.ctx, other, [40]);
    const failing = callingLedgers(world.ctx, 'putAudit', (ledger, entries, name) => {
      if (name.startsWith(tenantId)) throw new Error('gone');
      return ledger.putAudit(entries);
    });
    const limits = { entries: 6, slices: 2 };
    await expect(move({ limits }, failing)).rejects.toThrow('could not be moved');
    expect(await entriesInD1(tenantId)).toHaveLength(7);
    expect(await entriesInD1(other)).toHaveLength(1);
  });

  it('however anybody deletes them, unless they have moved', async () => {
    await fillLog(world.ctx, tenantId, [40, 1]);
    await move();
    const remove = 'DELETE FROM audit_entries WHERE tenant_id = ?';
    await expect(env.DB.prepare(remove).bind(tenantId).run()).rejects.toThrow('never deleted');
    for (const change of ["UPDATE audit_digests SET digest = 'x'", 'DELETE FROM audit_digests'])
      await expect(env.DB.prepare(change).run()).rejects.toThrow('audit digests are never');
  });
});
