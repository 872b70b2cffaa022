// SQL of finding those of the operators who get a notice.
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { staff } from '../../../db/schema/index.ts';
import type { OperatorRole } from './rights.ts';

/** @returns active operators of that role, those who were made first at the front */
export const listStaffRowsOf = (
  db: Database,
  role: OperatorRole,
): Promise<{ email: string; locale: string | null }[]> =>
  db
    .select({ email: staff.email, locale: staff.locale })
    .from(staff)
    .where(and(eq(staff.audience, 'admin'), eq(staff.role, role), isNull(staff.deactivated_at_ms)))
    .orderBy(asc(staff.id));
