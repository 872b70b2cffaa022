// Audit entries in ledgers (D-183): what an installation of before, a restored database and a lost
// ledger do to them.
import { env } from 'cloudflare:workers';
import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, it, vi } from 'vitest';
import { encodeHex } from '../../../../src/crypto/encoding.ts';
import { readVolumePage } from '../../../../src/domain/platform/ledgers/copy-volume.ts';
import { CHAIN_START, type AuditRow } from '../../../../src/domain/platform/audit/chain.ts';
import { moveAuditEntries } from '../../../../src/domain/platform/audit/move-entries.ts';
import { readAuditEntry } from '../../../../src/domain/platform/audit/read.ts';
import { linkEntries, recordAudit } from '../../../../src/domain/platform/audit/record.ts';
import { verifyMoved } from '../../../../scripts/operations/verify-moved.ts';
import {
  entriesInD1,
  entriesInLedger,
  everyPage,
  fillLog,
  verifyLog,
} from '../../../support/customer/audit-log.ts';
import { ledgerOf } from '../../../support/customer/ledgers.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 86_400_000;

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

const move = () => moveAuditEntries(world.ctx);
const pages = () => everyPage(world.ctx, tenantId);
const query = async <Row>(sql: string): Promise<Row[]> =>
  (await env.DB.prepare(sql).all<Row>()).results;

/** Reads a volume as `npm run audit:verify -- --ledgers` does through the service. */
async function readPart(volume: string, after: string | null) {
  const [customer = '', mode, number] = volume.split('/');
  const address = { tenantId: customer, test: mode === 'test', number: Number(number) };
  const text = await readVolumePage(world.ctx, address, after ?? undefined);
  const lines = text.trimEnd().split('\n');
  const { next } = JSON.parse(lines.pop() ?? '') as { next: string | null };
  return { lines, next };
}
const verifyLedgers = () => verifyMoved(query, readPart);

/** Links all entries as versions before D-183 did: a link covers the row itself. */
async function relinkEarlier(): Promise<void> {
  await env.DB.batch(
    ['audit_links_keep_delete', 'audit_heads_keep_delete'].map((trigger) =>
      env.DB.prepare(`DROP TRIGGER ${trigger}`),
    ),
  );
  await env.DB.prepare('DELETE FROM audit_links').run();
  let previous = CHAIN_START;
  for (const row of await query<AuditRow>('SELECT * FROM audit_entries ORDER BY id')) {
    const text = JSON.stringify([previous, ...Object.values(row)]);
    const bytes = new TextEncoder().encode(text);
    previous = encodeHex(await crypto.subtle.digest('SHA-256', bytes));
    await env.DB.prepare('INSERT INTO audit_links VALUES (?, ?)').bind(row.id, previous).run();
  }
}

it('entries that an earlier version linked move as well, and are checked in the ledger', async () => {
  await fillLog(world.ctx, tenantId, [40, 20]);
  await relinkEarlier();
  expect(await verifyLog()).toContain('14 entries are unchanged');
  await fillLog(world.ctx, tenantId, [19]);
  const before = await pages();
  await move();
  expect(await entriesInD1(tenantId)).toHaveLength(3);
  expect(await pages()).toEqual(before);
  expect(await verifyLog()).toMatch(/^9 entries are unchanged.*\n.*6 are in .*\n12 entries in/s);
  expect(await verifyLedgers()).toBe('18 entries in ledgers are unchanged.');
});

it('an altered or lost entry in a ledger is found by the check of ledgers', async () => {
  await fillLog(world.ctx, tenantId, [40, 20]);
  await move();
  expect(await verifyLedgers()).toBe('12 entries in ledgers are unchanged.');
  const change = (sql: string) =>
    runInDurableObject(
      ledgerOf({ tenantId }),
      (_object, { storage }) => void storage.sql.exec(sql),
    );
  await change("UPDATE audit_entries SET target_id = 'x' WHERE number = 4");
  await expect(verifyLedgers()).rejects.toThrow(`Entry 4 in the ledger of ${tenantId} is altered.`);
  await change('DELETE FROM audit_entries WHERE number = 4');
  await expect(verifyLedgers()).rejects.toThrow(`The ledger of ${tenantId} lacks 1 audit entries.`);
});

