// SQL of passwords of staff, and of the links that reset them.
import { and, eq, exists, isNull, sql, type Column } from 'drizzle-orm';
import { runTogether, type Database, type Statement } from '../../db/client.ts';
import { staff } from '../../db/schema/index.ts';
import { removePasskeysWhen } from './passkey-store.ts';
import { endOfSessions, otherSessionsRevocation } from './session-store.ts';

/** The same password at today's cost, unless it was changed in between. */
export async function updatePasswordHash(
  db: Database,
  id: number,
  before: string | null,
  after: string,
): Promise<void> {
  await db
    .update(staff)
    .set({ password_hash: after })
    .where(
      and(
        eq(staff.id, id),
        before === null ? isNull(staff.password_hash) : eq(staff.password_hash, before),
      ),
    );
}

/**
 * Invalidates links that were sent, and ends the other sessions.
 * @param audit goes with it
 */
export async function setPassword(
  db: Database,
  { id, keptSessionId }: { id: number; keptSessionId: string },
  passwordHash: string,
  nowMs: number,
  audit: Statement,
): Promise<void> {
  await runTogether(db, [
    db.update(staff).set(passwordColumns(passwordHash, nowMs)).where(eq(staff.id, id)),
    audit,
    otherSessionsRevocation(db, id, keptSessionId, nowMs),
  ]);
}

const passwordColumns = (passwordHash: string, nowMs: number) => ({
  password_hash: passwordHash,
  password_changed_at_ms: nowMs,
  reset_generation: sql`${staff.reset_generation} + 1`,
});

/** Of a customer's staff, for whom the newest link is the first proof of the address. */
export const isUnproven = (id: number, resetGeneration: number) => sql`EXISTS (
  SELECT 1 FROM ${staff} WHERE ${staff.id} = ${id} AND ${staff.reset_generation} = ${resetGeneration}
    AND ${staff.audience} = 'dashboard' AND ${staff.email_verified_at_ms} IS NULL)`;

/** And nobody else of that customer's staff has a proven address. */
export const isUnprovenCustomer = (id: number, resetGeneration: number) => sql`(
  ${isUnproven(id, resetGeneration)} AND NOT EXISTS (
    SELECT 1 FROM staff AS other
    WHERE other.tenant_id = (SELECT ${staff.tenant_id} FROM ${staff} WHERE ${staff.id} = ${id})
      AND other.email_verified_at_ms IS NOT NULL))`;

/**
 * By the newest link, which also proves the mail address and ends every session and removes every passkey. A
 * second factor that a customer's staff set up before then is removed, too.
 * @param also.before what is written in the same transaction, as long as the address is not proven
 * @param also.audit goes with it, or not at all
 * @returns false when a newer link or password came in between
 */
export async function setPasswordByLink(
  db: Database,
  id: number,
  { hash, nowMs, generation }: { hash: string; nowMs: number; generation: number },
  { before, audit }: { before: readonly Statement[]; audit: Statement },
): Promise<boolean> {
  const wasUnproven = sql`${staff.audience} = 'dashboard' AND ${staff.email_verified_at_ms} IS NULL`;
  const unlessUnproven = (column: Column) => sql`IIF(${wasUnproven}, NULL, ${column})`;
  const isNewest = and(eq(staff.id, id), eq(staff.reset_generation, generation));
  const change = db
    .update(staff)
    .set({
      ...passwordColumns(hash, nowMs),
      ...endOfSessions(nowMs),
      email_verified_at_ms: sql`COALESCE(${staff.email_verified_at_ms}, ${nowMs})`,
      totp_secret: unlessUnproven(staff.totp_secret),
      totp_enabled_at_ms: unlessUnproven(staff.totp_enabled_at_ms),
    })
    .where(isNewest)
    .returning({ id: staff.id });
  // Before the change, while the generation is still the link's.
  const newest = db.select({ id: staff.id }).from(staff).where(isNewest);
  const first = [...before, removePasskeysWhen(db, id, exists(newest))];
  const results: unknown[] = await db.batch([...first, change, audit] as unknown as [
    typeof change,
  ]);
  return (results[first.length] as unknown[]).length === 1;
}

/** Older links stop working. @returns the generation of the newest link; undefined for a deactivated member */
export async function nextResetGeneration(db: Database, id: number): Promise<number | undefined> {
  const [row] = await db
    .update(staff)
    .set({ reset_generation: sql`${staff.reset_generation} + 1` })
    .where(and(eq(staff.id, id), isNull(staff.deactivated_at_ms)))
    .returning({ generation: staff.reset_generation });
  return row?.generation;
}
