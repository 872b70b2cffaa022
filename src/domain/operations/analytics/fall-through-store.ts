// SQL that reads and deletes the numbers of visitors who left at each step (D-124).
// verification/fall-through-store.ts writes them.
import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { deleteInSlices } from '../../../db/delete-in-slices.ts';
import { fallThroughMonths, tenants } from '../../../db/schema/index.ts';
import type { DropOffCount } from './fall-through-cells.ts';

/** @returns whether the customer collects these counts, and its counts for one month */
export async function readMonth(
  db: Database,
  tenantId: string,
  month: string,
): Promise<{ isCollecting: boolean; counts: DropOffCount[] }> {
  const [[tenant], rows] = await db.batch([
    db.select({ isOn: tenants.fall_through }).from(tenants).where(eq(tenants.id, tenantId)),
    db
      .select()
      .from(fallThroughMonths)
      .where(and(eq(fallThroughMonths.tenant_id, tenantId), eq(fallThroughMonths.month, month))),
  ]);
  const counts = rows.map(({ left_at: leftAt, language, device, value }) => ({
    leftAt: leftAt as DropOffCount['leftAt'],
    language,
    device: device as DropOffCount['device'],
    value,
  }));
  return { isCollecting: tenant?.isOn === true, counts };
}

/** @param month the first month to keep */
export const deleteMonthsBefore = (db: Database, month: string): Promise<void> =>
  deleteInSlices(db, fallThroughMonths, lt(fallThroughMonths.month, month));
