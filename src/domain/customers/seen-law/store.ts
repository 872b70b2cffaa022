// SQL for the rules that a customer has seen.
import { and, eq, sql } from 'drizzle-orm';
import type { LawRule } from '../../../config/jurisdiction.ts';
import type { LawContext } from '../../../config/law-contexts.ts';
import { batchAround, type Database, type Statement } from '../../../db/client.ts';
import { lawSeen } from '../../../db/schema/index.ts';

interface SeenLaw {
  /** SHA-256 of the rules, hex. */
  version: string;
  rules: readonly LawRule[];
  seenAtMs: number;
}

const own = (tenantId: string, context: LawContext) =>
  and(eq(lawSeen.tenant_id, tenantId), eq(lawSeen.context, context));

export async function findSeenLaw(
  db: Database,
  tenantId: string,
  context: LawContext,
): Promise<SeenLaw | undefined> {
  const [row] = await db.select().from(lawSeen).where(own(tenantId, context));
  return (
    row && {
      version: row.version,
      rules: JSON.parse(row.rules) as LawRule[],
      seenAtMs: row.seen_at_ms,
    }
  );
}

const toRow = (tenantId: string, context: LawContext, { version, rules, seenAtMs }: SeenLaw) => ({
  tenant_id: tenantId,
  context,
  version,
  rules: JSON.stringify(rules),
  seen_at_ms: seenAtMs,
});

/**
 * Records the rules as seen. Does not replace rules that the customer has already seen, because
 * changes are still compared with those.
 */
export const insertFirstSeen = (
  db: Database,
  tenantId: string,
  context: LawContext,
  seen: SeenLaw,
): Statement =>
  db
    .insert(lawSeen)
    .values(toRow(tenantId, context, seen))
    .onConflictDoNothing();

/**
 * @param audit the audit entry, written in the same transaction
 * @returns false if the same version had already been seen
 */
export async function writeSeenLaw(
  db: Database,
  tenantId: string,
  context: LawContext,
  seen: SeenLaw,
  audit: Statement,
): Promise<boolean> {
  const row = toRow(tenantId, context, seen);
  const write = db
    .insert(lawSeen)
    .values(row)
    .onConflictDoUpdate({
      target: [lawSeen.tenant_id, lawSeen.context],
      set: { version: row.version, rules: row.rules, seen_at_ms: row.seen_at_ms },
      setWhere: sql`${lawSeen.version} <> ${row.version}`,
    })
    .returning({ context: lawSeen.context });
  return (await batchAround(db, [], write, [audit])).length === 1;
}
