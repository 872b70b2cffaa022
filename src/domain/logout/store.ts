// SQL of back-channel logout: which sites got tokens of a session and have an address for its logout token.
import { and, eq, gt, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { accounts, grants, oauthClients } from '../../db/schema/index.ts';
import type { LogoutNotice } from './notice.ts';

export type EndedSessions = { sessionId: string } | { accountId: number; except?: string };

/** Grants that were revoked count too: the site may keep its own session longer than our tokens. */
export async function listReceivers(
  db: Database,
  ended: EndedSessions,
  nowMs: number,
): Promise<LogoutNotice[]> {
  const isEnded =
    'sessionId' in ended
      ? eq(grants.session_id, ended.sessionId)
      : and(
          eq(grants.account_id, ended.accountId),
          ended.except === undefined ? undefined : ne(grants.session_id, ended.except),
        );
  return db
    .selectDistinct({
      clientId: grants.client_id,
      subject: accounts.subject,
      sessionId: grants.session_id,
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
      ),
    );
}
