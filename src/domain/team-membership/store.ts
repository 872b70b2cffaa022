// SQL of sign-ups of customers and of invitations to their staff.
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../db/client.ts';
import { AFTER_CHANGE, insertWhen } from '../../db/insert-when.ts';
import { staff, tenants } from '../../db/schema/index.ts';

interface NewOwner {
  email: string;
  emailNormalized: string;
  name: string;
  passwordHash: string;
}

/** No customer's staff has the address. */
export const isFree = (emailNormalized: string) => sql`NOT EXISTS (
  SELECT 1 FROM ${staff} WHERE ${staff.audience} = 'dashboard' AND ${staff.email_normalized} = ${emailNormalized})`;

/** @returns the customer whose staff has the address; sign-ups and joining check again as they write */
export async function findTenantOfMember(
  db: Database,
  emailNormalized: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ tenantId: staff.tenant_id })
    .from(staff)
    .where(and(eq(staff.audience, 'dashboard'), eq(staff.email_normalized, emailNormalized)));
  return row?.tenantId ?? undefined;
}

/**
 * Both or none.
 * @param audit goes with it, or not at all
 * @returns the owner's id; undefined when the address is taken
 */
export async function insertTenantWithOwner(
  db: Database,
  tenant: { id: string; name: string },
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
    insertWhen(db, tenants, { ...tenant, created_at_ms: nowMs }, isFree(emailNormalized)),
    insertWhen(db, staff, owner, AFTER_CHANGE).returning({ id: staff.id }),
    audit,
  ]);
  return inserted?.id;
}
