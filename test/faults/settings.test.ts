// Changes to customer settings that must be passed on to ledgers, under faults.
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { Context } from '../../src/context.ts';
import { changeTenant } from '../../src/domain/customers/tenant-administration/change-tenant.ts';
import { changeSettings } from '../../src/domain/customers/tenants/settings.ts';
import { findPartialStates } from '../support/faults/find-partial-states.ts';
import { insertTenant } from '../support/faults/fixtures.ts';
import { ledgerOf } from '../support/customer/ledgers.ts';
import { listVolume } from '../support/customer/ledger-copies.ts';
import { movedSession, putSessions } from '../support/customer/moved-sessions.ts';
import { staffOf } from '../support/customer/webhooks.ts';

/** Creates a customer with sessions in two volumes. */
async function prepare(): Promise<string> {
  const { id } = await insertTenant();
  for (const number of [1, 2]) {
    await listVolume(id, number);
    await putSessions({ tenantId: id, number }, movedSession());
  }
  return id;
}

/**
 * Reads the history period in the customer's settings, the periods that the ledgers have stored,
 * the remaining ledger work, and the audit log.
 */
async function observe(tenantId: string) {
  const first = (query: string) => env.DB.prepare(query).bind(tenantId).first<number>('n');
  const kept = await Promise.all(
    [1, 2].map((number) =>
      runInDurableObject(ledgerOf({ tenantId, number }), (_object, { storage }) =>
        storage.kv.get('sessions_kept'),
      ),
    ),
  );
  return {
    days: await first('SELECT history_days AS n FROM tenants WHERE id = ?'),
    kept,
    work: await first('SELECT count(*) AS n FROM ledger_work WHERE tenant_id = ?'),
    audited: await first('SELECT count(*) AS n FROM audit_entries WHERE tenant_id = ?'),
  };
}

const CHANGES: readonly ((ctx: Context, tenantId: string) => Promise<unknown>)[] = [
  (ctx, tenantId) => changeSettings(ctx, staffOf(tenantId), { historyDays: 60 }),
  (ctx, tenantId) =>
    changeTenant(ctx, { audience: 'admin', staffId: 1 }, tenantId, { historyDays: 60 }),
];

it('a shorter history is set and its ledgers keep sessions for as long, or neither', async () => {
  for (const act of CHANGES) expect(await findPartialStates({ prepare, act, observe })).toEqual([]);
});
