// SQL for staff sessions.
import { and, desc, eq, exists, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Condition, Database, Statement } from '../../../db/client.ts';
import { deleteInSlices } from '../../../db/delete-in-slices.ts';
import { AFTER_CHANGE, insertWhen } from '../../../db/insert-when.ts';
import { IS_BREAK_GLASS, IS_ENFORCED } from '../../../db/enforced-sign-in.ts';
import { passwordIsStill } from '../../../db/proven-password.ts';
import { runTogether } from '../../../db/run-together.ts';
import { staff, staffSessions } from '../../../db/schema/index.ts';
import { noteIdentity } from './identity-store.ts';
import type { ProviderProof } from './provider-proof.ts';
import type { StaffRow } from './staff-row.ts';

export type StaffSessionRow = typeof staffSessions.$inferSelect;

interface NewSession {
  id: string;
  staffId: number;
  method: StaffSessionRow['method'];
  device: string;
  ip: string;
  expiresAtMs: number;
  /**
   * When the password used for this sign-in was set; if given, the member must still have that
   * password.
   */
  passwordChangedAtMs: number | null | undefined;
  /** If given, becomes the member's language. */
  language: string | undefined;
  /** The person identified by the identity provider; undefined when no provider was involved. */
  provider: ProviderProof | undefined;
}

/** The condition that a row of `staff` does not belong to a suspended customer (D-116). */
const MAY_WORK = sql`NOT EXISTS (SELECT 1 FROM tenants
  WHERE tenants.id = staff.tenant_id AND tenants.suspended_at_ms IS NOT NULL)`;

/**
 * The condition under which the member in a row of `staff` may sign in with this method. While
 * single sign-on is enforced, only the break-glass member may sign in without the provider, and
 * only with a second factor (D-159).
 */
const mayUse = ({ provider, method }: Pick<NewSession, 'provider' | 'method'>) => {
  if (provider !== undefined) return sql`1`;
  return method === 'password'
    ? sql`NOT ${IS_ENFORCED}`
    : sql`(NOT ${IS_ENFORCED} OR ${IS_BREAK_GLASS})`;
};

/**
 * The condition for a live session: not ended or expired, begun after the member's last logout-all,
 * and owned by a member who is neither deactivated nor suspended with their customer.
 */
const alive = (nowMs: number) =>
  and(
    isNull(staffSessions.revoked_at_ms),
    gt(staffSessions.expires_at_ms, nowMs),
    gt(staffSessions.created_at_ms, staff.sessions_revoked_at_ms),
    isNull(staff.deactivated_at_ms),
    MAY_WORK,
  );

/** The condition for writes that require a live session. */
export const staffSessionLives = (db: Database, id: string, nowMs: number): Condition =>
  exists(
    db
      .select({ id: staffSessions.id })
      .from(staffSessions)
      .innerJoin(staff, eq(staff.id, staffSessions.staff_id))
      .where(and(eq(staffSessions.id, id), alive(nowMs))),
  );

/**
 * Inserts a session, and records when the member last signed in and in which language.
 * @param around.uses runs before the insert, which writes nothing unless this statement changed a
 *   row
 * @param around.also statements that run directly after the insert, each only if the one before it
 *   changed something
 * @returns the statements that returned a row; undefined when no session was inserted, because
 *   `uses` changed nothing, or the member is removed or deactivated, belongs to a suspended
 *   customer, has changed the password in the meantime, or must sign in with the identity provider
 */
export async function insertSession(
  db: Database,
  { id, staffId, method, device, ip, passwordChangedAtMs, language, provider, ...ends }: NewSession,
  nowMs: number,
  { uses, also }: { uses: Statement | undefined; also: readonly Statement[] },
): Promise<ReadonlySet<Statement> | undefined> {
  const row = {
    id,
    staff_id: staffId,
    rotated_at_ms: nowMs,
    method,
    device,
    ip,
    created_at_ms: nowMs,
    expires_at_ms: ends.expiresAtMs,
  };
  const isProven = passwordIsStill(passwordChangedAtMs);
  const ofStaff = sql`FROM staff WHERE id = ${staffId}`;
  const isUsed = uses === undefined ? sql`1` : AFTER_CHANGE;
  const mayBegin = sql`${isUsed} AND EXISTS (SELECT 1 ${ofStaff} AND deactivated_at_ms IS NULL AND ${MAY_WORK} AND ${isProven} AND ${mayUse({ provider, method })})`;
  // A sign-in in the same millisecond as a logout-all counts as later.
  const createdAtMs = sql`(SELECT MAX(${nowMs}, sessions_revoked_at_ms + 1) ${ofStaff})`;
  const insert = insertWhen(db, staffSessions, row, mayBegin, {
    created_at_ms: createdAtMs,
  }).returning({ id: staffSessions.id });
  const noteLogin = db
    .update(staff)
    .set({ last_login_at_ms: nowMs, ...(language !== undefined && { locale: language }) })
    .where(sql`id = ${staffId} AND EXISTS (SELECT 1 FROM staff_sessions WHERE id = ${id})`);
  const named = provider && noteIdentity(db, { staffId, sessionId: id }, provider, nowMs);
  const [first = insert, ...rest]: Statement[] = [
    ...(uses === undefined ? [] : [uses]),
    insert,
    ...also,
    noteLogin,
    ...(named ?? []),
  ];
  const results: unknown[] = await db.batch([first, ...rest]);
  const returned = new Set([first, ...rest].filter((_, at) => isFound(results[at])));
  return returned.has(insert) ? returned : undefined;
}

