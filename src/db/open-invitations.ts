// Conditions that select the invitations to a customer's staff that can still be accepted.
import { and, eq, gt, isNull } from 'drizzle-orm';
import { staffInvitations } from './schema/index.ts';

export const isOpenInvitation = (nowMs: number) =>
  and(
    isNull(staffInvitations.accepted_at_ms),
    isNull(staffInvitations.revoked_at_ms),
    gt(staffInvitations.expires_at_ms, nowMs),
  );

/** A condition that selects a customer's open invitations to one address. */
export const openInvitationsTo = (tenantId: string, emailNormalized: string, nowMs: number) =>
  and(
    eq(staffInvitations.tenant_id, tenantId),
    eq(staffInvitations.email_normalized, emailNormalized),
    isOpenInvitation(nowMs),
  );
