// SQL that finds the superadmins who receive notices.
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { staff } from '../../../db/schema/index.ts';

/** @returns the active superadmins, the oldest account first */
export const listSuperadminRows = (
  db: Database,
): Promise<{ email: string; locale: string | null }[]> =>
  db
    .select({ email: staff.email, locale: staff.locale })
    .from(staff)
    .where(
      and(
        eq(staff.audience, 'admin'),
        eq(staff.role, 'superadmin'),
        isNull(staff.deactivated_at_ms),
      ),
    )
    .orderBy(asc(staff.id));
