// /readyz/ledgers (D-176): the audit entries in a volume (D-183), in a backup and a restore.
import { beforeEach, expect, it } from 'vitest';
import type { MovedEntry } from '../../../src/domain/platform/audit/moved-entries.ts';
import { entriesInLedger, movedEntry } from '../../support/customer/audit-log.ts';
import {
  allowCopies,
  listVolume,
  postRows,
  linesOf,
  readVolume,
  restoreVolume,
  tablesOf,
} from '../../support/customer/ledger-copies.ts';
import { ledgerOf, queryLedger } from '../../support/customer/ledgers.ts';
import { movedSession, putSessions } from '../../support/customer/moved-sessions.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

let tenantId: string;

beforeEach(async () => {
  ({ id: tenantId } = await makeTenant());
  await allowCopies();
  await listVolume(tenantId);
});

/** Entries of two members and of the service, with and without the columns that may be null. */
const entriesFrom = (first: number, count: number, filler = ''): MovedEntry[] =>
  Array.from({ length: count }, (_one, n) =>
    movedEntry(first + n, {
      id: 2 * (first + n),
      ...(n % 3 === 0
        ? { audience: 'system', staff_id: null }
        : { staff_id: n % 3, ip: '192.0.2.7', user_agent: 'Firefox' }),
      ...(n % 2 === 0 && { before: '{}', after: JSON.stringify({ n, filler }) }),
    }),
  );

const put = (entries: readonly MovedEntry[]) => ledgerOf({ tenantId }).putAudit(entries);

async function makeOther(): Promise<string> {
  const { id: other } = await makeTenant();
  await listVolume(other);
  return other;
}

it('are copied in pages, after everything else, and restored unchanged with their counts', async () => {
  await put(entriesFrom(1, 2_000));
  await put(entriesFrom(2_001, 2_001));
  await putSessions({ tenantId }, movedSession());
  await ledgerOf({ tenantId }).putOutcomes([
    { number: 1, id: 'a', day: '2026-01-01', outcomes: '{}' },
  ]);
  const { pages, rows } = await readVolume(tenantId);
  const count = (page: (typeof pages)[number]) =>
    page.filter(({ table }) => table === 'audit_entries').length;
  expect(pages.map(count)).toEqual([2_000, 2_000, 1]);
  expect(rows.slice(1, 3).map(({ table }) => table)).toEqual(['sessions', 'outcome_parts']);
  const other = await makeOther();
  for (const page of pages) await restoreVolume(other, page);
  expect(await tablesOf(other)).toEqual(await tablesOf(tenantId));
  expect(await queryLedger({ tenantId: other }, 'SELECT * FROM audit_days')).not.toEqual([]);
  const all = { upTo: 4_001 };
  expect(await ledgerOf({ tenantId: other }).countAudit(all)).toEqual(
    await ledgerOf({ tenantId }).countAudit(all),
  );
});

it('are read in parts of a few megabytes', async () => {
  await put(entriesFrom(1, 9, 'x'.repeat(1.5e6)));
  const { pages, rows } = await readVolume(tenantId);
  // Every second entry is large.
  expect(pages.map((page) => page.length)).toEqual([1 + 4, 4, 1]);
  const other = await makeOther();
  for (const page of pages) await restoreVolume(other, page);
  const tables = "SELECT name, sql FROM sqlite_master WHERE name GLOB 'audit*' ORDER BY name";
  expect(await queryLedger({ tenantId: other }, tables)).toEqual(
    await queryLedger({ tenantId }, tables),
  );
  expect(await restoreVolume(other, rows.slice(0, 3))).toEqual({ added: 0, left: 2 });
});

it('that a volume has made since the backup stay, and those that it lacks come back', async () => {
  await put(entriesFrom(1, 3));
  const { rows } = await readVolume(tenantId);
  await ledgerOf({ tenantId }).erase();
  await put([movedEntry(3, { hash: 'other', action: 'key.revoke' })]);
  expect(await restoreVolume(tenantId, rows)).toEqual({ added: 2, left: 1 });
  expect((await entriesInLedger(tenantId)).map(({ hash }) => hash)).toEqual([
    'hash-1',
    'hash-2',
    'other',
  ]);
  const { days, found } = await ledgerOf({ tenantId }).countAudit({
    action: 'key.create',
    upTo: 3,
  });
  expect([days, found]).toEqual([[{ day: '2026-01-15', value: 2 }], 3]);
  const before = await tablesOf(tenantId);
  expect(await restoreVolume(tenantId, rows)).toEqual({ added: 0, left: 3 });
  expect(await tablesOf(tenantId)).toEqual(before);
});

it.each([
  ['has no valid hash', { hash: null }],
  ['has no valid number', { number: null }],
  ['has no valid staff_id', { staff_id: 'mem_7' }],
  ['has no valid after', { after: 'no' }],
  ['has a column', { tenant_id: 'ten_1' }],
])('that are not valid are refused: a line that %s', async (message, changes) => {
  const rows = [movedEntry(1), { ...movedEntry(2), ...changes }];
  const lines = linesOf(rows.map((row) => ({ table: 'audit_entries', row })));
  const response = await postRows(`${tenantId}/live/1`, lines);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(`Line 2 ${message}`);
  expect(await entriesInLedger(tenantId)).toEqual([]);
});
