// An invitation to join a customer's staff, and its row. Pure.

/** An offer to join a customer's staff, without the secret of its link. */
export interface Invitation {
  /** The invitation's id, `inv_…`. */
  id: string;
  tenantId: string;
  email: string;
  emailNormalized: string;
  role: string;
  /** The invited person's name, as entered by the sender. */
  name?: string;
  createdAtMs: number;
  expiresAtMs: number;
}

/**
 * Converts an invitation to its row.
 * @param invitedBy null for an operator or the customer's directory
 */
export const toInvitationRow = (
  invitation: Invitation,
  { tokenHash, invitedBy }: { tokenHash: string; invitedBy: number | null },
) => ({
  id: invitation.id,
  tenant_id: invitation.tenantId,
  email: invitation.email,
  email_normalized: invitation.emailNormalized,
  role: invitation.role,
  name: invitation.name ?? null,
  token_hash: tokenHash,
  invited_by: invitedBy,
  created_at_ms: invitation.createdAtMs,
  expires_at_ms: invitation.expiresAtMs,
});
