// Whether a customer is active, suspended by operators or ended. Word for word as in the index, or SQLite would not use it.
import { sql } from 'drizzle-orm';

/** Of a row of `tenants`. */
export const TENANT_STATE = sql<
  'active' | 'suspended' | 'ended'
>`(CASE WHEN ended_at_ms IS NOT NULL THEN 'ended' WHEN suspended_at_ms IS NOT NULL THEN 'suspended' ELSE 'active' END)`;

/** For what must not be written any more: a key may be remembered for longer than its customer is there. */
export const hasNotEnded = (tenantId: string) =>
  sql`NOT EXISTS (SELECT 1 FROM tenants WHERE id = ${tenantId} AND ended_at_ms IS NOT NULL)`;
