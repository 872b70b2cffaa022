// Use case for operators: change the plan, limits and margin of a customer. The customer's own
// staff change the other settings (customers/tenants/settings.ts).
import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { differences } from '../../platform/audit/differences.ts';
import { prepareAudit, type Actor } from '../../platform/audit/record.ts';
import { requireOwnNames } from '../shown-names/own-name.ts';
import { evictKeysOf } from '../tenants/api-keys.ts';
import { prepareKeeping } from '../tenants/keep-sessions.ts';
import { rejectMargin } from '../tenants/settings.ts';
import { findLimits, hasPlan, updateLimits, toColumns } from './store.ts';
import type { TenantChanges, TenantLimits } from './tenant.ts';

/**
 * Changes a customer. Both the operators' and the customer's audit log record the change. New
 * sessions use the changed values within 30 seconds.
 * @param changes validated by the surface; nothing is written if they equal the current values
 * @throws AppError NOT_FOUND; VALIDATION_FAILED for an unknown plan, for a margin below the floor
 *   or together with a target, and for an unconfirmed name that looks like someone else's (D-77);
 *   CONFLICT for a customer that has ended
 */
export async function changeTenant(
  ctx: Context,
  by: Actor,
  id: string,
  changes: TenantChanges,
): Promise<void> {
  if (typeof changes.planId === 'string') await requirePlan(ctx, changes.planId);
  for (;;) {
    const known = await findLimits(ctx.db, id);
    if (known === undefined) throw notFound();
    if (known.hasEnded) throw hasEnded();
    const before = known.limits;
    const after: TenantLimits = { ...before, ...given(changes) };
    rejectMargin(after, changes, ctx.config.ageMarginFloorYears);
    const { name } = after;
    if (name !== before.name) await requireOwnNames(ctx, id, [{ field: 'name', name }]);
    const audited = differences(toColumns(before), toColumns(after));
    if (audited === undefined) return;
    const { statement, announce } = prepareAudit(ctx, {
      actor: { ...by, tenantId: id },
      action: 'tenant.update',
      target: { type: 'tenant', id },
      ...audited,
    });
    const keeping = prepareKeeping(ctx, id, before, after);
    const behind = [statement, ...keeping.statements];
    if (!(await updateLimits(ctx.db, id, { before, after }, behind))) continue;
    announce();
    keeping.announce();
    // If this fails, this isolate is up to half a minute behind, like all other isolates.
    await evictKeysOf(ctx, id).catch(() => undefined);
    return;
  }
}

/** @throws AppError VALIDATION_FAILED */
export async function requirePlan(ctx: Pick<Context, 'db'>, planId: string): Promise<void> {
  if (await hasPlan(ctx.db, planId)) return;
  const message = 'plan_id must be the id of a plan.';
  throw new AppError('VALIDATION_FAILED', message, { fields: [{ field: 'plan_id', message }] });
}

export const hasEnded = (): AppError =>
  new AppError('CONFLICT', 'This customer has ended: its email address was never confirmed.');

/** Removes undefined properties, which mean no change. */
const given = (changes: TenantChanges): Partial<TenantLimits> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
