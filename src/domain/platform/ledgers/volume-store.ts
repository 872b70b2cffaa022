// SQL for the directory of ledger volumes. The residency of a volume is stored in its customer's
// row (D-172), so a volume whose customer has no row is neither read nor written; the health report
// still lists its size.
import { and, desc, eq, exists, gt, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { insertNewRows } from '../../../db/insert-rows.ts';
import { ledgerVolumes as volumes } from '../../../db/schema/ledger-volumes.ts';
import { tenants } from '../../../db/schema/tenants.ts';
import type { LedgerOwner, ReportedBacklog, Volume, VolumeBacklog } from './volume.ts';

const isOf = ({ tenantId, test }: LedgerOwner): SQL | undefined =>
  and(eq(volumes.tenant_id, tenantId), eq(volumes.test, test));

const isOfAny = (tenantIds: readonly string[]): SQL =>
  inArray(volumes.tenant_id, sql`(SELECT value FROM json_each(${JSON.stringify(tenantIds)}))`);

const isOpenAfter = (fromMs: number): SQL | undefined =>
  or(isNull(volumes.full_at_ms), gt(volumes.full_at_ms, fromMs));

const isOfTenant = eq(tenants.id, volumes.tenant_id);

const LISTED = {
  residency: tenants.residency,
  number: volumes.number,
  openedAtMs: volumes.opened_at_ms,
  fullAtMs: volumes.full_at_ms,
  bytes: volumes.bytes,
  keptDays: volumes.kept_days,
};

const newVolume = (
  { tenantId, test }: LedgerOwner,
  { number, keptDays }: Pick<Volume, 'number' | 'keptDays'>,
  nowMs: number,
) => ({ tenant_id: tenantId, test, number, kept_days: keptDays, opened_at_ms: nowMs });

const selectLatest = (db: Database, owner: LedgerOwner) =>
  db
    .select(LISTED)
    .from(volumes)
    .innerJoin(tenants, isOfTenant)
    .where(isOf(owner))
    .orderBy(desc(volumes.number))
    .limit(1);

/**
 * Finds the volume that is currently written to. If there is none, opens the first volume.
 * @param keptDays the retention period of the request log, in days, that the caller sets for the
 *   first volume
 * @returns undefined for a customer that does not exist
 */
export async function openVolume(
  db: Database,
  owner: LedgerOwner,
  { keptDays, nowMs }: { keptDays: number; nowMs: number },
): Promise<Volume | undefined> {
  const [found] = await selectLatest(db, owner);
  if (found !== undefined) return found;
  const isThere = exists(
    db
      .select({ one: sql`1` })
      .from(tenants)
      .where(eq(tenants.id, owner.tenantId)),
  );
  const [, [opened]] = await db.batch([
    insertNewRows(db, volumes, [newVolume(owner, { number: 1, keptDays }, nowMs)], isThere),
    selectLatest(db, owner),
  ]);
  return opened;
}

/** Opens the first volume of each existing customer that has none, in one statement. */
export const openFirstVolumes = async (
  db: Database,
  owners: readonly LedgerOwner[],
  { keptDays, nowMs }: { keptDays: number; nowMs: number },
): Promise<void> => {
  const rows = owners.map((owner) => newVolume(owner, { number: 1, keptDays }, nowMs));
  await insertNewRows(db, volumes, rows, (valueOf) =>
    inArray(valueOf('tenant_id'), db.select({ id: tenants.id }).from(tenants)),
  );
};

/** Opens the volume that follows a full one. Simultaneous calls open only one volume. */
export async function openNextVolume(
  db: Database,
  owner: LedgerOwner,
  { number, bytes, keptDays }: Volume,
  nowMs: number,
): Promise<void> {
  await db.batch([
    db
      .update(volumes)
      .set({ full_at_ms: nowMs, bytes, kept_days: keptDays })
      .where(and(isOf(owner), eq(volumes.number, number), isNull(volumes.full_at_ms))),
    db
      .insert(volumes)
      .values(newVolume(owner, { number: number + 1, keptDays }, nowMs))
      .onConflictDoNothing(),
  ]);
}

/** Records the size that a volume reported, and the retention period that was sent to it. */
export async function setVolumeState(
  db: Database,
  owner: LedgerOwner,
  { number, bytes, keptDays }: Volume,
): Promise<void> {
  await db
    .update(volumes)
    .set({ bytes, kept_days: keptDays })
    .where(and(isOf(owner), eq(volumes.number, number)));
}

export type NamedVolume = LedgerOwner & Pick<Volume, 'number' | 'residency'>;

const NAMED = {
  tenantId: volumes.tenant_id,
  test: volumes.test,
  number: volumes.number,
  residency: tenants.residency,
};

/**
 * @returns undefined for a volume that is not in the directory, or whose customer no longer exists
 */
export async function findVolume(
  db: Database,
  owner: LedgerOwner,
  number: number,
): Promise<NamedVolume | undefined> {
  const [found] = await db
    .select(NAMED)
    .from(volumes)
    .innerJoin(tenants, isOfTenant)
    .where(and(isOf(owner), eq(volumes.number, number)));
  return found;
}

/**
 * @returns volumes that keep lines of the request log for longer than `days`, according to the
 *   directory
 */
export const listKeptLonger = async (
  db: Database,
  days: number,
  limit: number,
): Promise<NamedVolume[]> =>
  db
    .select(NAMED)
    .from(volumes)
    .innerJoin(tenants, isOfTenant)
    .where(gt(volumes.kept_days, days))
    .limit(limit);

export async function setKeptDays(
  db: Database,
  named: readonly NamedVolume[],
  days: number,
): Promise<void> {
  const told = JSON.stringify(named.map(({ tenantId, test, number }) => [tenantId, +test, number]));
  await db
    .update(volumes)
    .set({ kept_days: days })
    .where(
      sql`(${volumes.tenant_id}, ${volumes.test}, ${volumes.number}) IN (
        SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${told}))`,
    );
}

/**
 * Lists volumes of an owner, newest first.
 * @param fromMs volumes that were already full at this time are left out; ms since the epoch
 */
export async function listVolumes(
  db: Database,
  owner: LedgerOwner,
  fromMs: number,
): Promise<Volume[]> {
  return db
    .select(LISTED)
    .from(volumes)
    .innerJoin(tenants, isOfTenant)
    .where(and(isOf(owner), isOpenAfter(fromMs)))
    .orderBy(desc(volumes.number));
}

/** Selects all volumes of these customers. */
export const selectVolumesOf = (db: Database, tenantIds: readonly string[]) =>
  db.select(NAMED).from(volumes).innerJoin(tenants, isOfTenant).where(isOfAny(tenantIds));

/** Selects all volumes of a customer in one mode, newest first. */
export const selectVolumes = (db: Database, owner: LedgerOwner) =>
  db
    .select(NAMED)
    .from(volumes)
    .innerJoin(tenants, isOfTenant)
    .where(isOf(owner))
    .orderBy(desc(volumes.number));

/** Lists all volumes of these customers. */
export const listVolumesOf = async (
  db: Database,
  tenantIds: readonly string[],
): Promise<NamedVolume[]> => selectVolumesOf(db, tenantIds);

/**
 * Lists volumes of these customers, newest first.
 * @param fromMs volumes that were full at this time are left out; ms since the epoch
 */
export const listVolumesSince = async (
  db: Database,
  tenantIds: readonly string[],
  fromMs: number,
): Promise<(Volume & LedgerOwner)[]> =>
  db
    .select({ ...LISTED, tenantId: volumes.tenant_id, test: volumes.test })
    .from(volumes)
    .innerJoin(tenants, isOfTenant)
    .where(and(isOfAny(tenantIds), isOpenAfter(fromMs)))
    .orderBy(desc(volumes.number));

export interface SizedVolume extends NamedVolume {
  /** The customer's name; null when the customer no longer exists. */
  tenantName: string | null;
  bytes: number;
}

/**
 * Builds the query for the volumes that are currently written to, largest first, by the sizes that
 * they last reported. It reads only the rows that it returns, and their customers. Exported so that
 * a test can check the query plan.
 */
export const selectLargest = (db: Database, limit: number) =>
  db
    .select({ ...NAMED, tenantName: tenants.name, bytes: volumes.bytes })
    .from(volumes)
    .leftJoin(tenants, eq(tenants.id, volumes.tenant_id))
    // This must match the partial index's condition word for word; otherwise SQLite would not use
    // the index.
    .where(sql`${volumes.full_at_ms} IS NULL`)
    .orderBy(desc(volumes.bytes))
    .limit(limit);

export async function listLargest(db: Database, limit: number): Promise<SizedVolume[]> {
  const rows = await selectLargest(db, limit);
  return rows.map(({ residency, ...row }) => ({ ...row, residency: residency ?? 'none' }));
}

/** Records the backlog of deliveries that a volume reports. */
export async function noteBacklog(
  db: Database,
  { volume, backlog }: { volume: LedgerOwner & Pick<Volume, 'number'>; backlog: VolumeBacklog },
  atMs: number,
): Promise<void> {
  const isNone = backlog.overdue === null && backlog.givenUp === null;
  await db
    .update(volumes)
    .set({
      backlog: isNone ? null : JSON.stringify({ ...backlog, atMs } satisfies ReportedBacklog),
    })
    .where(and(isOf(volume), eq(volumes.number, volume.number)));
}
