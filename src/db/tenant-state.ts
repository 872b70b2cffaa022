// Whether a customer is active, suspended by operators or deleted. Must be written exactly as in
// the index, or SQLite would not use it.
import { sql } from 'drizzle-orm';

/** A condition on a row of `tenants`. */
export const TENANT_STATE = sql<
  'active' | 'suspended' | 'ended'
>`(CASE WHEN ended_at_ms IS NOT NULL THEN 'ended' WHEN suspended_at_ms IS NOT NULL THEN 'suspended' ELSE 'active' END)`;

/** Guards writes for a deleted customer, whose API key may still be cached. */
export const hasNotEnded = (tenantId: string) =>
  sql`NOT EXISTS (SELECT 1 FROM tenants WHERE id = ${tenantId} AND ended_at_ms IS NOT NULL)`;
