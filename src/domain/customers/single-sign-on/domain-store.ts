// SQL for customers' email domains.
import { and, asc, count, eq, lte, ne, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { insertWhen } from '../../../db/insert-when.ts';
import { ssoDomains } from '../../../db/schema/index.ts';
import type { SsoDomain } from './sso-domain.ts';

type Row = typeof ssoDomains.$inferSelect;

const toDomain = (row: Row): SsoDomain => ({
  tenantId: row.tenant_id,
  domain: row.domain,
  token: row.token,
  state: row.state,
  misses: row.misses,
  ...(row.checked_at_ms !== null && { checkedAtMs: row.checked_at_ms }),
});

const own = (tenantId: string, domain: string) =>
  and(eq(ssoDomains.tenant_id, tenantId), eq(ssoDomains.domain, domain));

/** Whether no other customer has proven the domain. */
const isFree = (
  tenantId: string,
  domain: string,
) => sql`NOT EXISTS (SELECT 1 FROM sso_domains AS other
  WHERE other.domain = ${domain} AND other.state = 'proven' AND other.tenant_id <> ${tenantId})`;

export async function listDomains(db: Database, tenantId: string): Promise<SsoDomain[]> {
  const rows = await db
    .select()
    .from(ssoDomains)
    .where(eq(ssoDomains.tenant_id, tenantId))
    .orderBy(asc(ssoDomains.domain));
  return rows.map(toDomain);
}

export async function findDomain(
  db: Database,
  tenantId: string,
  domain: string,
): Promise<SsoDomain | undefined> {
  const [row] = await db.select().from(ssoDomains).where(own(tenantId, domain));
  return row && toDomain(row);
}

/**
 * @returns the domain's holder: the customer whose proof is valid or, without one, the customer
 *   whose proof lapsed most recently; undefined when nobody has proven the domain
 */
export async function findHolder(db: Database, domain: string): Promise<SsoDomain | undefined> {
  const [row] = await db
    .select()
    .from(ssoDomains)
    .where(and(eq(ssoDomains.domain, domain), ne(ssoDomains.state, 'pending')))
    .orderBy(sql`state = 'proven' DESC`, sql`proven_at_ms DESC`)
    .limit(1);
  return row && toDomain(row);
}

/**
 * @param most how many domains a customer may claim
 * @param audit the audit entry, written only if the domain is inserted
 * @returns false when the customer already has that many domains or has already claimed this one,
 *   or another customer has proven it
 */
export async function insertDomain(
  db: Database,
  { tenantId, domain, token }: Pick<SsoDomain, 'tenantId' | 'domain' | 'token'>,
  { most, nowMs }: { most: number; nowMs: number },
  audit: Statement,
): Promise<boolean> {
  const row = {
    tenant_id: tenantId,
    domain,
    token,
    state: 'pending',
    created_at_ms: nowMs,
  } as const;
  const named = db
    .select({ named: count() })
    .from(ssoDomains)
    .where(eq(ssoDomains.tenant_id, tenantId));
  const condition = sql`(${named}) < ${most} AND ${isFree(tenantId, domain)}`;
  const [inserted] = await db.batch([
    insertWhen(db, ssoDomains, row, condition)
      .onConflictDoNothing()
      .returning({ domain: ssoDomains.domain }),
    audit,
  ]);
  return inserted.length === 1;
}

/**
 * Records that the TXT record was found. If the domain was already proven, the time of the proof
 * does not change.
 * @param audit the audit entry for the change
 * @returns false when another customer has proven the domain in the meantime, or the domain has
 *   been removed
 */
export async function markProven(
  db: Database,
  { tenantId, domain, token }: Pick<SsoDomain, 'tenantId' | 'domain' | 'token'>,
  { nowMs, dueAtMs }: { nowMs: number; dueAtMs: number },
  audit: Statement | undefined,
): Promise<boolean> {
  const [changed] = await db.batch([
    db
      .update(ssoDomains)
      .set({
        state: 'proven',
        proven_at_ms: sql`CASE WHEN state = 'proven' THEN proven_at_ms ELSE ${nowMs} END`,
        checked_at_ms: nowMs,
        due_at_ms: dueAtMs,
        misses: 0,
      })
      .where(and(own(tenantId, domain), eq(ssoDomains.token, token), isFree(tenantId, domain)))
      .returning({ domain: ssoDomains.domain }),
    ...(audit === undefined ? [] : [audit]),
  ]);
  return changed.length === 1;
}

/**
 * Records that the TXT record was missing.
 * @param next.state the new state
 * @param audit the audit entry for the change
 */
export async function markMissed(
  db: Database,
  { tenantId, domain, token }: Pick<SsoDomain, 'tenantId' | 'domain' | 'token'>,
  next: { state: SsoDomain['state']; misses: number; nowMs: number; dueAtMs: number },
  audit: Statement | undefined,
): Promise<void> {
  await db.batch([
    db
      .update(ssoDomains)
      .set({
        state: next.state,
        misses: next.misses,
        checked_at_ms: next.nowMs,
        due_at_ms: next.dueAtMs,
      })
      .where(and(own(tenantId, domain), eq(ssoDomains.token, token))),
    ...(audit === undefined ? [] : [audit]),
  ]);
}

/** Postpones a check after the resolver failed to respond. */
export async function postponeCheck(
  db: Database,
  { tenantId, domain }: Pick<SsoDomain, 'tenantId' | 'domain'>,
  dueAtMs: number,
): Promise<void> {
  await db.update(ssoDomains).set({ due_at_ms: dueAtMs }).where(own(tenantId, domain));
}

/**
 * @param audit the audit entry, written only if the domain is deleted
 * @returns whether the customer had the domain
 */
export async function deleteDomain(
  db: Database,
  tenantId: string,
  domain: string,
  audit: Statement,
): Promise<boolean> {
  const [deleted] = await db.batch([
    db.delete(ssoDomains).where(own(tenantId, domain)).returning({ domain: ssoDomains.domain }),
    audit,
  ]);
  return deleted.length === 1;
}

/** @returns the domains that are due for a check, most overdue first */
export async function listDueDomains(
  db: Database,
  nowMs: number,
  limit: number,
): Promise<SsoDomain[]> {
  const rows = await db
    .select()
    .from(ssoDomains)
    .where(and(sql`due_at_ms IS NOT NULL`, lte(ssoDomains.due_at_ms, nowMs)))
    .orderBy(asc(ssoDomains.due_at_ms))
    .limit(limit);
  return rows.map(toDomain);
}
