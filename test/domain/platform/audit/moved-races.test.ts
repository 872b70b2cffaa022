// Fifty readers of a customer's audit log at a time, while its entries move to the ledger (D-183):
// no page shows an entry twice or misses one, and no entry moves twice.
import { beforeEach, expect, it } from 'vitest';
import { moveAuditEntries } from '../../../../src/domain/platform/audit/move-entries.ts';
import { recordAudit } from '../../../../src/domain/platform/audit/record.ts';
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

const READERS = 50;
const DUE = 24;

let world: WebhookWorld;
let tenantId: string;

beforeEach(async () => {
  world = new WebhookWorld();
  world.nowMs = Date.UTC(2026, 10, 20, 12);
  ({ id: tenantId } = await makeTenant());
  await fillLog(world.ctx, tenantId);
});

/**
 * Moves some entries while fifty reads run, half of which begin when the ledger has the entries and
 * D1 is about to delete them.
 * @param read the argument counts the reads
 */
async function moveWhileReading(
  entries: number,
  read: (n: number) => Promise<void>,
): Promise<void> {
  const reads = (first: number) =>
    Promise.all(Array.from({ length: READERS / 2 }, (_one, n) => read(first + n)));
  const later: Promise<unknown>[] = [];
  const ctx = callingLedgers(world.ctx, 'putAudit', async (ledger, given) => {
    await ledger.putAudit(given);
    later.push(reads(READERS / 2));
  });
  await Promise.all([moveAuditEntries(ctx, { limits: { entries, slices: 1 } }), reads(0)]);
  await Promise.all(later);
}

it('every page is the same, whatever is read while entries move in small runs', async () => {
  const pages = await everyPage(world.ctx, tenantId);
  for (let run = 0; run < 6; run += 1)
    await moveWhileReading(5, async (n) => {
      const { filters, slice, ...page } = pages[(run * READERS + n) % pages.length]!;
      const found = await listTenantAudit(world.ctx, tenantId, filters, slice);
      expect({ filters, slice, ...found }).toEqual({ filters, slice, ...page });
    });
  expect(await entriesInLedger(tenantId)).toHaveLength(DUE);
  expect(await everyPage(world.ctx, tenantId)).toEqual(pages);
});

it('two runs at a time and new entries change nothing about what readers find', async () => {
  const all = (await entriesInD1(tenantId)).map(({ id }) => id);
  const entry = { action: 'key.create', target: { type: 'key', id: 1 } };
  const record = () =>
    recordAudit(world.ctx, { actor: { audience: 'dashboard', tenantId }, ...entry });
  const readAll = async (): Promise<void> => {
    const slice = { offset: 0, limit: 100 };
    const { rows } = await listTenantAudit(world.ctx, tenantId, {}, slice);
    const earlier = rows.filter(({ action }) => action !== entry.action).map(({ id }) => id);
    expect(earlier.toSorted((one, other) => one - other)).toEqual(all);
  };
  for (let run = 0; run < 4; run += 1)
    await Promise.all([moveWhileReading(6, readAll), moveWhileReading(8, readAll), record()]);
  const stored = await entriesInLedger(tenantId);
  const numbers = stored.map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: DUE }, (_one, n) => n + 1));
  expect(await verifyLog()).toContain(`Of these, ${DUE} are in customers’ ledgers`);
});