/** Whether a statement's result has rows. */
const isFound = (result: unknown): boolean => Array.isArray(result) && result.length > 0;

export interface LiveSession {
  session: StaffSessionRow;
  owner: StaffRow;
  hasPasskey: boolean;
  /** Whether the member's customer requires a second factor. */
  tenantDemandsFactor: boolean;
}

/** @returns the live session with all facts that determine its permissions, in one read */
export async function findLiveSession(
  db: Database,
  id: string,
  nowMs: number,
): Promise<LiveSession | undefined> {
  const [row] = await db
    .select({
      session: staffSessions,
      owner: staff,
      hasPasskey: sql`EXISTS (SELECT 1 FROM staff_passkeys WHERE staff_id = ${staff.id})`.mapWith(
        Boolean,
      ),
      tenantDemandsFactor: sql`coalesce((SELECT require_second_factor FROM tenants
        WHERE tenants.id = ${staff.tenant_id}), 0)`.mapWith(Boolean),
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staff_id))
    .where(and(eq(staffSessions.id, id), alive(nowMs)));
  return row;
}

/** Moves a session to its next generation; of several concurrent refreshes, only one succeeds. */
export async function rotateSession(
  db: Database,
  id: string,
  generation: number,
  nowMs: number,
): Promise<boolean> {
  const moved = await db
    .update(staffSessions)
    .set({ generation: generation + 1, rotated_at_ms: nowMs })
    .where(
      and(
        eq(staffSessions.id, id),
        eq(staffSessions.generation, generation),
        isNull(staffSessions.revoked_at_ms),
      ),
    )
    .returning({ id: staffSessions.id });
  return moved.length === 1;
}

export async function listLiveSessions(
  db: Database,
  staffId: number,
  nowMs: number,
): Promise<StaffSessionRow[]> {
  const rows = await db
    .select({ session: staffSessions })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staff_id))
    .where(and(eq(staffSessions.staff_id, staffId), alive(nowMs)))
    .orderBy(desc(staffSessions.created_at_ms));
  return rows.map(({ session }) => session);
}

/**
 * @param audit written only if the session ends
 * @returns whether the session belonged to the member and had not ended
 */
export async function revokeSession(
  db: Database,
  staffId: number,
  id: string,
  nowMs: number,
  audit: readonly Statement[] = [],
): Promise<boolean> {
  const [revoked] = await db.batch([
    db
      .update(staffSessions)
      .set({ revoked_at_ms: nowMs })
      .where(
        and(
          eq(staffSessions.id, id),
          eq(staffSessions.staff_id, staffId),
          isNull(staffSessions.revoked_at_ms),
        ),
      )
      .returning({ id: staffSessions.id }),
    ...audit,
  ]);
  return revoked.length === 1;
}

/**
 * Ends the member's other sessions. Must run directly after another statement, and does nothing
 * unless that statement changed something.
 */
export const otherSessionsRevocation = (
  db: Database,
  staffId: number,
  keptId: string,
  nowMs: number,
): Statement =>
  db
    .update(staffSessions)
    .set({ revoked_at_ms: nowMs })
    .where(
      and(
        eq(staffSessions.staff_id, staffId),
        ne(staffSessions.id, keptId),
        isNull(staffSessions.revoked_at_ms),
        AFTER_CHANGE,
      ),
    );

/**
 * Ends all sessions that the member has begun so far: logout-all (spec 5).
 * @param audit the audit entry
 */
export async function revokeSessionsUpTo(
  db: Database,
  staffId: number,
  nowMs: number,
  audit: Statement,
): Promise<void> {
  await runTogether(db, [
    db.update(staff).set(endOfSessions(nowMs)).where(eq(staff.id, staffId)),
    audit,
  ]);
}

/**
 * The values for the row of `staff` that end every existing session, including sessions whose
 * recorded start is `nowMs` or later.
 */
export const endOfSessions = (nowMs: number) => ({
  sessions_revoked_at_ms: sql`MAX(${nowMs}, ${staff.sessions_revoked_at_ms},
    COALESCE((SELECT MAX(created_at_ms) FROM staff_sessions WHERE staff_id = ${staff.id}), 0))`,
});

/** Deletes sessions that expired before `untilMs`. Cron calls this. */
export async function deleteSessionsBefore(db: Database, untilMs: number): Promise<void> {
  await deleteInSlices(db, staffSessions, lt(staffSessions.expires_at_ms, untilMs));
}
