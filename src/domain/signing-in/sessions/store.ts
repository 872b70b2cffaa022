// SQL for signed-in browsers.
import { and, desc, eq, gt, lte, ne, sql } from 'drizzle-orm';
import { batchAround, type Condition, type Database, type Statement } from '../../../db/client.ts';
import { deleteInSlices } from '../../../db/delete-in-slices.ts';
import { AFTER_CHANGE, insertWhen } from '../../../db/insert-when.ts';
import { passwordIsStill } from '../../../db/proven-password.ts';
import { accounts, accountSessions } from '../../../db/schema/index.ts';
import type { HeldDevice } from '../../accounts/trusted-devices/device.ts';
import { toFound, toSession, type FindSession, type FoundSession } from './session-row.ts';
import type { Session } from './session.ts';

/**
 * Finds a session with one read.
 * @returns the session with its account; undefined if it has expired
 */
export const findSession: FindSession<FoundSession> = async (db, id, nowMs) => {
  const [row] = await db
    .select({ account: accounts, session: accountSessions })
    .from(accountSessions)
    .innerJoin(accounts, eq(accounts.id, accountSessions.account_id))
    .where(and(eq(accountSessions.id, id), gt(accountSessions.expires_at_ms, nowMs)));
  return row && toFound(row, nowMs);
};

interface WrittenSession {
  accountId: number;
  /** The content of the browser's trusted-device cookie. */
  device: HeldDevice | undefined;
  session: Session;
  secretHash: string;
  /**
   * Whether the session already exists and only receives a new secret because its owner
   * authenticated again.
   */
  isContinued: boolean;
  /**
   * When the verified password was set. If given, a session is written only if the password has not
   * changed since then.
   */
  passwordChangedAtMs: number | null | undefined;
}

/**
 * Writes a session.
 * @param also.uses a statement that runs first; the session is written only if it changed a row
 * @param also.behind statements that run directly after the session is written, each only if the
 *   previous statement changed something
 * @param also.apart statements that run in the same transaction whether or not the session is
 *   written
 * @returns false when the account is suspended or removed (suspending and signing in may race),
 *   when its password has been changed since `passwordChangedAtMs`, when the session to be
 *   continued has ended, or when `also.uses` changed nothing
 */
export async function writeSession(
  db: Database,
  { accountId, device, session, secretHash, isContinued, passwordChangedAtMs }: WrittenSession,
  { uses, behind, apart }: AlsoWritten,
): Promise<boolean> {
  const { id, createdAtMs } = session;
  const proven = toProvenColumns(session, secretHash);
  const row = { id, account_id: accountId, created_at_ms: createdAtMs, ...proven };
  const trusted = { trusted_device_id: trustedDevice(accountId, device) };
  const isUsed = uses === undefined ? sql`1` : AFTER_CHANGE;
  const isProven = passwordIsStill(passwordChangedAtMs);
  const isUsable = sql`${isUsed} AND EXISTS (SELECT 1 FROM accounts
    WHERE id = ${accountId} AND status <> 'suspended' AND ${isProven})`;
  const written = { id: accountSessions.id };
  const write = isContinued
    ? db
        .update(accountSessions)
        .set({ ...proven, ...trusted })
        .where(and(eq(accountSessions.id, id), isUsable))
        .returning(written)
    : insertWhen(db, accountSessions, row, isUsable, trusted).returning(written);
  const before = uses === undefined ? [] : [uses];
  const found = await batchAround(db, before, write, [...behind, ...apart]);
  return found.length > 0;
}

/**
 * Returns a subquery for the statement that writes the session: it finds the browser's device, if
 * the account trusts it.
 */
const trustedDevice = (accountId: number, device: HeldDevice | undefined) =>
  sql<string>`(SELECT id FROM trusted_devices WHERE id = ${device?.id ?? null}
    AND secret_hash = ${device?.secretHash ?? null} AND account_id = ${accountId})`;

interface AlsoWritten {
  uses: Statement | undefined;
  behind: readonly Statement[];
  apart: readonly Statement[];
}

/** The columns that every authentication updates. */
const toProvenColumns = (session: Session, secretHash: string) => ({
  secret_hash: secretHash,
  authenticated_at_ms: session.authenticatedAtMs,
  amr: JSON.stringify(session.amr),
  last_seen_at_ms: session.lastSeenAtMs,
  expires_at_ms: session.expiresAtMs,
  device: session.device,
  place: session.place ?? null,
  ip: session.ip ?? null,
});

export async function touchSession(db: Database, id: string, nowMs: number): Promise<void> {
  await db
    .update(accountSessions)
    .set({ last_seen_at_ms: nowMs })
    .where(eq(accountSessions.id, id));
}

/**
 * Records that the owner has shown the account's face.
 * @param behind statements that run directly afterwards, each only if the previous statement
 *   changed something
 */
export async function noteFaceShown(
  db: Database,
  { accountId, id, nowMs }: { accountId: number; id: string; nowMs: number },
  behind: readonly Statement[],
): Promise<boolean> {
  const [noted] = await db.batch([
    db
      .update(accountSessions)
      .set({ face_shown_at_ms: nowMs })
      .where(and(eq(accountSessions.id, id), eq(accountSessions.account_id, accountId)))
      .returning({ id: accountSessions.id }),
    ...behind,
  ]);
  return noted.length > 0;
}

/** @returns the account's live sessions, most recently used first */
export async function listSessionsOf(
  db: Database,
  accountId: number,
  nowMs: number,
): Promise<Session[]> {
  const rows = await db
    .select()
    .from(accountSessions)
    .where(and(eq(accountSessions.account_id, accountId), gt(accountSessions.expires_at_ms, nowMs)))
    .orderBy(desc(accountSessions.last_seen_at_ms));
  return rows.map(toSession);
}

/** One session, or all sessions of an account except one. */
export type EndedSessions = { sessionId: string } | { accountId: number; except?: string };

/** @param when a condition; no session ends unless it holds */
export function sessionsRemoval(db: Database, ended: EndedSessions, when?: Condition): Statement {
  const { account_id: owner, id } = accountSessions;
  const others = 'accountId' in ended && ended.except !== undefined && ne(id, ended.except);
  const isEnded =
    'sessionId' in ended
      ? eq(id, ended.sessionId)
      : and(eq(owner, ended.accountId), others || undefined);
  return db.delete(accountSessions).where(and(isEnded, when));
}

/** The condition for writes that require a live session. */
export const sessionLives = (accountId: number, id: string): Condition =>
  sql`EXISTS (SELECT 1 FROM account_sessions WHERE id = ${id} AND account_id = ${accountId})`;

export async function isSessionOf(db: Database, accountId: number, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: accountSessions.id })
    .from(accountSessions)
    .where(and(eq(accountSessions.id, id), eq(accountSessions.account_id, accountId)));
  return rows.length > 0;
}

export async function deleteExpiredSessions(db: Database, nowMs: number): Promise<void> {
  await deleteInSlices(db, accountSessions, lte(accountSessions.expires_at_ms, nowMs));
}
