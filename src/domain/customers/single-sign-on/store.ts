// SQL of the settings of single sign-on, and of the members who are bound by them.
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { IS_ENFORCED } from '../../../db/enforced-sign-in.ts';
import { AFTER_CHANGE } from '../../../db/insert-when.ts';
import { operatorSso, staff, staffSessions, tenantSso } from '../../../db/schema/index.ts';
import type { StaffScope } from '../staff/member.ts';
import { TOP_ROLES, type GivenRole, type SsoSetting } from './sso-setting.ts';

type Row = Omit<typeof tenantSso.$inferSelect, 'tenant_id'>;

/** The operators' row. */
const ONLY = 1;

const toSetting = (row: Row, scope: StaffScope, domains: readonly string[]): SsoSetting => ({
  scope,
  domains,
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

export async function findSetting(
  db: Database,
  scope: StaffScope,
): Promise<SsoSetting | undefined> {
  const { tenantId } = scope;
  if (scope.audience === 'admin') {
    const [row] = await db.select().from(operatorSso).where(eq(operatorSso.id, ONLY));
    return row && toSetting(row, scope, JSON.parse(row.domains) as string[]);
  }
  const [row] = await db
    .select()
    .from(tenantSso)
    .where(eq(tenantSso.tenant_id, tenantId ?? ''));
  return row && toSetting(row, scope, []);
}

/**
 * @param also the audit entry, directly behind the setting
 * @param endsSessions set when members must sign in with the provider from now on: ends their
 *   sessions that were begun otherwise, except `keptId`
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
    upsert(db, setting, columns),
    also,
    ...(endsSessions === undefined
      ? []
      : [endOtherSessions(db, setting, endsSessions.keptId, nowMs)]),
  ]);
}

function upsert(
  db: Database,
  { scope, domains }: SsoSetting,
  columns: Omit<Row, 'break_glass_used_at_ms'>,
): Statement {
  if (scope.audience === 'admin') {
    const own = { ...columns, domains: JSON.stringify(domains) };
    return db
      .insert(operatorSso)
      .values({ id: ONLY, ...own })
      .onConflictDoUpdate({ target: operatorSso.id, set: own });
  }
  return db
    .insert(tenantSso)
    .values({ tenant_id: scope.tenantId ?? '', ...columns })
    .onConflictDoUpdate({ target: tenantSso.tenant_id, set: columns });
}

/** The condition that a row of `staff` belongs to the group. */
const isOf = ({ audience, tenantId }: StaffScope) =>
  and(
    eq(staff.audience, audience),
    tenantId === undefined ? isNull(staff.tenant_id) : eq(staff.tenant_id, tenantId),
  );

/**
 * Ends the sessions that were not begun with the provider, except the given one and those of the
 * break-glass member.
 */
const endOtherSessions = (
  db: Database,
  { scope, breakGlassId }: SsoSetting,
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
        sql`${staffSessions.staff_id} IN (SELECT id FROM staff WHERE ${isOf(scope)}
          AND id IS NOT ${breakGlassId} AND ${IS_ENFORCED})`,
      ),
    );

/**
 * @param audit written only if the setting is deleted
 * @returns whether there was one
 */
export async function deleteSetting(
  db: Database,
  { audience, tenantId }: StaffScope,
  audit: Statement,
): Promise<boolean> {
  if (audience === 'admin') {
    const removal = db.delete(operatorSso).returning({ id: operatorSso.id });
    const [deleted] = await db.batch([removal, audit]);
    return deleted.length === 1;
  }
  const [deleted] = await db.batch([
    db
      .delete(tenantSso)
      .where(eq(tenantSso.tenant_id, tenantId ?? ''))
      .returning({ tenantId: tenantSso.tenant_id }),
    audit,
  ]);
  return deleted.length === 1;
}

/** Whether a member of staff signs in with the group's provider only. */
export async function isEnforcedFor(db: Database, staffId: number): Promise<boolean> {
  const rows = await db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.id, staffId), IS_ENFORCED));
  return rows.length === 1;
}

type WhoBreaks = StaffScope & { id: number };

const settingOf = ({ audience }: StaffScope) => (audience === 'admin' ? operatorSso : tenantSso);

/**
 * Records a sign-in of the break-glass member. Must run directly behind the session; changes
 * nothing for anybody else.
 */
export function noteBreakGlass(
  db: Database,
  { id, ...scope }: WhoBreaks,
  nowMs: number,
): Statement {
  const table = settingOf(scope);
  return db
    .update(table)
    .set({ break_glass_used_at_ms: nowMs })
    .where(
      and(
        eq(table.break_glass_id, id),
        eq(table.enforce, true),
        sql`EXISTS (SELECT 1 FROM staff WHERE id = ${id} AND ${IS_ENFORCED})`,
        AFTER_CHANGE,
      ),
    );
}

/** Whether that sign-in was recorded as one of the break-glass member. */
export async function wasBreakGlass(
  db: Database,
  { id, ...scope }: WhoBreaks,
  atMs: number,
): Promise<boolean> {
  const table = settingOf(scope);
  const rows = await db
    .select({ id: table.break_glass_id })
    .from(table)
    .where(and(eq(table.break_glass_id, id), eq(table.break_glass_used_at_ms, atMs)));
  return rows.length === 1;
}

/**
 * Whether the person is an active owner or superadmin of the group who has a passkey, or a password
 * with an authenticator app.
 */
export async function canBreakGlass(
  db: Database,
  scope: StaffScope,
  staffId: number,
): Promise<boolean> {
  const hasFactor = sql`((${staff.totp_enabled_at_ms} IS NOT NULL AND ${staff.password_hash} IS NOT NULL)
    OR EXISTS (SELECT 1 FROM staff_passkeys WHERE staff_passkeys.staff_id = ${staff.id}))`;
  const rows = await db
    .select({ id: staff.id })
    .from(staff)
    .where(
      and(
        eq(staff.id, staffId),
        isOf(scope),
        eq(staff.role, TOP_ROLES[scope.audience]),
        isNull(staff.deactivated_at_ms),
        hasFactor,
      ),
    );
  return rows.length === 1;
}
