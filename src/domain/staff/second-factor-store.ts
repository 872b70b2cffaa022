// SQL of the second factor of staff: the authenticator's secret and the recovery codes.
import { and, count, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { staff, staffRecoveryCodes } from '../../db/schema/index.ts';

/** Replaces a secret that is not enabled yet, never one that is. */
export async function storePendingSecret(
  db: Database,
  id: number,
  sealedSecret: string,
): Promise<boolean> {
  const stored = await db
    .update(staff)
    .set({ totp_secret: sealedSecret, totp_last_step: 0 })
    .where(and(eq(staff.id, id), isNull(staff.totp_enabled_at_ms)))
    .returning({ id: staff.id });
  return stored.length === 1;
}

/** @param sealedSecret the one the code was checked against; a setup begun since then wins */
export async function enableTotp(
  db: Database,
  id: number,
  sealedSecret: string,
  step: number,
  nowMs: number,
): Promise<boolean> {
  const enabled = await db
    .update(staff)
    .set({ totp_enabled_at_ms: nowMs, totp_last_step: step })
    .where(
      and(
        eq(staff.id, id),
        eq(staff.totp_secret, sealedSecret),
        isNull(staff.totp_enabled_at_ms),
        lt(staff.totp_last_step, step),
      ),
    )
    .returning({ id: staff.id });
  return enabled.length === 1;
}

/** RFC 6238 5.2: a code must not be accepted twice. @returns false when a code of this or a later step was used before */
export async function useTotpStep(db: Database, id: number, step: number): Promise<boolean> {
  const used = await db
    .update(staff)
    .set({ totp_last_step: step })
    .where(
      and(eq(staff.id, id), isNotNull(staff.totp_enabled_at_ms), lt(staff.totp_last_step, step)),
    )
    .returning({ id: staff.id });
  return used.length === 1;
}

export async function disableTotp(db: Database, id: number): Promise<void> {
  await db.batch([
    db
      .update(staff)
      .set({ totp_secret: null, totp_enabled_at_ms: null, totp_last_step: 0 })
      .where(eq(staff.id, id)),
    db.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staff_id, id)),
  ]);
}

/** Older codes stop working. @param hashes SHA-256, hex */
export async function replaceRecoveryCodes(
  db: Database,
  staffId: number,
  hashes: readonly string[],
): Promise<void> {
  await db.batch([
    db.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staff_id, staffId)),
    db.insert(staffRecoveryCodes).values(hashes.map((hash) => ({ staff_id: staffId, hash }))),
  ]);
}

/** Uses a code up. @returns whether it was one of theirs */
export async function takeRecoveryCode(
  db: Database,
  staffId: number,
  hash: string,
): Promise<boolean> {
  const taken = await db
    .delete(staffRecoveryCodes)
    .where(and(eq(staffRecoveryCodes.staff_id, staffId), eq(staffRecoveryCodes.hash, hash)))
    .returning({ hash: staffRecoveryCodes.hash });
  return taken.length === 1;
}

export async function countRecoveryCodes(db: Database, staffId: number): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(staffRecoveryCodes)
    .where(eq(staffRecoveryCodes.staff_id, staffId));
  return row?.left ?? 0;
}
