// SQL for the health of an endpoint: how long its deliveries have been failing, and whether it is
// disabled.
import { and, eq, lte, ne, sql } from 'drizzle-orm';
import type { Condition, Database, Statement } from '../../../db/client.ts';
import { AFTER_CHANGE } from '../../../db/insert-when.ts';
import { webhookEndpoints } from '../../../db/schema/index.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { RETRY_PERIOD_MS } from './schedule.ts';

/**
 * Records whether the attempt reached a working endpoint. Leaves the endpoint unchanged if its URL
 * has changed since the attempt, because the attempt provides no information about the new
 * receiver.
 * @param also further statements for the same transaction
 * @returns whether the endpoint still has the URL that was called
 */
export async function noteAttempt(
  db: Database,
  { id, url }: Pick<WebhookEndpoint, 'id' | 'url'>,
  { isHealthy, atMs }: { isHealthy: boolean; atMs: number },
  also: readonly Statement[],
): Promise<boolean> {
  const failingSince = webhookEndpoints.failing_since_ms;
  const isSame = and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.url, url));
  const [, found] = await db.batch([
    db
      .update(webhookEndpoints)
      .set({ failing_since_ms: isHealthy ? null : atMs })
      .where(
        and(isSame, isHealthy ? sql`${failingSince} IS NOT NULL` : sql`${failingSince} IS NULL`),
      ),
    db.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(isSame),
    ...also,
  ]);
  return found.length > 0;
}

/**
 * The condition that the preceding statement changed a row; makes the effects in markDisabled
 * depend on its update.
 */
export const afterChange: Condition = AFTER_CHANGE;

/**
 * Disables the endpoint. Changes nothing if the URL has changed since the attempt, or if the reason
 * is `failing` and another delivery has since succeeded and ended the failing period.
 * @param effects written in the same transaction
 * @returns false when nothing was changed
 */
export async function markDisabled(
  db: Database,
  { id, url }: Pick<WebhookEndpoint, 'id' | 'url'>,
  reason: 'failing' | 'gone',
  nowMs: number,
  effects: readonly Statement[],
): Promise<boolean> {
  const [disabled] = await db.batch([
    db
      .update(webhookEndpoints)
      .set({ state: 'disabled', disabled_reason: reason })
      .where(
        and(
          eq(webhookEndpoints.id, id),
          eq(webhookEndpoints.url, url),
          ne(webhookEndpoints.state, 'disabled'),
          reason === 'failing'
            ? lte(webhookEndpoints.failing_since_ms, nowMs - RETRY_PERIOD_MS)
            : undefined,
        ),
      )
      .returning({ id: webhookEndpoints.id }),
    ...effects,
  ]);
  return disabled.length > 0;
}
