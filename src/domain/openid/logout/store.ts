// SQL for logout: the sites that received tokens in a session and registered a URL for logout
// tokens or for a frame.
import { and, desc, eq, gt, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Condition, Database, Statement } from '../../../db/client.ts';
import { deleteAtOnce } from '../../../db/delete-in-slices.ts';
import { accounts, grants, logoutNotices, oauthClients } from '../../../db/schema/index.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import type { LogoutNotice } from './notice.ts';

/**
 * How long after an attempt a notice is overdue: longer than any pause between two attempts in
 * deliver.ts, so an overdue notice's message must have been lost.
 */
const OVERDUE_MS = 30 * MINUTE_MS;

/** A notice that has a row. */
type NamedNotice = LogoutNotice & { cause: string };

export type LoggedOut = { sessionId: string } | { accountId: number; except?: string };

/**
 * Inserts one notice for each site and session. Revoked grants are included: the site may keep its
 * own session longer than our tokens.
 * @param cause shared by the notices of one sign-out
 * @param when the condition under which the notices are inserted
 */
export function insertNotices(
  db: Database,
  cause: string,
  ended: LoggedOut,
  { nowMs, when }: { nowMs: number; when?: Condition | undefined },
): Statement {
  const isEnded =
    'sessionId' in ended
      ? eq(grants.session_id, ended.sessionId)
      : and(
          eq(grants.account_id, ended.accountId),
          ended.except === undefined ? undefined : ne(grants.session_id, ended.except),
        );
  const receivers = db
    .selectDistinct({
      cause: sql`${cause}`.as('cause'),
      client_id: grants.client_id,
      subject: accounts.subject,
      session_id: grants.session_id,
      created_at_ms: sql`${nowMs}`.as('created_at_ms'),
      overdue_at_ms: sql`${nowMs + OVERDUE_MS}`.as('overdue_at_ms'),
    })
    .from(grants)
    .innerJoin(accounts, eq(accounts.id, grants.account_id))
    .innerJoin(oauthClients, eq(oauthClients.id, grants.client_id))
    .where(
      and(
        isEnded,
        gt(grants.expires_at_ms, nowMs),
        isNotNull(oauthClients.backchannel_logout_uri),
        isNull(oauthClients.deleted_at_ms),
        when,
      ),
    );
  return db.insert(logoutNotices).select(receivers as never);
}

const COLUMNS = {
  cause: logoutNotices.cause,
  clientId: logoutNotices.client_id,
  subject: logoutNotices.subject,
  sessionId: logoutNotices.session_id,
};

export const listNotices = (db: Database, cause: string): Promise<LogoutNotice[]> =>
  db.select(COLUMNS).from(logoutNotices).where(eq(logoutNotices.cause, cause));

/**
 * Claims notices whose message was lost, most overdue first: no other sweep claims them until they
 * are overdue again.
 */
export const claimOverdue = (
  db: Database,
  nowMs: number,
  limit: number,
): Promise<LogoutNotice[]> => {
  const overdue = sql`(SELECT rowid FROM ${logoutNotices} WHERE ${lte(logoutNotices.overdue_at_ms, nowMs)}
    ORDER BY ${logoutNotices.overdue_at_ms} LIMIT ${limit})`;
  return db
    .update(logoutNotices)
    .set({ overdue_at_ms: nowMs + OVERDUE_MS })
    .where(sql`rowid IN ${overdue}`)
    .returning(COLUMNS);
};

/**
 * Claims a notice for one attempt.
 * @returns whether the notice is still waiting; if so, its overdue time is moved past its next
 *   attempt
 */
export async function claimNotice(
  db: Database,
  notice: NamedNotice,
  nowMs: number,
): Promise<boolean> {
  const { meta } = await db
    .update(logoutNotices)
    .set({ overdue_at_ms: nowMs + OVERDUE_MS })
    .where(isNotice(notice));
  return meta.changes > 0;
}

export async function deleteNotice(
  db: Database,
  { cause, ...notice }: LogoutNotice,
): Promise<void> {
  if (cause !== undefined) await db.delete(logoutNotices).where(isNotice({ cause, ...notice }));
}

const isNotice = ({ cause, clientId, sessionId }: NamedNotice) =>
  and(
    eq(logoutNotices.cause, cause),
    eq(logoutNotices.client_id, clientId),
    eq(logoutNotices.session_id, sessionId),
  );

export async function deleteNoticesBefore(db: Database, untilMs: number): Promise<void> {
  await deleteAtOnce(db, logoutNotices, lte(logoutNotices.created_at_ms, untilMs));
}

/**
 * The frame URLs of the sites that received tokens in a session, with the site of the newest grant
 * first. Revoked grants are included, as in insertNotices.
 */
export async function listFrameUris(
  db: Database,
  sessionId: string,
  { nowMs, most }: { nowMs: number; most: number },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ uri: oauthClients.frontchannel_logout_uri })
    .from(grants)
    .innerJoin(oauthClients, eq(oauthClients.id, grants.client_id))
    .where(
      and(
        eq(grants.session_id, sessionId),
        gt(grants.expires_at_ms, nowMs),
        isNotNull(oauthClients.frontchannel_logout_uri),
        isNull(oauthClients.deleted_at_ms),
      ),
    )
    .orderBy(desc(grants.created_at_ms))
    .limit(most);
  return rows.flatMap(({ uri }) => uri ?? []);
}

export interface AgeReceiver extends LogoutNotice {
  accountId: number;
  /**
   * JSON arrays of thresholds, or null for all: `agreed` by the person, `wanted` by the client.
   */
  agreed: string | null;
  wanted: string | null;
}

/**
 * Selects the sites that registered a URL for logout tokens and have a grant to read the age of one
 * of these accounts. Revoked grants are included, as in insertNotices.
 */
export const selectAgeReceivers = (db: Database, accountIds: readonly number[], nowMs: number) =>
  db
    .selectDistinct({
      accountId: grants.account_id,
      clientId: grants.client_id,
      subject: accounts.subject,
      sessionId: grants.session_id,
      agreed: grants.age_thresholds,
      wanted: oauthClients.age_thresholds,
    })
    .from(grants)
    .innerJoin(accounts, eq(accounts.id, grants.account_id))
    .innerJoin(oauthClients, eq(oauthClients.id, grants.client_id))
    .where(
      and(
        sql`${grants.account_id} IN (SELECT value FROM json_each(${JSON.stringify(accountIds)}))`,
        sql`(' ' || ${grants.scope} || ' ') LIKE '% age_verification %'`,
        gt(grants.expires_at_ms, nowMs),
        isNotNull(oauthClients.backchannel_logout_uri),
        isNull(oauthClients.deleted_at_ms),
      ),
    );
