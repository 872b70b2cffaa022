// Conditions on rows of `staff`: who must sign in with the identity provider of the customer or of
// the operator, and who is exempt (D-159, D-162).
import { sql } from 'drizzle-orm';

/**
 * Whether the member must use single sign-on. A customer can require it for addresses in its
 * domains, including lapsed domains, so that a lapse does not let anybody sign in without the
 * provider. Operators can require it for all operators.
 */
export const IS_ENFORCED = sql`((staff.audience = 'admin' AND EXISTS (SELECT 1 FROM operator_sso WHERE operator_sso.enforce = 1)) OR EXISTS (
  SELECT 1 FROM tenant_sso INNER JOIN sso_domains ON sso_domains.tenant_id = tenant_sso.tenant_id
  WHERE tenant_sso.tenant_id = staff.tenant_id AND tenant_sso.enforce = 1 AND sso_domains.state <> 'pending'
    AND sso_domains.domain = substr(staff.email_normalized, instr(staff.email_normalized, '@') + 1)))`;

/**
 * Whether the member is the break-glass member, who may sign in without the provider when it fails.
 */
export const IS_BREAK_GLASS = sql`((staff.role = 'owner' AND EXISTS (
  SELECT 1 FROM tenant_sso WHERE tenant_sso.tenant_id = staff.tenant_id AND tenant_sso.break_glass_id = staff.id))
  OR (staff.audience = 'admin' AND staff.role = 'superadmin' AND EXISTS (
  SELECT 1 FROM operator_sso WHERE operator_sso.break_glass_id = staff.id)))`;

/**
 * Whether the member is the break-glass member while single sign-on is required. Without this
 * member, nobody could sign in when the provider fails.
 */
export const IS_BREAK_GLASS_WHILE_ENFORCED = sql`(EXISTS (
  SELECT 1 FROM tenant_sso WHERE tenant_sso.break_glass_id = staff.id AND tenant_sso.enforce = 1) OR EXISTS (
  SELECT 1 FROM operator_sso WHERE operator_sso.break_glass_id = staff.id AND operator_sso.enforce = 1))`;
