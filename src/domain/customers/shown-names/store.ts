// SQL for names that others see: the names that operators have confirmed, the grounds for a
// customer's names, and the names that a slice of customers shows.
import { and, asc, eq, gt, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database, Statement } from '../../../db/client.ts';
import { insertWhen } from '../../../db/insert-when.ts';
import { confirmedNames, oauthClients, staff, tenants } from '../../../db/schema/index.ts';
import type { ConfirmedName, NamesOfSlice } from './shown-name.ts';

/**
 * The maximum number of confirmed names per customer: low, because every check reads them all, and
 * a customer needs few.
 */
const MAX_CONFIRMED = 100;

const OWNS = and(
  eq(staff.audience, 'dashboard'),
  eq(staff.role, 'owner'),
  isNotNull(staff.email_verified_at_ms),
  isNull(staff.deactivated_at_ms),
);

/**
 * @returns the grounds for allowing a customer to use a name: confirmed addresses of its owners,
 *   and names that operators confirmed
 */
export async function readNameGrounds(
  db: Database,
  tenantId: string,
): Promise<{ ownerEmails: string[]; confirmed: string[] }> {
  const [owners, confirmed] = await db.batch([
    db
      .select({ email: staff.email })
      .from(staff)
      .where(and(eq(staff.tenant_id, tenantId), OWNS)),
    selectConfirmed(db, tenantId),
  ]);
  return {
    ownerEmails: owners.map(({ email }) => email),
    confirmed: confirmed.map(({ name }) => name),
  };
}

export async function hasTenant(db: Database, id: string): Promise<boolean> {
  const found = await db.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, id));
  return found.length > 0;
}

const selectConfirmed = (db: Database, tenantId: string) =>
  db
    .select({ name: confirmedNames.name, confirmedAtMs: confirmedNames.confirmed_at_ms })
    .from(confirmedNames)
    .where(eq(confirmedNames.tenant_id, tenantId))
    .orderBy(asc(confirmedNames.name))
    .limit(MAX_CONFIRMED);

export const listConfirmedNames = (db: Database, tenantId: string): Promise<ConfirmedName[]> =>
  selectConfirmed(db, tenantId);

const HAS_ROOM = (tenantId: string): SQL =>
  sql`(SELECT COUNT(*) FROM ${confirmedNames} WHERE ${confirmedNames.tenant_id} = ${tenantId}) < ${MAX_CONFIRMED}`;

/**
 * @param audit the audit entry, written only if the name is confirmed
 * @returns false when the name is already confirmed, or the limit is reached
 */
export async function insertConfirmedName(
  db: Database,
  tenantId: string,
  { name, confirmedAtMs }: ConfirmedName,
  audit: Statement,
): Promise<boolean> {
  const row = { tenant_id: tenantId, name, confirmed_at_ms: confirmedAtMs };
  const [inserted] = await db.batch([
    insertWhen(db, confirmedNames, row, HAS_ROOM(tenantId))
      .onConflictDoNothing()
      .returning({ name: confirmedNames.name }),
    audit,
  ]);
  return inserted.length > 0;
}

/** Confirms a name of a customer that is created in the same batch. */
export const confirmWithTenant = (
  db: Database,
  tenantId: string,
  { name, confirmedAtMs }: ConfirmedName,
): Statement =>
  db.insert(confirmedNames).values({ tenant_id: tenantId, name, confirmed_at_ms: confirmedAtMs });

/**
 * @param audit the audit entry, written only if the name is deleted
 * @returns whether the name was confirmed
 */
export async function deleteConfirmedName(
  db: Database,
  tenantId: string,
  name: string,
  audit: Statement,
): Promise<boolean> {
  const [removed] = await db.batch([
    db
      .delete(confirmedNames)
      .where(and(eq(confirmedNames.tenant_id, tenantId), eq(confirmedNames.name, name)))
      .returning({ name: confirmedNames.name }),
    audit,
  ]);
  return removed.length > 0;
}

/**
 * Selects customers after the given id, in order of id. Removed customers are left out, since they
 * show no names.
 */
export const selectCustomers = (db: Database, afterId: string, most: number) =>
  db
    .select({ id: tenants.id, name: tenants.name, controllerName: tenants.controller_name })
    .from(tenants)
    .where(and(gt(tenants.id, afterId), isNull(tenants.ended_at_ms)))
    .orderBy(asc(tenants.id))
    .limit(most);

/**
 * Selects the clients, members and confirmed names of a slice of customers.
 * @param slice a range of customer ids: after `afterId`, up to and including `lastId`
 */
export function selectTheirs(db: Database, slice: { afterId: string; lastId: string }) {
  const isOf = (column: SQLiteColumn) => and(gt(column, slice.afterId), lte(column, slice.lastId));
  return {
    clients: db
      .select({ id: oauthClients.id, tenantId: oauthClients.tenant_id, name: oauthClients.name })
      .from(oauthClients)
      .where(and(isOf(oauthClients.tenant_id), isNull(oauthClients.deleted_at_ms)))
      .orderBy(asc(oauthClients.tenant_id)),
    members: db
      .select({
        id: staff.id,
        tenantId: sql<string>`${staff.tenant_id}`,
        name: staff.name,
        email: staff.email,
        isOwner: sql<number>`${OWNS}`.mapWith(Boolean),
      })
      .from(staff)
      .where(and(isOf(staff.tenant_id), isNull(staff.deactivated_at_ms)))
      .orderBy(asc(staff.tenant_id)),
    confirmed: db
      .select({ tenantId: confirmedNames.tenant_id, name: confirmedNames.name })
      .from(confirmedNames)
      .where(isOf(confirmedNames.tenant_id)),
  };
}

/**
 * Reads every name that others see for a slice of customers, and the grounds for those names.
 * @param most the maximum number of customers
 */
export async function readNamesOfSlice(
  db: Database,
  afterId: string,
  most: number,
): Promise<NamesOfSlice> {
  const customers = await selectCustomers(db, afterId, most);
  const lastId = customers.at(-1)?.id;
  if (lastId === undefined) return { customers, clients: [], members: [], confirmed: [] };
  const theirs = selectTheirs(db, { afterId, lastId });
  const [clients, members, confirmed] = await db.batch([
    theirs.clients,
    theirs.members,
    theirs.confirmed,
  ]);
  return { customers, clients, members, confirmed };
}
