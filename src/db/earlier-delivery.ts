import { and, eq, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from './client.ts';
import { webhookDeliveries as deliveries } from './schema/index.ts';

/** A pending delivery that must precede this one in the session's order. */
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
