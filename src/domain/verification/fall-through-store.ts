// SQL that counts where a session was abandoned (D-124), in the transaction that writes the row for
// the session's end.
import { sql } from 'drizzle-orm';
import type { Database, Statement } from '../../db/client.ts';
import { fallThroughMonths, tenants, verificationSessions } from '../../db/schema/index.ts';
import { monthOf, shownFromMs } from './rules/session/fall-through.ts';
import type { SessionEvent } from './rules/session/result.ts';

/**
 * Counts the step at which the visitor left. Must run before the event's row is written, in the
 * same transaction. Counts nothing if the stored row already has this version or a later one, or
 * records the session's end, because the event has then been counted before or is too late. Also
 * counts nothing for a customer that has disabled this count, or for a month whose figures have
 * been published.
 */
export function countDropOff(
  db: Database,
  { leaving, row }: SessionEvent,
  nowMs: number,
): Statement[] {
  if (leaving === undefined || row.test) return [];
  const month = monthOf(row.completedAtMs ?? row.expiresAtMs);
  if (nowMs >= shownFromMs(month)) return [];
  const { tenant_id, month: monthColumn, left_at, language, device, value } = fallThroughMonths;
  return [
    db
      .insert(fallThroughMonths)
      .select(
        sql`SELECT ${row.tenantId}, ${month}, ${leaving.at}, ${leaving.language}, ${leaving.device}, 1
          WHERE EXISTS (SELECT 1 FROM ${tenants} WHERE id = ${row.tenantId} AND fall_through = 1)
          AND NOT EXISTS (SELECT 1 FROM ${verificationSessions} WHERE id = ${row.id}
            AND (version >= ${row.version} OR completed_at_ms IS NOT NULL))`,
      )
      .onConflictDoUpdate({
        target: [tenant_id, monthColumn, left_at, language, device],
        set: { value: sql`${value} + 1` },
      }),
  ];
}
