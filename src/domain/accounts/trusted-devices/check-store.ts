// SQL for face checks on trusted devices.
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { accountFaces, accounts, trustedDevices } from '../../../db/schema/index.ts';
import { isDeleted, toAccount } from '../account.ts';
import { toAccountFace } from '../../faces/face-templates/account-face-row.ts';
import { toDevice } from './store.ts';
import type { FaceDevice, HeldDevice } from './device.ts';

/** The maximum number of consecutive failed checks. */
const MAX_TRIES = 3;

export async function findDevice(
  db: Database,
  { id, secretHash }: HeldDevice,
  nowMs: number,
): Promise<FaceDevice | undefined> {
  const [row] = await db
    .select({ device: trustedDevices, account: accounts, face: accountFaces })
    .from(trustedDevices)
    .innerJoin(accounts, eq(accounts.id, trustedDevices.account_id))
    .innerJoin(accountFaces, eq(accountFaces.account_id, trustedDevices.account_id))
    .where(
      and(
        eq(trustedDevices.id, id),
        eq(trustedDevices.secret_hash, secretHash),
        gt(trustedDevices.expires_at_ms, nowMs),
      ),
    );
  if (row === undefined || isDeleted(row.account, nowMs)) return undefined;
  const { check_id: checkId, face_tries: tries, face_tried_at_ms: triedAtMs } = row.device;
  const blockedUntilMs = tries < MAX_TRIES ? 0 : (triedAtMs ?? 0) + LIFETIMES.faceBlockMs;
  return {
    device: toDevice(row.device),
    account: toAccount(row.account, nowMs),
    face: toAccountFace(row.face),
    ...(checkId !== null && { checkId }),
    ...(blockedUntilMs > nowMs && { blockedUntilMs }),
  };
}

/**
 * Begins a check with a conditional update, so that concurrent checks cannot exceed the remaining
 * attempts. A new check replaces the one before it, so only the last one can sign the owner in.
 */
export async function startCheck(
  db: Database,
  deviceId: string,
  checkId: string,
  nowMs: number,
): Promise<boolean> {
  const isOver = sql`coalesce(face_tried_at_ms, 0) <= ${nowMs - LIFETIMES.faceBlockMs}`;
  const rows = await db
    .update(trustedDevices)
    .set({
      check_id: checkId,
      face_tries: sql`CASE WHEN ${isOver} THEN 1 ELSE face_tries + 1 END`,
      face_tried_at_ms: nowMs,
    })
    .where(
      sql`id = ${deviceId} AND expires_at_ms > ${nowMs} AND (face_tries < ${MAX_TRIES} OR ${isOver})`,
    )
    .returning({ id: trustedDevices.id });
  return rows.length > 0;
}

interface UsedCheck {
  deviceId: string;
  checkId: string;
  /**
   * The face that was compared. Once it has been deleted or replaced, the check can no longer sign
   * the owner in.
   */
  faceId: string;
}

export const checkUse = (
  db: Database,
  { deviceId, checkId, faceId }: UsedCheck,
  nowMs: number,
): Statement =>
  db
    .update(trustedDevices)
    .set({ check_id: null, face_tries: 0, last_used_at_ms: nowMs })
    .where(
      sql`id = ${deviceId} AND check_id = ${checkId} AND expires_at_ms > ${nowMs} AND EXISTS (
        SELECT 1 FROM account_faces WHERE id = ${faceId} AND account_id = ${trustedDevices.account_id})`,
    );
