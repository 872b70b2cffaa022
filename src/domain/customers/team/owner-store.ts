// SQL that finds the members of a customer's staff who receive notices.
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { staff, tenants } from '../../../db/schema/index.ts';
import type { Role } from './rights.ts';

/**
 * @returns active members with a confirmed email address, each with the customer's name and with
 *   the member's own language, or the customer's if the member has none
 */
export async function listMemberRows(
  db: Database,
  tenantId: string,
  roles: readonly Role[],
): Promise<{ email: string; locale: string | null; team: string }[]> {
  return db
    .select({
      email: staff.email,
      locale: sql<string | null>`coalesce(${staff.locale}, ${tenants.default_locale})`,
      team: tenants.name,
    })
    .from(staff)
    .innerJoin(tenants, eq(tenants.id, staff.tenant_id))
    .where(
      and(
        eq(staff.tenant_id, tenantId),
        inArray(staff.role, [...roles]),
        isNotNull(staff.email_verified_at_ms),
        isNull(staff.deactivated_at_ms),
      ),
    )
    .orderBy(asc(staff.id));
}
