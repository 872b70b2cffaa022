// Converts a row of account_sessions to a Session, for every store that joins the table.
import type { Database } from '../../../db/client.ts';
import type { accountSessions } from '../../../db/schema/index.ts';
import { toAccount, type Account, type AccountRow } from '../../accounts/account.ts';
import type { Session } from './session.ts';

type Row = typeof accountSessions.$inferSelect;

export interface FoundSession {
  account: Account;
  session: Session;
  secretHash: string;
}

/**
 * Reads, in one query, a session that has not expired, with its account and whatever else the
 * caller selects.
 */
export type FindSession<Found extends FoundSession> = (
  db: Database,
  id: string,
  nowMs: number,
) => Promise<Found | undefined>;

export const toFound = (
  { account, session }: { account: AccountRow; session: Row },
  nowMs: number,
): FoundSession => ({
  account: toAccount(account, nowMs),
  session: toSession(session),
  secretHash: session.secret_hash,
});

export function toSession(row: Row): Session {
  return {
    id: row.id,
    authenticatedAtMs: row.authenticated_at_ms,
    amr: JSON.parse(row.amr) as string[],
    ...(row.face_shown_at_ms !== null && { faceShownAtMs: row.face_shown_at_ms }),
    createdAtMs: row.created_at_ms,
    lastSeenAtMs: row.last_seen_at_ms,
    expiresAtMs: row.expires_at_ms,
    device: row.device,
    ...(row.place !== null && { place: row.place }),
    ...(row.ip !== null && { ip: row.ip }),
    ...(row.trusted_device_id !== null && { trustedDeviceId: row.trusted_device_id }),
  };
}
