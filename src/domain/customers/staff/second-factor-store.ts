// SQL for the second factors of staff members: the authenticator's secret and the recovery codes.
import { and, count, eq, exists, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { AFTER_CHANGE, insertWhen } from '../../../db/insert-when.ts';
import { staff, staffRecoveryCodes, staffSessions } from '../../../db/schema/index.ts';
import { staffSessionLives } from './session-store.ts';

/**
 * Stores a secret that is not enabled yet. Replaces an earlier pending secret, but never an enabled
 * one.
 */
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

/**
 * Enables the authenticator and stores its recovery codes in one transaction. Of two requests with
 * the same code, only one succeeds. The calling session then counts as having shown both factors.
 * @param sealedSecret the secret that the code was checked against; nothing is enabled if a newer
 *   setup has replaced it
 * @param codes SHA-256, hex
 * @param also statements that run in order, each only if the one before it changed something
 */
export async function enableTotp(
  db: Database,
  { id, sessionId }: { id: number; sessionId: string },
  enabled: { sealedSecret: string; step: number; nowMs: number; codes: readonly string[] },
  also: readonly Statement[],
): Promise<boolean> {
  const { sealedSecret, step, nowMs, codes } = enabled;
  const isDue = and(
    eq(staff.id, id),
    eq(staff.totp_secret, sealedSecret),
    isNull(staff.totp_enabled_at_ms),
    lt(staff.totp_last_step, step),
    staffSessionLives(db, sessionId, nowMs),
  );
  const due = db.select({ id: staff.id }).from(staff).where(isDue);
  const [, changed] = await db.batch([
    db.delete(staffRecoveryCodes).where(and(eq(staffRecoveryCodes.staff_id, id), exists(due))),
    db
      .update(staff)
      .set({ totp_enabled_at_ms: nowMs, totp_last_step: step })
      .where(isDue)
      .returning({ id: staff.id }),
    ...codes.map((hash) =>
      insertWhen(db, staffRecoveryCodes, { staff_id: id, hash }, AFTER_CHANGE),
    ),
    ...also,
    markSession(db, sessionId, 'totp', AFTER_CHANGE),
  ]);
  return changed.length === 1;
}

/**
 * Records that the session has shown a second factor in addition to the first.
 * @param condition the condition under which the session is changed
 */
export const markSession = (
  db: Database,
  sessionId: string,
  method: 'totp' | 'passkey',
  condition: SQL,
) =>
  db
    .update(staffSessions)
    .set({ method })
    .where(
      and(
        eq(staffSessions.id, sessionId),
        inArray(staffSessions.method, ['password', 'sso']),
        condition,
      ),
    );

/**
 * Records the step of an accepted code, because a code must not be accepted twice (RFC 6238 5.2).
 * Changes nothing if a code of this step or a later one has been used before.
 */
export const useOfTotpStep = (db: Database, id: number, step: number): Statement =>
  db
    .update(staff)
    .set({ totp_last_step: step })
    .where(
      and(eq(staff.id, id), isNotNull(staff.totp_enabled_at_ms), lt(staff.totp_last_step, step)),
    );

/** @param also statements that take effect only if the authenticator was enabled */
export async function disableTotp(
  db: Database,
  id: number,
  also: readonly Statement[],
): Promise<boolean> {
  const [changed] = await db.batch([
    db
      .update(staff)
      .set({ totp_secret: null, totp_enabled_at_ms: null, totp_last_step: 0 })
      .where(and(eq(staff.id, id), isNotNull(staff.totp_enabled_at_ms)))
      .returning({ id: staff.id }),
    ...also,
    // Discards a setup that was begun but not enabled.
    db.update(staff).set({ totp_secret: null, totp_last_step: 0 }).where(eq(staff.id, id)),
    db.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staff_id, id)),
  ]);
  return changed.length === 1;
}

/**
 * Replaces the member's recovery codes; older ones become invalid.
 * @param hashes SHA-256, hex
 * @param also statements to run in the same transaction
 */
export async function replaceRecoveryCodes(
  db: Database,
  staffId: number,
  hashes: readonly string[],
  also: readonly Statement[],
): Promise<void> {
  await db.batch([
    db.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staff_id, staffId)),
    db.insert(staffRecoveryCodes).values(hashes.map((hash) => ({ staff_id: staffId, hash }))),
    ...also,
  ]);
}

const recoveryCode = (staffId: number, hash: string) =>
  and(eq(staffRecoveryCodes.staff_id, staffId), eq(staffRecoveryCodes.hash, hash));

/**
 * @param hash SHA-256, hex
 * @returns whether it is the hash of one of the member's unused codes
 */
export async function hasRecoveryCode(
  db: Database,
  staffId: number,
  hash: string,
): Promise<boolean> {
  const found = await db
    .select({ hash: staffRecoveryCodes.hash })
    .from(staffRecoveryCodes)
    .where(recoveryCode(staffId, hash));
  return found.length === 1;
}

/** Uses up a recovery code. Changes nothing if it is not one of the member's codes. */
export const useOfRecoveryCode = (db: Database, staffId: number, hash: string): Statement =>
  db.delete(staffRecoveryCodes).where(recoveryCode(staffId, hash));

export async function countRecoveryCodes(db: Database, staffId: number): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(staffRecoveryCodes)
    .where(eq(staffRecoveryCodes.staff_id, staffId));
  return row?.left ?? 0;
}