it('a page says in the log that a ledger has lost entries, and shows the others', async () => {
  await fillLog(world.ctx, tenantId, [40, 1]);
  await move();
  await ledgerOf({ tenantId }).erase();
  const [first] = await pages();
  expect(first?.total).toBe(8);
  expect(logged).toContain(
    JSON.stringify({ event: 'audit_incomplete', tenant: tenantId, missing: 6 }),
  );
});

it('a database that is restored to an earlier state lists what happened since, and moves it', async () => {
  await fillLog(world.ctx, tenantId, [40]);
  const [state, before] = [await entriesInD1(tenantId), await pages()];
  await fillLog(world.ctx, tenantId, [39]);
  await move();
  expect(await entriesInLedger(tenantId)).toHaveLength(12);
  await restore(state);
  expect(await pages()).toEqual(before);
  await move();
  expect(await pages()).toEqual(before);
  expect(await entriesInLedger(tenantId)).toHaveLength(12);
  // Another entry gets the id, and then the number, of one that is only in the ledger.
  await fillLog(world.ctx, tenantId, [38]);
  const later = await pages();
  await move();
  expect(await pages()).toEqual(later);
  const stored = await entriesInLedger(tenantId);
  expect(stored).toHaveLength(12);
  expect(new Set(stored.map(({ hash }) => hash)).size).toBe(12);
  expect(await verifyLedgers()).toBe('12 entries in ledgers are unchanged.');
});

/** Restores the audit log to a state in which it had only these entries; ledgers stay. */
async function restore(state: readonly AuditRow[]): Promise<void> {
  const triggers = await query<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name LIKE 'audit_%'",
  );
  for (const { name } of triggers) await env.DB.prepare(`DROP TRIGGER ${name}`).run();
  const tables = ['entries', 'links', 'heads', 'digests', 'moved'].map((name) => `audit_${name}`);
  for (const table of [...tables, 'tenant_audit_counts', 'audit_counts'])
    await env.DB.prepare(`DELETE FROM ${table}`).run();
  await env.DB.prepare("DELETE FROM sqlite_sequence WHERE name = 'audit_entries'").run();
  for (const { sql } of triggers) await env.DB.prepare(sql).run();
  for (const row of state)
    await env.DB.prepare(`INSERT INTO audit_entries VALUES (${'?, '.repeat(11)}?)`)
      .bind(...Object.values(row))
      .run();
  await linkEntries(world.ctx);
  const { signAuditHead } = await import('../../../../src/domain/platform/audit/heads.ts');
  await signAuditHead(world.ctx);
}

it('operators see whether an entry and the one before it are intact, wherever these are', async () => {
  await fillLog(world.ctx, tenantId, [40]);
  const atMs = NOON_MS - 39 * DAY_MS;
  await recordAudit(
    { ...world.ctx, now: () => atMs },
    { actor: { audience: 'dashboard', tenantId }, action: 'a.b', target: { type: 'a', id: 1 } },
  );
  await fillLog(world.ctx, tenantId, [1]);
  await move();
  // Entry 7 is the operator's; the entries before it have moved, and so has entry 8.
  expect(await readAuditEntry(world.ctx, 7)).toMatchObject({
    isIntact: true,
    isPreviousIntact: true,
  });
  await env.DB.prepare('DROP TRIGGER audit_digests_keep_update').run();
  await env.DB.prepare("UPDATE audit_digests SET digest = 'x' WHERE entry_id = 6").run();
  expect(await readAuditEntry(world.ctx, 7)).toMatchObject({
    isIntact: true,
    isPreviousIntact: false,
  });
});
