// Invites a customer's first owner without email, by printing the invitation's link. The invitation
// is the same as one that an operator sends
// (domain/customers/tenant-administration/create-tenant.ts), except that the audit log does not
// contain it, because only the service writes to the log.
import { createHash, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { LIFETIMES } from '../src/config/config.ts';
import { INVITATION_TOKEN } from '../src/crypto/token-prefixes.ts';
import { parseEmailAddress, type EmailAddress } from '../src/domain/terms/email-address.ts';
import { execute, insert, query, quote } from './database.ts';
import { configuredBaseUrl } from './deployed.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGE = '/dashboard/v1/auth/invitation-page';

/** @throws Error when the text is not an email address */
export function readAddress(text: string, option: string): EmailAddress {
  const address = parseEmailAddress(text);
  if (address === undefined) throw new Error(`${option} must be an email address.`);
  return address;
}

/**
 * @returns the link's token, and the SQL that revokes open invitations to the same address and adds
 *   the new one
 */
export function ownerInvitation(
  tenantId: string,
  { written, normalized }: EmailAddress,
  nowMs: number,
): { token: string; statements: string[] } {
  const token = `${INVITATION_TOKEN}${randomBytes(32).toString('base64url')}`;
  const row = {
    id: `inv_${randomBytes(12).toString('base64url')}`,
    tenant_id: tenantId,
    email: written,
    email_normalized: normalized,
    role: 'owner',
    token_hash: createHash('sha256').update(token).digest('hex'),
    invited_by: null,
    created_at_ms: nowMs,
    expires_at_ms: nowMs + LIFETIMES.invitationMs,
  };
  const end = `UPDATE staff_invitations SET revoked_at_ms = ${nowMs}
    WHERE tenant_id = ${quote(tenantId)} AND email_normalized = ${quote(normalized)}
      AND accepted_at_ms IS NULL AND revoked_at_ms IS NULL;`;
  return { token, statements: [end, insert('staff_invitations', row)] };
}

/**
 * @param base the URL of the service; by default, the deployed service's URL if `remote`, otherwise
 *   BASE_URL in wrangler.toml
 * @param page the path of the page that the link opens; by default, the page for accepting an
 *   invitation
 */
export function linkOf(token: string, base?: string, remote = false, page = PAGE): string {
  const configured = base ?? configuredBaseUrl(ROOT, remote) ?? 'http://localhost:8787';
  return `${configured.replace(/\/$/, '')}${page}?token=${token}`;
}

/**
 * Invites the first owner of an existing customer.
 * @throws Error when the customer does not exist or already has members, or when the address
 *   already belongs to a member of a different customer
 */
export function inviteOwner(
  tenantId: string,
  address: EmailAddress,
  { base, remote }: { base?: string | undefined; remote: boolean },
): string {
  const [found] = query<{ members: number; taken: number }>(
    `SELECT (SELECT count(*) FROM staff WHERE tenant_id = tenants.id) AS members,
      (SELECT count(*) FROM staff WHERE audience = 'dashboard'
        AND email_normalized = ${quote(address.normalized)} AND email_verified_at_ms IS NOT NULL) AS taken
      FROM tenants WHERE id = ${quote(tenantId)}`,
    remote,
  );
  if (found === undefined) throw new Error('There is no such customer.');
  if (found.members > 0)
    throw new Error('This customer has members already. Its owners invite further ones.');
  if (found.taken > 0) throw new Error('This address already belongs to a member of a customer.');
  const { token, statements } = ownerInvitation(tenantId, address, Date.now());
  if (!execute(statements.join('\n'), remote)) throw new Error('The invitation was not written.');
  return linkOf(token, base, remote);
}
