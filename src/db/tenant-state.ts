// SQL for the state of a customer: active, suspended by operators or removed. The index on the
// state must contain exactly the expression below, or SQLite does not use the index.
import { sql } from 'drizzle-orm';

/** An SQL expression for the state of a row of `tenants`. */
export const TENANT_STATE = sql<
  'active' | 'suspended' | 'ended'
>`(CASE WHEN ended_at_ms IS NOT NULL THEN 'ended' WHEN suspended_at_ms IS NOT NULL THEN 'suspended' ELSE 'active' END)`;

/** A condition that prevents writes for a removed customer, whose API key may still be cached. */
export const hasNotEnded = (tenantId: string) =>
  sql`NOT EXISTS (SELECT 1 FROM tenants WHERE id = ${tenantId} AND ended_at_ms IS NOT NULL)`;
