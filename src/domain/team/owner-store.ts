// SQL of finding a customer's owners.
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { staff, tenants } from '../../db/schema/index.ts';

/** @returns those who are active and whose mail address is confirmed, with their customer's language */
export async function listOwnerRows(
  db: Database,
  tenantId: string,
): Promise<{ email: string; locale: string | null }[]> {
  return db
    .select({ email: staff.email, locale: tenants.default_locale })
    .from(staff)
    .innerJoin(tenants, eq(tenants.id, staff.tenant_id))
    .where(
      and(
        eq(staff.tenant_id, tenantId),
        eq(staff.role, 'owner'),
        isNotNull(staff.email_verified_at_ms),
        isNull(staff.deactivated_at_ms),
      ),
    )
    .orderBy(asc(staff.id));
}
