// /readyz/ledgers (D-176): the outcomes in a volume (D-178), in a backup and a restore.
import { beforeEach, expect, it } from 'vitest';
import type { OutcomePart } from '../../../src/domain/operations/analytics/outcomes.ts';
import { ledgerOf, queryLedger } from '../../support/customer/ledgers.ts';
import {
  allowCopies,
  listVolume,
  readVolume,
  restoreVolume,
  tablesOf,
} from '../../support/customer/ledger-copies.ts';
import { movedSession, putSessions } from '../../support/customer/moved-sessions.ts';
import { partsIn } from '../../support/customer/outcomes.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

let tenantId: string;

beforeEach(async () => {
  ({ id: tenantId } = await makeTenant());
  await allowCopies();
  await listVolume(tenantId);
});

const partsFrom = (first: number, count: number, filler = ''): OutcomePart[] =>
  Array.from({ length: count }, (_one, n) => ({
    number: first + n,
    id: `id-${first + n}`,
    day: '2026-01-01',
    outcomes: JSON.stringify({ country: { [`NL${filler}`]: [1, n] } }),
  }));

it('are copied in pages, after the sessions, and restored unchanged', async () => {
  await ledgerOf({ tenantId }).putOutcomes(partsFrom(1, 2_001));
  await putSessions({ tenantId }, movedSession());
  const { pages } = await readVolume(tenantId);
  const count = (page: (typeof pages)[number]) =>
    page.filter(({ table }) => table === 'outcome_parts').length;
  expect(pages.map(count)).toEqual([1_000, 1_000, 1]);
  const { id: other } = await makeTenant();
  await listVolume(other);
  for (const page of pages) await restoreVolume(other, page);
  expect(await tablesOf(other)).toEqual(await tablesOf(tenantId));
});

it('are read in parts of a few megabytes', async () => {
  await ledgerOf({ tenantId }).putOutcomes(partsFrom(1, 5, 'x'.repeat(1.5e6)));
  const { pages, rows } = await readVolume(tenantId);
  expect(pages.map(({ length }) => length)).toEqual([1 + 2, 2, 1]);
  const { id: other } = await makeTenant();
  await listVolume(other);
  for (const page of pages) await restoreVolume(other, page);
  const tables = "SELECT name FROM sqlite_master WHERE name GLOB 'outcome*' ORDER BY name";
  expect(await queryLedger({ tenantId: other }, tables)).toEqual(
    await queryLedger({ tenantId }, tables),
  );
  expect(await restoreVolume(other, rows.slice(0, 3))).toEqual({ added: 0, left: 2 });
});

it('that a volume has made since the backup stay, and those that it lacks come back', async () => {
  await ledgerOf({ tenantId }).putOutcomes(partsFrom(1, 3));
  const { rows } = await readVolume(tenantId);
  await ledgerOf({ tenantId }).erase();
  const other = { ...partsFrom(3, 1)[0]!, id: 'other' };
  await ledgerOf({ tenantId }).putOutcomes([other]);
  expect(await restoreVolume(tenantId, rows)).toEqual({ added: 2, left: 1 });
  expect((await partsIn({ tenantId })).map(({ id }) => id)).toEqual(['id-1', 'id-2', 'other']);
});
