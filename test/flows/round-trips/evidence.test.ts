// The cost of an evidence pack after authentication: it reads counters, and never a session's
// object.
import { it } from 'vitest';
import { collectPack } from '../../../src/domain/operations/evidence-pack/collect-pack.ts';
import { packArchive } from '../../../src/routes/dashboard/evidence/pack-files.ts';
import { countingEnv, countUseCase } from '../../support/counted/round-trips.ts';
import { CERTIFICATE } from '../../support/customer/certificates.ts';
import { lastMonth, makeFilledTenant } from '../../support/customer/evidence-pack.ts';
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
  expectBudgets(walk);
});
