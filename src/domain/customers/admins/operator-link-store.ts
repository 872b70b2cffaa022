// SQL for setting an operator's first password with a printed link.
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { useDeploymentLink } from '../../../db/deployment-link.ts';
import { AFTER_CHANGE } from '../../../db/insert-when.ts';
import { staff } from '../../../db/schema/index.ts';

/**
 * Uses up the link and sets the operator's first password, in one transaction.
 * @param audit the audit entry, written only if the password is set
 * @returns false when the link has been used or has expired in the meantime, or the operator
 *   already has a password or is deactivated
 */
export async function setFirstPassword(
  db: Database,
  { staffId, tokenHash }: { staffId: number; tokenHash: string },
  passwordHash: string,
  nowMs: number,
  audit: Statement,
): Promise<boolean> {
  const waits = and(
    eq(staff.id, staffId),
    eq(staff.audience, 'admin'),
    isNull(staff.password_hash),
    isNull(staff.deactivated_at_ms),
  );
  const [, changed] = await db.batch([
    useDeploymentLink(db, tokenHash, nowMs),
    db
      .update(staff)
      .set({
        password_hash: passwordHash,
        password_changed_at_ms: nowMs,
        email_verified_at_ms: sql`COALESCE(${staff.email_verified_at_ms}, ${nowMs})`,
      })
      .where(and(waits, AFTER_CHANGE))
      .returning({ id: staff.id }),
    audit,
  ]);
  return changed.length === 1;
}
