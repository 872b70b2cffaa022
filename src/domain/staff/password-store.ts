// SQL of passwords of staff, and of the links that reset them.
import { and, eq, isNull, sql, type Column } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { staff } from '../../db/schema/index.ts';

/** The same password at today's cost. */
export async function updatePasswordHash(db: Database, id: number, hash: string): Promise<void> {
  await db.update(staff).set({ password_hash: hash }).where(eq(staff.id, id));
}

/** Also invalidates links that were sent. */
export async function setPassword(
  db: Database,
  id: number,
  passwordHash: string,
  nowMs: number,
): Promise<void> {
  await db.update(staff).set(passwordColumns(passwordHash, nowMs)).where(eq(staff.id, id));
}

const passwordColumns = (passwordHash: string, nowMs: number) => ({
  password_hash: passwordHash,
  password_changed_at_ms: nowMs,
  reset_generation: sql`${staff.reset_generation} + 1`,
});

/**
 * By the newest link, which also proves the mail address. A second factor that a customer's staff set up before then is removed.
 * @returns false when a newer link or password came in between
 */
export async function setPasswordByLink(
  db: Database,
  id: number,
  passwordHash: string,
  nowMs: number,
  resetGeneration: number,
): Promise<boolean> {
  const isUnproven = sql`${staff.audience} = 'dashboard' AND ${staff.email_verified_at_ms} IS NULL`;
  const unlessUnproven = (column: Column) => sql`IIF(${isUnproven}, NULL, ${column})`;
  const changed = await db
    .update(staff)
    .set({
      ...passwordColumns(passwordHash, nowMs),
      email_verified_at_ms: sql`COALESCE(${staff.email_verified_at_ms}, ${nowMs})`,
      totp_secret: unlessUnproven(staff.totp_secret),
      totp_enabled_at_ms: unlessUnproven(staff.totp_enabled_at_ms),
    })
    .where(and(eq(staff.id, id), eq(staff.reset_generation, resetGeneration)))
    .returning({ id: staff.id });
  return changed.length === 1;
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
