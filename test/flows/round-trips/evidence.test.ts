// How many calls an evidence pack and a customer's figures take, not counting authentication. Both
// read only counts, never a session's object.
import { it } from 'vitest';
import { moveOutcomes } from '../../../src/domain/operations/analytics/move-outcomes.ts';
import {
  readTenantFunnel,
  readTenantOverview,
} from '../../../src/domain/operations/analytics/tenant-figures.ts';
import { collectPack } from '../../../src/domain/operations/evidence-pack/collect-pack.ts';
import { DAY_MS } from '../../../src/time/durations.ts';
import { packArchive } from '../../../src/routes/dashboard/evidence/pack-files.ts';
import { countingEnv, countUseCase } from '../../support/counted/round-trips.ts';
import { CERTIFICATE } from '../../support/customer/certificates.ts';
import { lastMonth, makeFilledTenant } from '../../support/customer/evidence-pack.ts';
import { endSession } from '../../support/customer/outcomes.ts';
import { withContext } from '../../support/installation/context.ts';
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
  const read = (days: number) =>
    countUseCase(walk.count, bindings, (ctx) => readTenantOverview(ctx, id, days));
  walk.note('the figures of the last days', await read(7));
  walk.note('the figures of a month', await read(30));
  const readFunnel = (days: number) =>
    countUseCase(walk.count, bindings, (ctx) => readTenantFunnel(ctx, id, days));
  walk.note('the funnel of a month', await readFunnel(30));
  expectBudgets(walk);
});
