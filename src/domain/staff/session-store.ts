// SQL of staff sessions.
import { and, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { staff, staffSessions } from '../../db/schema/index.ts';
import type { StaffRow } from './store.ts';

export type SessionRow = typeof staffSessions.$inferSelect;

interface NewSession {
  id: string;
  staffId: number;
  method: SessionRow['method'];
  device: string;
  ip: string;
  expiresAtMs: number;
  /** When given, the member's password must not be a newer one. */
  passwordChangedAtMs: number | null | undefined;
}

/** Alive: not ended, not late, and younger than the moment its owner ended all. */
const alive = (nowMs: number) =>
  and(
    isNull(staffSessions.revoked_at_ms),
    gt(staffSessions.expires_at_ms, nowMs),
    gt(staffSessions.created_at_ms, staff.sessions_revoked_at_ms),
    isNull(staff.deactivated_at_ms),
  );

/** @returns false when the member is removed, deactivated or has a newer password: then nothing was written */
export async function insertSession(
  db: Database,
  { id, staffId, method, device, ip, expiresAtMs, passwordChangedAtMs }: NewSession,
  nowMs: number,
): Promise<boolean> {
  // A sign-in in the very millisecond of a logout-all comes after it.
  const result = await db.run(sql`
    INSERT INTO staff_sessions
      (id, staff_id, rotated_at_ms, method, device, ip, created_at_ms, expires_at_ms)
    SELECT ${id}, id, ${nowMs}, ${method}, ${device}, ${ip},
      MAX(${nowMs}, sessions_revoked_at_ms + 1), ${expiresAtMs}
    FROM staff WHERE id = ${staffId} AND deactivated_at_ms IS NULL
      AND (${passwordChangedAtMs === undefined} OR password_changed_at_ms IS ${passwordChangedAtMs ?? null})`);
  return result.meta.changes === 1;
}

/** @returns the live session and its owner: one read */
export async function findLiveSession(
  db: Database,
  id: string,
  nowMs: number,
): Promise<{ session: SessionRow; owner: StaffRow } | undefined> {
  const [row] = await db
    .select({ session: staffSessions, owner: staff })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staff_id))
    .where(and(eq(staffSessions.id, id), alive(nowMs)));
  return row;
}

/** One refresh moves a session on; of many at once, one. */
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
): Promise<SessionRow[]> {
  const rows = await db
    .select({ session: staffSessions })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staff_id))
    .where(and(eq(staffSessions.staff_id, staffId), alive(nowMs)))
    .orderBy(desc(staffSessions.created_at_ms));
  return rows.map(({ session }) => session);
}

/** @returns whether there was a live one of that owner */
export async function revokeSession(
  db: Database,
  staffId: number,
  id: string,
  nowMs: number,
): Promise<boolean> {
  const revoked = await db
    .update(staffSessions)
    .set({ revoked_at_ms: nowMs })
    .where(
      and(
        eq(staffSessions.id, id),
        eq(staffSessions.staff_id, staffId),
        isNull(staffSessions.revoked_at_ms),
      ),
    )
    .returning({ id: staffSessions.id });
  return revoked.length === 1;
}

export async function revokeOtherSessions(
  db: Database,
  staffId: number,
  keptId: string,
  nowMs: number,
): Promise<void> {
  await db
    .update(staffSessions)
    .set({ revoked_at_ms: nowMs })
    .where(
      and(
        eq(staffSessions.staff_id, staffId),
        ne(staffSessions.id, keptId),
        isNull(staffSessions.revoked_at_ms),
      ),
    );
}

/** Logout-all (spec 5): the timestamp never moves back. */
export async function revokeSessionsUpTo(
  db: Database,
  staffId: number,
  nowMs: number,
): Promise<void> {
  await db
    .update(staff)
    .set({
      sessions_revoked_at_ms: sql`MAX(${nowMs}, ${staff.sessions_revoked_at_ms},
        COALESCE((SELECT MAX(created_at_ms) FROM staff_sessions WHERE staff_id = ${staff.id}), 0))`,
    })
    .where(eq(staff.id, staffId));
}

/** Forgets sessions that ended long ago. By cron. */
export async function deleteSessionsBefore(db: Database, untilMs: number): Promise<void> {
  await db.delete(staffSessions).where(lt(staffSessions.expires_at_ms, untilMs));
}
