// SQL for trusted devices.
import { and, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { batchAround, type Condition, type Database, type Statement } from '../../../db/client.ts';
import { deleteAtOnce } from '../../../db/delete-in-slices.ts';
import { insertWhen } from '../../../db/insert-when.ts';
import { accountSessions, trustedDevices } from '../../../db/schema/index.ts';
import type { HeldDevice, TrustedDevice } from './device.ts';

/**
 * Inserts the device only if the session in which it becomes trusted still exists, since that
 * session may end concurrently.
 */
export const deviceInsertion = (
  db: Database,
  { id, device, place, trustedAtMs, expiresAtMs }: TrustedDevice,
  {
    accountId,
    sessionId,
    secretHash,
  }: { accountId: number; sessionId: string; secretHash: string },
) =>
  insertWhen(
    db,
    trustedDevices,
    {
      id,
      account_id: accountId,
      secret_hash: secretHash,
      device,
      place: place ?? null,
      trusted_at_ms: trustedAtMs,
      expires_at_ms: expiresAtMs,
    },
    sql`EXISTS (SELECT 1 FROM account_sessions WHERE id = ${sessionId} AND account_id = ${accountId})`,
  ).returning({ id: trustedDevices.id });

/** The insertion of a device, with the statements before and after it in the same transaction. */
export interface DeviceStatements {
  before: readonly Statement[];
  insertion: ReturnType<typeof deviceInsertion>;
  after: readonly Statement[];
}

/** @returns whether the device was written */
export async function writeDevice(
  db: Database,
  { before, insertion, after }: DeviceStatements,
): Promise<boolean> {
  return (await batchAround(db, before, insertion, after)).length > 0;
}

/**
 * Links the device to its session, so that ending the session because the device was lost also ends
 * the trust.
 */
export const deviceOfSession = (db: Database, id: string, sessionId: string): Statement =>
  db
    .update(accountSessions)
    .set({ trusted_device_id: id })
    .where(eq(accountSessions.id, sessionId));

export const oldestRemoval = (db: Database, accountId: number, kept: number): Statement =>
  db.delete(trustedDevices).where(
    sql`account_id = ${accountId} AND id NOT IN (
      SELECT id FROM trusted_devices WHERE account_id = ${accountId} ORDER BY trusted_at_ms DESC LIMIT ${kept})`,
  );

/** Identifies the devices whose trust ends. */
export type EndedTrust =
  | { held: HeldDevice | undefined }
  /** The browser of one session. */
  | { sessionId: string }
  /** All browsers of an account, except the browser of one session. */
  | { accountId: number; except?: string }
  | { accountId: number; deviceId: string };

export const deviceRemoval = (db: Database, ended: EndedTrust, when?: Condition): Statement =>
  db.delete(trustedDevices).where(and(isEnded(ended), when));

export async function removeDevices(db: Database, ended: EndedTrust): Promise<void> {
  await db.delete(trustedDevices).where(isEnded(ended));
}

function isEnded(ended: EndedTrust): Condition {
  if ('held' in ended)
    return sql`id = ${ended.held?.id ?? null} AND secret_hash = ${ended.held?.secretHash ?? null}`;
  if ('sessionId' in ended)
    return sql`id = (SELECT trusted_device_id FROM account_sessions WHERE id = ${ended.sessionId})`;
  const isTheirs = sql`account_id = ${ended.accountId}`;
  if ('deviceId' in ended) return sql`${isTheirs} AND id = ${ended.deviceId}`;
  if (ended.except === undefined) return isTheirs;
  return sql`${isTheirs} AND id IS NOT (SELECT trusted_device_id FROM account_sessions WHERE id = ${ended.except})`;
}

export async function listDevicesOf(
  db: Database,
  accountId: number,
  nowMs: number,
): Promise<TrustedDevice[]> {
  const rows = await db
    .select()
    .from(trustedDevices)
    .where(and(eq(trustedDevices.account_id, accountId), gt(trustedDevices.expires_at_ms, nowMs)))
    .orderBy(desc(trustedDevices.trusted_at_ms));
  return rows.map(toDevice);
}

export async function deleteExpiredDevices(db: Database, nowMs: number): Promise<void> {
  await deleteAtOnce(db, trustedDevices, lte(trustedDevices.expires_at_ms, nowMs));
}

export const toDevice = (row: typeof trustedDevices.$inferSelect): TrustedDevice => ({
  id: row.id,
  device: row.device,
  ...(row.place !== null && { place: row.place }),
  trustedAtMs: row.trusted_at_ms,
  expiresAtMs: row.expires_at_ms,
  ...(row.last_used_at_ms !== null && { lastUsedAtMs: row.last_used_at_ms }),
});
