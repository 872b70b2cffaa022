// SQL for one account as operators see it: its sessions, connections and history, page by page.
import { and, count, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import {
  accounts,
  accountSessions,
  connections,
  loginAttempts,
  notifications,
  oauthClients,
  passkeys,
} from '../../../db/schema/index.ts';
import type { AccountRow } from '../../accounts/account.ts';
import type { AccountCounts, LoginRow } from './belongings.ts';

interface PageSlice {
  offset: number;
  limit: number;
}

const RECENT_LOGINS = 5;

export const selectLogins = (db: Database, accountId: number, { offset, limit }: PageSlice) =>
  db
    .select()
    .from(loginAttempts)
    .where(eq(loginAttempts.account_id, accountId))
    .orderBy(desc(loginAttempts.at_ms), desc(loginAttempts.id))
    .limit(limit)
    .offset(offset);

export const selectNotifications = (
  db: Database,
  accountId: number,
  { offset, limit }: PageSlice,
) =>
  db
    .select()
    .from(notifications)
    .where(eq(notifications.account_id, accountId))
    .orderBy(desc(notifications.created_at_ms), desc(notifications.id))
    .limit(limit)
    .offset(offset);

/** Selects one page of an account's connections. Client names are looked up only for its rows. */
export const selectConnections = (db: Database, accountId: number, { offset, limit }: PageSlice) =>
  db
    .select({
      client_id: connections.client_id,
      client_name: oauthClients.name,
      scope: connections.scope,
      connected_at_ms: connections.connected_at_ms,
      last_shared_at_ms: connections.last_shared_at_ms,
    })
    .from(connections)
    .innerJoin(oauthClients, eq(oauthClients.id, connections.client_id))
    .where(
      sql`${connections}.rowid IN (SELECT rowid FROM ${connections} WHERE account_id = ${accountId}
        ORDER BY last_shared_at_ms DESC LIMIT ${limit} OFFSET ${offset})`,
    )
    .orderBy(desc(connections.last_shared_at_ms));

export const selectPasskeys = (db: Database, accountId: number) =>
  db.select().from(passkeys).where(eq(passkeys.account_id, accountId)).orderBy(passkeys.id);

export const selectSessions = (db: Database, accountId: number, nowMs: number) =>
  db
    .select()
    .from(accountSessions)
    .where(and(eq(accountSessions.account_id, accountId), gt(accountSessions.expires_at_ms, nowMs)))
    .orderBy(desc(accountSessions.last_seen_at_ms));

const countLogins = (db: Database, id: number) =>
  db.select({ total: count() }).from(loginAttempts).where(eq(loginAttempts.account_id, id));

const countNotifications = (db: Database, id: number) =>
  db.select({ total: count() }).from(notifications).where(eq(notifications.account_id, id));

const countConnections = (db: Database, id: number) =>
  db.select({ total: count() }).from(connections).where(eq(connections.account_id, id));

/**
 * Reads an account with its counts and latest logins, in one transaction.
 * @returns undefined when there is no such account
 */
export async function readOverview(
  db: Database,
  id: number,
  nowMs: number,
): Promise<{ row: AccountRow; counts: AccountCounts; logins: LoginRow[] } | undefined> {
  const [[row], logins, [loginCount], [noteCount], [siteCount], keys, sessions] = await db.batch([
    db.select().from(accounts).where(eq(accounts.id, id)),
    selectLogins(db, id, { offset: 0, limit: RECENT_LOGINS }),
    countLogins(db, id),
    countNotifications(db, id),
    countConnections(db, id),
    selectPasskeys(db, id),
    selectSessions(db, id, nowMs),
  ]);
  if (row === undefined) return undefined;
  const counts = {
    sessions: sessions.length,
    passkeys: keys.length,
    connections: siteCount?.total ?? 0,
    notifications: noteCount?.total ?? 0,
    logins: loginCount?.total ?? 0,
  };
  return { row, counts, logins };
}

export async function pageOfLogins(db: Database, id: number, page: PageSlice) {
  const [rows, [counted]] = await db.batch([selectLogins(db, id, page), countLogins(db, id)]);
  return { rows, total: counted?.total ?? 0 };
}

export async function pageOfNotifications(db: Database, id: number, page: PageSlice) {
  const [rows, [counted]] = await db.batch([
    selectNotifications(db, id, page),
    countNotifications(db, id),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export async function pageOfConnections(db: Database, id: number, page: PageSlice) {
  const [rows, [counted]] = await db.batch([
    selectConnections(db, id, page),
    countConnections(db, id),
  ]);
  return { rows, total: counted?.total ?? 0 };
}
