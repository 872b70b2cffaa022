// Of rows of `staff`: who signs in with the group's identity provider only, and who may do without (D-159, D-162).
import { sql } from 'drizzle-orm';

/**
 * Of a customer that demands it, where the address is of one of its domains; a lapsed one counts, so that nobody gets in by its lapse.
 * Operators who demand it demand it of all.
 */
export const IS_ENFORCED = sql`((staff.audience = 'admin' AND EXISTS (SELECT 1 FROM operator_sso WHERE operator_sso.enforce = 1)) OR EXISTS (
  SELECT 1 FROM tenant_sso INNER JOIN sso_domains ON sso_domains.tenant_id = tenant_sso.tenant_id
  WHERE tenant_sso.tenant_id = staff.tenant_id AND tenant_sso.enforce = 1 AND sso_domains.state <> 'pending'
    AND sso_domains.domain = substr(staff.email_normalized, instr(staff.email_normalized, '@') + 1)))`;

/** Whether this is the break-glass owner, for the day on which the provider fails. */
export const IS_BREAK_GLASS = sql`((staff.role = 'owner' AND EXISTS (
  SELECT 1 FROM tenant_sso WHERE tenant_sso.tenant_id = staff.tenant_id AND tenant_sso.break_glass_id = staff.id))
  OR (staff.audience = 'admin' AND staff.role = 'superadmin' AND EXISTS (
  SELECT 1 FROM operator_sso WHERE operator_sso.break_glass_id = staff.id)))`;

/** Without that person nobody could open the door while the provider fails. */
export const IS_NEEDED_AT_DOOR = sql`(EXISTS (
  SELECT 1 FROM tenant_sso WHERE tenant_sso.break_glass_id = staff.id AND tenant_sso.enforce = 1) OR EXISTS (
  SELECT 1 FROM operator_sso WHERE operator_sso.break_glass_id = staff.id AND operator_sso.enforce = 1))`;
