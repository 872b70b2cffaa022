// SQL for single sign-on settings, and for the members to whom they apply.
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { IS_ENFORCED } from '../../../db/enforced-sign-in.ts';
import { AFTER_CHANGE } from '../../../db/insert-when.ts';
import { operatorSso, staff, staffSessions, tenantSso } from '../../../db/schema/index.ts';
import { isUnchanged } from '../../../db/unchanged.ts';
import type { StaffScope } from '../staff/member.ts';
import { TOP_ROLES, type GivenRole, type SsoSetting } from './sso-setting.ts';

type Row = Omit<typeof tenantSso.$inferSelect, 'tenant_id'>;

/** The id of the operators' row, the only one in its table. */
const ONLY = 1;

const settingOf = ({ audience }: StaffScope) => (audience === 'admin' ? operatorSso : tenantSso);

/** The condition that selects the row with the staff group's setting. */
const isRowOf = ({ audience, tenantId }: StaffScope) =>
  audience === 'admin' ? eq(operatorSso.id, ONLY) : eq(tenantSso.tenant_id, tenantId ?? '');

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
 * Replaces the setting that was read, or writes the first one.
 * @param audit the audit entry, written only if the setting is written
 * @param endsSessions set when members must sign in with the provider from now on: ends their
 *   sessions that were begun without the provider, except `keptId`
 * @returns false when the setting has been created, changed or removed in the meantime
 */
export async function putSetting(
  db: Database,
  { before, after }: { before: SsoSetting | undefined; after: SsoSetting },
  nowMs: number,
  audit: Statement,
  endsSessions: { keptId: string } | undefined,
): Promise<boolean> {
  const columns = { ...toColumns(after), updated_at_ms: nowMs };
  const [written] = await db.batch([
    before === undefined ? insertSetting(db, after, columns) : updateSetting(db, before, columns),
    audit,
    ...(endsSessions === undefined
      ? []
      : [endOtherSessions(db, after, endsSessions.keptId, nowMs)]),
  ]);
  return written.length === 1;
}

const toColumns = (setting: SsoSetting) => ({
  issuer: setting.issuer,
  client_id: setting.clientId,
  client_secret: setting.sealedSecret,
  default_role: setting.defaultRole,
  role_claim: setting.roleClaim,
  role_map: JSON.stringify(setting.roleMap),
  factor_values: JSON.stringify(setting.factorValues),
  enforce: setting.enforce,
  break_glass_id: setting.breakGlassId,
  ...(setting.scope.audience === 'admin' && { domains: JSON.stringify(setting.domains) }),
});

type Columns = ReturnType<typeof toColumns> & { updated_at_ms: number };

/** Inserts the setting unless the group has one. */
function insertSetting(db: Database, { scope }: SsoSetting, columns: Columns) {
  const table = settingOf(scope);
  const key = scope.audience === 'admin' ? { id: ONLY } : { tenant_id: scope.tenantId ?? '' };
  return db
    .insert(table)
    .values({ ...key, ...columns })
    .onConflictDoNothing()
    .returning({ issuer: table.issuer });
}

function updateSetting(db: Database, before: SsoSetting, columns: Columns) {
  const table = settingOf(before.scope);
  return db
    .update(table)
    .set(columns)
    .where(and(isRowOf(before.scope), isUnchanged(toColumns(before))))
    .returning({ issuer: table.issuer });
}

/** The condition that a row of `staff` is within the scope. */
const isOf = ({ audience, tenantId }: StaffScope) =>
  and(
    eq(staff.audience, audience),
    tenantId === undefined ? isNull(staff.tenant_id) : eq(staff.tenant_id, tenantId),
  );

/**
 * Ends the sessions that were not begun with the provider, except the given session and the
 * break-glass member's sessions. Must run directly after the statement for the audit entry, and
 * changes nothing if that statement wrote no entry.
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
        AFTER_CHANGE,
      ),
    );

/**
 * @param audit the audit entry, written only if the setting is deleted
 * @returns whether there was a setting
 */
export async function deleteSetting(
  db: Database,
  scope: StaffScope,
  audit: Statement,
): Promise<boolean> {
  const table = settingOf(scope);
  const removal = db.delete(table).where(isRowOf(scope)).returning({ issuer: table.issuer });
  const [deleted] = await db.batch([removal, audit]);
  return deleted.length === 1;
}

/** Whether a member of staff may sign in only with the group's provider. */
export async function isEnforcedFor(db: Database, staffId: number): Promise<boolean> {
  const rows = await db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.id, staffId), IS_ENFORCED));
  return rows.length === 1;
}

type WhoBreaks = StaffScope & { id: number };

/**
 * Prepares a statement that records a sign-in by the break-glass member while single sign-on is
 * enforced, and then returns a row. For any other sign-in, the statement changes nothing and
 * returns no row. It must run directly after the session's insert.
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
    )
    .returning({ id: table.break_glass_id });
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
