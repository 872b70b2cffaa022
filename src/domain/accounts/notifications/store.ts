// SQL for notifications.
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { AFTER_CHANGE, insertWhen } from '../../../db/insert-when.ts';
import { notifications } from '../../../db/schema/index.ts';
import type { Notification, NotificationType } from './notice-type.ts';

type NewNotification = Pick<Notification, 'type' | 'details' | 'createdAtMs'>;

export const insertNotification = (
  db: Database,
  accountId: number,
  notification: NewNotification,
): Statement => db.insert(notifications).values(toColumns(accountId, notification));

/** Inserts the notification only if the previous statement of the batch changed something. */
export const insertNotificationOfChange = (
  db: Database,
  accountId: number,
  notification: NewNotification,
): Statement => insertWhen(db, notifications, toColumns(accountId, notification), AFTER_CHANGE);

const toColumns = (accountId: number, { type, details, createdAtMs }: NewNotification) => ({
  account_id: accountId,
  type,
  details: JSON.stringify(details),
  created_at_ms: createdAtMs,
});

export async function listNotificationsOf(
  db: Database,
  accountId: number,
  limit: number,
): Promise<Notification[]> {
  const rows = await db
    .select()
    .from(notifications)
    .where(eq(notifications.account_id, accountId))
    .orderBy(desc(notifications.created_at_ms), desc(notifications.id))
    .limit(limit);
  return rows.map((row) => ({
    id: row.id,
    type: row.type as NotificationType,
    details: JSON.parse(row.details) as Record<string, string>,
    createdAtMs: row.created_at_ms,
    ...(row.read_at_ms !== null && { readAtMs: row.read_at_ms }),
  }));
}

export async function markNotificationsRead(
  db: Database,
  accountId: number,
  nowMs: number,
): Promise<void> {
  await db
    .update(notifications)
    .set({ read_at_ms: nowMs })
    .where(and(eq(notifications.account_id, accountId), isNull(notifications.read_at_ms)));
}
