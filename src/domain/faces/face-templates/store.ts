// SQL for face templates.
import { and, count, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Condition, Database, Statement } from '../../../db/client.ts';
import { deleteAtOnce } from '../../../db/delete-in-slices.ts';
import { faceTemplates } from '../../../db/schema/index.ts';
import type { FaceOwner, FaceTemplate } from './template.ts';

const isOf = ({ tenantId, test, userId }: FaceOwner) =>
  and(
    eq(faceTemplates.tenant_id, tenantId),
    eq(faceTemplates.test, test),
    eq(faceTemplates.user_id, userId),
  );

export async function findTemplate(
  db: Database,
  owner: FaceOwner,
): Promise<FaceTemplate | undefined> {
  const [row] = await db.select().from(faceTemplates).where(isOf(owner));
  return row && toTemplate(row);
}

/** @returns undefined for an unknown template, and for one that belongs to another customer */
export async function findTemplateById(
  db: Database,
  tenantId: string,
  id: string,
): Promise<FaceTemplate | undefined> {
  const [row] = await db
    .select()
    .from(faceTemplates)
    .where(and(eq(faceTemplates.id, id), eq(faceTemplates.tenant_id, tenantId)));
  return row && toTemplate(row);
}

/**
 * The maximum number of templates that are listed and counted; beyond it, callers narrow the list
 * to one `user_id`.
 */
const MAX_COUNTED = 10_000;

/**
 * Returns one page of the templates, most recently enrolled first, and the total; both are limited
 * to MAX_COUNTED.
 */
export async function pageOfTemplates(
  db: Database,
  tenantId: string,
  test: boolean,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: FaceTemplate[]; total: number }> {
  const isTheirs = and(eq(faceTemplates.tenant_id, tenantId), eq(faceTemplates.test, test));
  const found = db
    .select({ id: faceTemplates.id })
    .from(faceTemplates)
    .where(isTheirs)
    .limit(MAX_COUNTED)
    .as('found');
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(faceTemplates)
      .where(isTheirs)
      .orderBy(desc(faceTemplates.enrolled_at_ms))
      .limit(Math.max(0, Math.min(limit, MAX_COUNTED - offset)))
      .offset(offset),
    db.select({ total: count() }).from(found),
  ]);
  return { rows: rows.map(toTemplate), total: counted?.total ?? 0 };
}

/**
 * Writes a person's template, replacing an earlier one.
 * @param onlyIf the condition under which the template is written
 */
export function templateRow(db: Database, template: FaceTemplate, onlyIf: Condition): Statement {
  const { id, tenantId, test, userId, sealed, sealedBy, model } = template;
  const { enrolledAtMs, lastUsedAtMs, consent } = template;
  const [notice, consentedAtMs] = [consent?.notice ?? null, consent?.atMs ?? null];
  const set = {
    id,
    sealed,
    sealed_by: sealedBy,
    model,
    enrolled_at_ms: enrolledAtMs,
    last_used_at_ms: lastUsedAtMs,
    notice,
    consented_at_ms: consentedAtMs,
  };
  return db
    .insert(faceTemplates)
    .select(
      sql`SELECT ${id}, ${tenantId}, ${test ? 1 : 0}, ${userId}, ${sealed}, ${sealedBy}, ${model}, ${enrolledAtMs}, ${lastUsedAtMs}, ${notice}, ${consentedAtMs} WHERE ${onlyIf}`,
    )
    .onConflictDoUpdate({
      target: [faceTemplates.tenant_id, faceTemplates.test, faceTemplates.user_id],
      set,
    });
}

/** Records that the person was recognised by the template. */
export const templateUse = (
  db: Database,
  id: string,
  nowMs: number,
  onlyIf: Condition,
): Statement =>
  db
    .update(faceTemplates)
    .set({ last_used_at_ms: nowMs })
    .where(and(eq(faceTemplates.id, id), onlyIf));

export const templateRemoval = (db: Database, owner: FaceOwner): Statement =>
  db.delete(faceTemplates).where(isOf(owner));

/** @param tenantIds a query that selects the ids of customers */
export const templateRemovalOf = (db: Database, tenantIds: Condition): Statement =>
  db.delete(faceTemplates).where(inArray(faceTemplates.tenant_id, tenantIds));

export async function deleteUnused(db: Database, usedBeforeMs: number): Promise<void> {
  await deleteAtOnce(db, faceTemplates, lt(faceTemplates.last_used_at_ms, usedBeforeMs));
}

const toTemplate = (row: typeof faceTemplates.$inferSelect): FaceTemplate => ({
  id: row.id,
  tenantId: row.tenant_id,
  test: row.test,
  userId: row.user_id,
  sealed: row.sealed,
  sealedBy: row.sealed_by,
  model: row.model,
  enrolledAtMs: row.enrolled_at_ms,
  lastUsedAtMs: row.last_used_at_ms,
  ...(row.notice !== null &&
    row.consented_at_ms !== null && { consent: { notice: row.notice, atMs: row.consented_at_ms } }),
});
