// Invitations to a customer's staff end with their sender's right to invite: whoever is sent away must not come back by one.
import { and, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Database, Statement } from './client.ts';
import { staffInvitations } from './schema/index.ts';

/** @param senders a query of ids of rows of `staff` */
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
