// Conditions on rows of `staff`: who may sign in with their customer's identity provider only, and
// which owner is exempt (D-159).
import { sql } from 'drizzle-orm';

/**
 * Whether the customer requires it and the address is of one of its domains; a lapsed domain
 * counts, so that its lapse admits nobody.
 */
export const IS_ENFORCED = sql`EXISTS (
  SELECT 1 FROM tenant_sso INNER JOIN sso_domains ON sso_domains.tenant_id = tenant_sso.tenant_id
  WHERE tenant_sso.tenant_id = staff.tenant_id AND tenant_sso.enforce = 1 AND sso_domains.state <> 'pending'
    AND sso_domains.domain = substr(staff.email_normalized, instr(staff.email_normalized, '@') + 1))`;

/** Whether this is the break-glass owner, for the day on which the provider fails. */
export const IS_BREAK_GLASS = sql`(staff.role = 'owner' AND EXISTS (
  SELECT 1 FROM tenant_sso WHERE tenant_sso.tenant_id = staff.tenant_id AND tenant_sso.break_glass_id = staff.id))`;

/**
 * Whether this owner must not be removed, because nobody else could sign in while the provider
 * fails.
 */
export const IS_NEEDED_AT_DOOR = sql`EXISTS (
  SELECT 1 FROM tenant_sso WHERE tenant_sso.break_glass_id = staff.id AND tenant_sso.enforce = 1)`;
