// Whether a customer is active, suspended by operators or ended. Word for word as in the index, or SQLite would not use it.
import { sql } from 'drizzle-orm';

/** Of a row of `tenants`. */
export const TENANT_STATE = sql<
  'active' | 'suspended' | 'ended'
>`(CASE WHEN ended_at_ms IS NOT NULL THEN 'ended' WHEN suspended_at_ms IS NOT NULL THEN 'suspended' ELSE 'active' END)`;
