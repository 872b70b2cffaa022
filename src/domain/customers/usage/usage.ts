// A customer's usage and its price: completed verifications (success or failed, by the day they
// ended, UTC) per month, at the price of the current plan. Test sessions are free and not counted.
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { dayOf } from '../../terms/locate-page.ts';
import { readCompletedByMonth, readPlan } from './usage-store.ts';
import type { Plan } from './plan.ts';

export interface Usage {
  /** The current plan; absent when the service is free of charge. */
  plan?: Plan;
  /** Usage by month, newest first, back to the month in which the customer signed up. */
  months: { month: string; completed: number; amountMinor: number }[];
}

/**
 * @param count the number of months, including the current one
 * @throws AppError NOT_FOUND
 */
export async function readUsage(ctx: Context, tenantId: string, count: number): Promise<Usage> {
  const found = await readPlan(ctx.db, tenantId);
  if (found === undefined) throw notFound();
  const { plan, createdAtMs } = found;
  const months = lastMonths(ctx.now(), count).filter((month) => month >= monthOf(createdAtMs));
  const from = months.at(-1) ?? monthOf(ctx.now());
  const completed = await readCompletedByMonth(ctx.db, tenantId, `${from}-01`);
  return {
    ...(plan && { plan }),
    months: months.map((month) => {
      const value = completed.get(month) ?? 0;
      const amountMinor = plan ? plan.monthlyMinor + plan.verificationMinor * value : 0;
      return { month, completed: value, amountMinor };
    }),
  };
}

const monthOf = (ms: number): string => dayOf(ms).slice(0, 7);

function lastMonths(nowMs: number, count: number): string[] {
  const now = new Date(nowMs);
  return Array.from({ length: count }, (_, n) =>
    monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n, 1)),
  );
}
