// SQL of signed-in browsers.
import { and, desc, eq, gt, lte, ne, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../db/client.ts';
import { accounts, accountSessions } from '../../db/schema/index.ts';
import { toAccount, type Account } from '../accounts/account.ts';
import type { Session } from './sign-in.ts';

type SessionRow = typeof accountSessions.$inferSelect;

/** @returns the session with its account unless it has expired: one read */
export async function findSession(
  db: Database,
  id: string,
  nowMs: number,
): Promise<{ account: Account; session: Session; secretHash: string } | undefined> {
  const [row] = await db
    .select({ account: accounts, session: accountSessions })
    .from(accountSessions)
    .innerJoin(accounts, eq(accounts.id, accountSessions.account_id))
    .where(and(eq(accountSessions.id, id), gt(accountSessions.expires_at_ms, nowMs)));
  if (row === undefined) return undefined;
  return {
    account: toAccount(row.account, nowMs),
    session: toSession(row.session),
    secretHash: row.session.secret_hash,
  };
}

/** @returns false when the account is suspended or removed: suspending and signing in may race */
export async function insertSession(
  db: Database,
  accountId: number,
  session: Session,
  secretHash: string,
): Promise<boolean> {
  const { meta } = await db.run(sql`
    INSERT INTO account_sessions (id, account_id, secret_hash, created_at_ms, authenticated_at_ms, amr,
      last_seen_at_ms, expires_at_ms, device, place, ip)
    SELECT ${session.id}, id, ${secretHash}, ${session.createdAtMs}, ${session.authenticatedAtMs},
      ${JSON.stringify(session.amr)}, ${session.lastSeenAtMs}, ${session.expiresAtMs},
      ${session.device}, ${session.place ?? null}, ${session.ip ?? null}
    FROM accounts WHERE id = ${accountId} AND status <> 'suspended'`);
  return meta.changes > 0;
}

/** Gives a session a new secret after its owner proved who they are once more. @returns false when it has ended */
export async function renewSession(
  db: Database,
  session: Session,
  secretHash: string,
): Promise<boolean> {
  const { meta } = await db
    .update(accountSessions)
    .set({
      secret_hash: secretHash,
      authenticated_at_ms: session.authenticatedAtMs,
      amr: JSON.stringify(session.amr),
      last_seen_at_ms: session.lastSeenAtMs,
      expires_at_ms: session.expiresAtMs,
      device: session.device,
      place: session.place ?? null,
      ip: session.ip ?? null,
    })
    .where(eq(accountSessions.id, session.id));
  return meta.changes > 0;
}

export async function touchSession(db: Database, id: string, nowMs: number): Promise<void> {
  await db
    .update(accountSessions)
    .set({ last_seen_at_ms: nowMs })
    .where(eq(accountSessions.id, id));
}

/** @returns the account's live sessions, the one seen last first */
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

export async function deleteSession(db: Database, id: string): Promise<void> {
  await db.delete(accountSessions).where(eq(accountSessions.id, id));
}

export async function isSessionOf(db: Database, accountId: number, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: accountSessions.id })
    .from(accountSessions)
    .where(and(eq(accountSessions.id, id), eq(accountSessions.account_id, accountId)));
  return rows.length > 0;
}

/** @param except a session that stays */
export async function deleteSessionsOf(
  db: Database,
  accountId: number,
  except?: string,
): Promise<void> {
  await db
    .delete(accountSessions)
    .where(
      and(
        eq(accountSessions.account_id, accountId),
        except === undefined ? undefined : ne(accountSessions.id, except),
      ),
    );
}

/** Of all sessions of an account. */
export const sessionsRemoval = (db: Database, accountId: number): Statement =>
  db.delete(accountSessions).where(eq(accountSessions.account_id, accountId));

export async function deleteExpiredSessions(db: Database, nowMs: number): Promise<void> {
  await db.delete(accountSessions).where(lte(accountSessions.expires_at_ms, nowMs));
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    authenticatedAtMs: row.authenticated_at_ms,
    amr: JSON.parse(row.amr) as string[],
    createdAtMs: row.created_at_ms,
    lastSeenAtMs: row.last_seen_at_ms,
    expiresAtMs: row.expires_at_ms,
    device: row.device,
    ...(row.place !== null && { place: row.place }),
    ...(row.ip !== null && { ip: row.ip }),
  };
}
