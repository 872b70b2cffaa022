// SQL of the settings of single sign-on, and of the members who are bound by them.
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { IS_ENFORCED } from '../../../db/enforced-sign-in.ts';
import { AFTER_CHANGE } from '../../../db/insert-when.ts';
import { staff, staffSessions, tenantSso } from '../../../db/schema/index.ts';
import type { GivenRole, SsoSetting } from './sso-setting.ts';

type Row = typeof tenantSso.$inferSelect;

const toSetting = (row: Row): SsoSetting => ({
  tenantId: row.tenant_id,
  issuer: row.issuer,
  clientId: row.client_id,
  sealedSecret: row.client_secret,
  defaultRole: row.default_role as GivenRole | null,
  roleClaim: row.role_claim,
  roleMap: JSON.parse(row.role_map) as SsoSetting['roleMap'],
  factorValues: JSON.parse(row.factor_values) as string[],
  enforce: row.enforce,
  breakGlassId: row.break_glass_id,
  ...(row.break_glass_used_at_ms !== null && { breakGlassUsedAtMs: row.break_glass_used_at_ms }),
});

export async function findSetting(db: Database, tenantId: string): Promise<SsoSetting | undefined> {
  const [row] = await db.select().from(tenantSso).where(eq(tenantSso.tenant_id, tenantId));
  return row && toSetting(row);
}

/**
 * @param also the audit entry, directly behind the setting
 * @param endsSessions ends the sessions of members who would have to use the provider now, except
 *   this one
 */
export async function putSetting(
  db: Database,
  setting: SsoSetting,
  nowMs: number,
  also: Statement,
  endsSessions: { keptId: string } | undefined,
): Promise<void> {
  const columns = {
    issuer: setting.issuer,
    client_id: setting.clientId,
    client_secret: setting.sealedSecret,
    default_role: setting.defaultRole,
    role_claim: setting.roleClaim,
    role_map: JSON.stringify(setting.roleMap),
    factor_values: JSON.stringify(setting.factorValues),
    enforce: setting.enforce,
    break_glass_id: setting.breakGlassId,
    updated_at_ms: nowMs,
  };
  await db.batch([
    db
      .insert(tenantSso)
      .values({ tenant_id: setting.tenantId, ...columns })
      .onConflictDoUpdate({ target: tenantSso.tenant_id, set: columns }),
    also,
    ...(endsSessions === undefined
      ? []
      : [endOtherSessions(db, setting, endsSessions.keptId, nowMs)]),
  ]);
}

/**
 * Ends sessions that did not begin with the provider, except the given one and those of the
 * break-glass owner.
 */
const endOtherSessions = (
  db: Database,
  { tenantId, breakGlassId }: SsoSetting,
  keptId: string,
  nowMs: number,
): Statement =>
  db
    .update(staffSessions)
    .set({ revoked_at_ms: nowMs })
    .where(
      and(
        isNull(staffSessions.identity_id),
        isNull(staffSessions.revoked_at_ms),
        ne(staffSessions.id, keptId),
        sql`${staffSessions.staff_id} IN (SELECT id FROM staff WHERE tenant_id = ${tenantId}
          AND id IS NOT ${breakGlassId} AND ${IS_ENFORCED})`,
      ),
    );

/**
 * @param audit written only if the setting is deleted
 * @returns whether there was one
 */
export async function deleteSetting(
  db: Database,
  tenantId: string,
  audit: Statement,
): Promise<boolean> {
  const [deleted] = await db.batch([
    db
      .delete(tenantSso)
      .where(eq(tenantSso.tenant_id, tenantId))
      .returning({ tenantId: tenantSso.tenant_id }),
    audit,
  ]);
  return deleted.length === 1;
}

/** Whether a member can sign in only with the customer's provider. */
export async function isEnforcedFor(db: Database, staffId: number): Promise<boolean> {
  const rows = await db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.id, staffId), IS_ENFORCED));
  return rows.length === 1;
}

/** Directly behind a session of the break-glass owner; changes nothing for everybody else. */
export const noteBreakGlass = (db: Database, staffId: number, nowMs: number): Statement =>
  db
    .update(tenantSso)
    .set({ break_glass_used_at_ms: nowMs })
    .where(
      and(
        eq(tenantSso.break_glass_id, staffId),
        eq(tenantSso.enforce, true),
        sql`EXISTS (SELECT 1 FROM staff WHERE id = ${staffId} AND ${IS_ENFORCED})`,
        AFTER_CHANGE,
      ),
    );

/** Whether that sign-in was one of the break-glass owner. */
export async function wasBreakGlass(db: Database, staffId: number, atMs: number): Promise<boolean> {
  const rows = await db
    .select({ id: tenantSso.break_glass_id })
    .from(tenantSso)
    .where(and(eq(tenantSso.break_glass_id, staffId), eq(tenantSso.break_glass_used_at_ms, atMs)));
  return rows.length === 1;
}

/**
 * Whether the member is an active owner of the customer with an authenticator app or a passkey.
 */
export async function canBreakGlass(
  db: Database,
  tenantId: string,
  staffId: number,
): Promise<boolean> {
  const hasFactor = sql`(${staff.totp_enabled_at_ms} IS NOT NULL
    OR EXISTS (SELECT 1 FROM staff_passkeys WHERE staff_passkeys.staff_id = ${staff.id}))`;
  const rows = await db
    .select({ id: staff.id })
    .from(staff)
    .where(
      and(
        eq(staff.id, staffId),
        eq(staff.tenant_id, tenantId),
        eq(staff.role, 'owner'),
        isNull(staff.deactivated_at_ms),
        hasFactor,
      ),
    );
  return rows.length === 1;
}
