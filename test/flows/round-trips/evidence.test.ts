// How many calls an evidence pack, a customer's figures and a page of its audit log take, not
// counting authentication. None of them reads a session's object.
import { it } from 'vitest';
import { moveOutcomes } from '../../../src/domain/operations/analytics/move-outcomes.ts';
import {
  readTenantFunnel,
  readTenantOverview,
} from '../../../src/domain/operations/analytics/tenant-figures.ts';
import { collectPack } from '../../../src/domain/operations/evidence-pack/collect-pack.ts';
import type { AuditFilters } from '../../../src/domain/platform/audit/filters.ts';
import { listTenantAudit } from '../../../src/domain/platform/audit/tenant-log.ts';
import { DAY_MS } from '../../../src/time/durations.ts';
import { packArchive } from '../../../src/routes/dashboard/evidence/pack-files.ts';
import { countingEnv, countUseCase } from '../../support/counted/round-trips.ts';
import { fillLog, moveLog } from '../../support/customer/audit-log.ts';
import { CERTIFICATE } from '../../support/customer/certificates.ts';
import { lastMonth, makeFilledTenant } from '../../support/customer/evidence-pack.ts';
import { endSession } from '../../support/customer/outcomes.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { makeContext, withContext } from '../../support/installation/context.ts';
import { ask as askAdmin, makeAdmin } from '../../support/staff/admins.ts';
import { expectBudgets, Walk } from './walk.ts';

it('an evidence pack reads everything at once', async () => {
  const { id, owner } = await makeFilledTenant();
  const walk = new Walk('evidence');
  const bindings = countingEnv(walk.count);
  const actor = { audience: 'dashboard', tenantId: id, staffId: owner.id } as const;
  const save = () =>
    countUseCase(walk.count, bindings, async (ctx) => {
      const asked = { jurisdiction: 'FR', period: lastMonth() };
      return packArchive(ctx, await collectPack(ctx, actor, asked));
    });
  // The first pack creates the signing key.
  await save();
  walk.note('an evidence pack', await save());
  const { token } = await makeAdmin();
  await askAdmin('POST', '/evidence/certificates', token, CERTIFICATE);
  walk.note('an evidence pack with a certificate', await save());
  await endSession({ tenantId: id, atMs: Date.now() - 20 * DAY_MS, country: 'NL' });
  await withContext((ctx) => moveOutcomes(ctx));
  walk.note('an evidence pack of a customer with a ledger', await save());
  await fillLog(makeContext(), id, [20, 10]);
  await withContext((ctx) => moveLog(ctx));
  walk.note('an evidence pack of a customer whose audit entries have moved', await save());
  const read = (days: number) =>
    countUseCase(walk.count, bindings, (ctx) => readTenantOverview(ctx, id, days));
  walk.note('the figures of the last days', await read(7));
  walk.note('the figures of a month', await read(30));
  const readFunnel = (days: number) =>
    countUseCase(walk.count, bindings, (ctx) => readTenantFunnel(ctx, id, days));
  walk.note('the funnel of a month', await readFunnel(30));
  expectBudgets(walk);
});

it('a page of a customer’s audit log asks the ledger only for what is there', async () => {
  const { id } = await makeTenant();
  const walk = new Walk('auditLog');
  const bindings = countingEnv(walk.count);
  const list = (offset: number, limit: number, filters: AuditFilters = {}) =>
    countUseCase(walk.count, bindings, (ctx) =>
      listTenantAudit(ctx, id, filters, { offset, limit }),
    );
  await fillLog(makeContext(), id, [20, 10, 1]);
  walk.note('a page of the audit log', await list(0, 7));
  await withContext((ctx) => moveLog(ctx));
  walk.note('the first page of a log with a ledger', await list(0, 7));
  // Each of the two days that have moved has six entries in the ledger, three of them by member 7,
  // and one by an operator in D1.
  walk.note('a page of entries in a ledger', await list(3, 3, { staffId: 7 }));
  walk.note('a page of a day in D1 and in a ledger', await list(7, 7));
  expectBudgets(walk);
});
