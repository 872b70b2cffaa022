// Use cases for operators: suspend a customer, and lift the suspension (D-116). Nothing is removed,
// but keys, clients and staff are refused while the suspension lasts.
import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { prepareAudit, type Actor } from '../../platform/audit/record.ts';
import { forgetClient } from '../../openid/clients/client.ts';
import { listClientIds } from '../../openid/clients/store.ts';
import { evictCachedKey } from '../tenants/api-keys.ts';
import { listHashesOf } from '../tenants/key-store.ts';
import { hasEnded } from './change-tenant.ts';
import { clearSuspension, findTenantRow, markSuspended, selectOne } from './store.ts';
import type { Tenant } from './tenant.ts';

/**
 * Suspends a customer. Its staff are refused immediately, even in existing sessions; keys and
 * clients are refused immediately in this isolate and within 30 s in others. Checks that have begun
 * run to completion.
 * @param reason the reason, which goes into both audit logs: the operators' and the customer's own
 * @throws AppError NOT_FOUND; CONFLICT when it is already suspended or has ended
 */
export async function suspendTenant(
  ctx: Context,
  by: Actor,
  id: string,
  reason: string,
): Promise<void> {
  const tenant = await find(ctx, id);
  if (tenant.state === 'ended') throw hasEnded();
  const { statement, announce } = prepareEntry(ctx, by, 'suspend', id, {
    before: { suspended: false },
    after: { suspended: true, reason },
  });
  const forget = await prepareForgetting(ctx, id);
  if (!(await markSuspended(ctx.db, id, { nowMs: ctx.now(), reason }, statement)))
    throw new AppError('CONFLICT', 'This customer is suspended already.');
  announce();
  forget();
}

/**
 * Lifts the suspension. Keys and clients work again, and staff who were signed in when the
 * suspension began are still signed in, unless their sessions have ended.
 * @throws AppError NOT_FOUND; CONFLICT when the customer is not suspended
 */
export async function unsuspendTenant(ctx: Context, by: Actor, id: string): Promise<void> {
  const { suspensionReason: reason = null } = await find(ctx, id);
  const { statement, announce } = prepareEntry(ctx, by, 'unsuspend', id, {
    before: { suspended: true, reason },
    after: { suspended: false },
  });
  const forget = await prepareForgetting(ctx, id);
  if (!(await clearSuspension(ctx.db, id, statement)))
    throw new AppError('CONFLICT', 'This customer is not suspended.');
  announce();
  forget();
}

async function find(ctx: Context, id: string): Promise<Tenant> {
  const tenant = await findTenantRow(ctx.db, id);
  if (tenant === undefined) throw notFound();
  return tenant;
}

const prepareEntry = (
  ctx: Context,
  by: Actor,
  verb: 'suspend' | 'unsuspend',
  id: string,
  changes: Pick<Parameters<typeof prepareAudit>[1], 'before' | 'after'>,
) =>
  prepareAudit(ctx, {
    actor: { ...by, tenantId: id },
    action: `tenant.${verb}`,
    target: { type: 'tenant', id },
    ...changes,
  });

/**
 * Reads the customer's keys and clients before the change, so that nothing can fail after it.
 * @returns a function that evicts the keys and clients from this isolate's caches
 */
async function prepareForgetting(ctx: Context, id: string): Promise<() => void> {
  const [keyHashes, clientIds] = await Promise.all([
    listHashesOf(ctx.db, id),
    listClientIds(ctx.db, selectOne(id)),
  ]);
  return () => {
    for (const hash of keyHashes) evictCachedKey(ctx, hash);
    for (const clientId of clientIds) forgetClient(ctx, clientId);
  };
}
