// Ends pending invitations to a customer's staff: those sent by members who have lost permission to
// invite, so that a removed member cannot return through one, and those sent to members who have
// been suspended or removed.
import { and, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Database, Statement } from './client.ts';
import { staffInvitations } from './schema/index.ts';

/**
 * Ends the pending invitations that the given members sent.
 * @param senders a query for the ids of rows in `staff`
 */
export const endInvitationsOf = (db: Database, senders: SQL, nowMs: number): Statement =>
  db
    .update(staffInvitations)
    .set({ revoked_at_ms: nowMs })
    .where(
      and(
        inArray(staffInvitations.invited_by, senders),
        isNull(staffInvitations.accepted_at_ms),
        isNull(staffInvitations.revoked_at_ms),
      ),
    );

/**
 * Ends the pending invitations that were sent to the given addresses, so that a suspended or
 * removed member cannot accept one.
 * @param whom a query for (customer id, normalised address) pairs
 */
export const endInvitationsTo = (db: Database, whom: SQL, nowMs: number): Statement =>
  db
    .update(staffInvitations)
    .set({ revoked_at_ms: nowMs })
    .where(
      and(
        sql`(${staffInvitations.tenant_id}, ${staffInvitations.email_normalized}) IN ${whom}`,
        isNull(staffInvitations.accepted_at_ms),
        isNull(staffInvitations.revoked_at_ms),
      ),
    );
