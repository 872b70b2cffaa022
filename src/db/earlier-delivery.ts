import { and, eq, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from './client.ts';
import { webhookDeliveries as deliveries } from './schema/index.ts';

/** An attempt that the session's order puts before this one, and that is still to be made. */
export function earlierOfSession(db: Database) {
  const earlier = alias(deliveries, 'earlier');
  return db
    .select({ one: sql`1` })
    .from(earlier)
    .where(
      and(
        eq(earlier.session_id, deliveries.session_id),
        eq(earlier.endpoint_id, deliveries.endpoint_id),
        lt(earlier.position, deliveries.position),
        eq(earlier.state, 'pending'),
      ),
    );
}
