// SQL of the directory of ledgers.
import { and, desc, eq, gt, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { insertWhen } from '../../../db/insert-when.ts';
import { ledgerVolumes as volumes } from '../../../db/schema/ledger-volumes.ts';
import type { LedgerOwner, Volume } from './volume.ts';

const isOf = ({ tenantId, test }: LedgerOwner): SQL | undefined =>
  and(eq(volumes.tenant_id, tenantId), eq(volumes.test, test));

const LISTED = { number: volumes.number, fullAtMs: volumes.full_at_ms, bytes: volumes.bytes };

const newVolume = (owner: LedgerOwner, number: number, nowMs: number) => ({
  tenant_id: owner.tenantId,
  test: owner.test,
  number,
  opened_at_ms: nowMs,
});

/** @returns the volume that is written to; the first one is opened here */
export async function openVolume(
  db: Database,
  owner: LedgerOwner,
  nowMs: number,
): Promise<Volume | undefined> {
  const isFirst = sql`NOT EXISTS (SELECT 1 FROM ${volumes} WHERE ${isOf(owner)})`;
  const [, [current]] = await db.batch([
    insertWhen(db, volumes, newVolume(owner, 1, nowMs), isFirst).onConflictDoNothing(),
    db.select(LISTED).from(volumes).where(isOf(owner)).orderBy(desc(volumes.number)).limit(1),
  ]);
  return current;
}

/** Opens the volume after a full one. Several callers at once open the same. */
export async function openNextVolume(
  db: Database,
  owner: LedgerOwner,
  { number, bytes }: Volume,
  nowMs: number,
): Promise<void> {
  await db.batch([
    db
      .update(volumes)
      .set({ full_at_ms: nowMs, bytes })
      .where(and(isOf(owner), eq(volumes.number, number), isNull(volumes.full_at_ms))),
    db
      .insert(volumes)
      .values(newVolume(owner, number + 1, nowMs))
      .onConflictDoNothing(),
  ]);
}

export async function setVolumeSize(
  db: Database,
  owner: LedgerOwner,
  { number, bytes }: Volume,
): Promise<void> {
  await db
    .update(volumes)
    .set({ bytes })
    .where(and(isOf(owner), eq(volumes.number, number)));
}

/**
 * Lists volumes of an owner, latest first.
 * @param fromMs volumes that were full before that are left out
 */
export async function listVolumes(
  db: Database,
  owner: LedgerOwner,
  fromMs: number,
): Promise<Volume[]> {
  return db
    .select(LISTED)
    .from(volumes)
    .where(and(isOf(owner), or(isNull(volumes.full_at_ms), gt(volumes.full_at_ms, fromMs))))
    .orderBy(desc(volumes.number));
}

/** Lists every volume of customers. */
export async function listVolumesOf(
  db: Database,
  tenantIds: readonly string[],
): Promise<(LedgerOwner & { number: number })[]> {
  return db
    .select({ tenantId: volumes.tenant_id, test: volumes.test, number: volumes.number })
    .from(volumes)
    .where(
      inArray(volumes.tenant_id, sql`(SELECT value FROM json_each(${JSON.stringify(tenantIds)}))`),
    );
}
