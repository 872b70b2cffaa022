// SQL for customers' sign-ups, and for finding the customer that the owner of an address belongs
// to.
import { and, eq } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { OWNS_ADDRESS } from '../../../db/owned-address.ts';
import { staff, tenants } from '../../../db/schema/index.ts';
import type { Residency } from '../../terms/residency.ts';

interface NewOwner {
  email: string;
  emailNormalized: string;
  name: string;
  passwordHash: string;
}

/**
 * @returns the id of the customer whose member has confirmed the address; the result can become
 *   outdated, so the statements that add a member or confirm an address check it again
 */
export async function findTenantOfMember(
  db: Database,
  emailNormalized: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ tenantId: staff.tenant_id })
    .from(staff)
    .where(
      and(
        eq(staff.audience, 'dashboard'),
        eq(staff.email_normalized, emailNormalized),
        OWNS_ADDRESS,
      ),
    );
  return row?.tenantId ?? undefined;
}

/**
 * Inserts a customer and its owner in one transaction. Another customer may use the same address
 * (D-79).
 * @param audit written only if both are inserted
 * @returns the owner's id
 */
export async function insertTenantWithOwner(
  db: Database,
  tenant: { id: string; name: string; residency: Residency },
  { email, emailNormalized, name, passwordHash }: NewOwner,
  nowMs: number,
  audit: Statement,
): Promise<number | undefined> {
  const owner = {
    audience: 'dashboard' as const,
    tenant_id: tenant.id,
    email,
    email_normalized: emailNormalized,
    name,
    role: 'owner',
    password_hash: passwordHash,
    password_changed_at_ms: nowMs,
    created_at_ms: nowMs,
  };
  const [, [inserted]] = await db.batch([
    db.insert(tenants).values({ ...tenant, created_at_ms: nowMs }),
    db.insert(staff).values(owner).returning({ id: staff.id }),
    audit,
  ]);
  return inserted?.id;
}
