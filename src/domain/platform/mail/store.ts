// SQL for emails that are waiting to be sent and, in local mode, for emails that have been sent.
import { and, asc, desc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { AFTER_CHANGE, insertWhen } from '../../../db/insert-when.ts';
import { deleteInSlices } from '../../../db/delete-in-slices.ts';
import { mails } from '../../../db/schema/index.ts';
import type { MailTemplate, WaitingMail } from './mail.ts';

export const insertMail = (db: Database, mail: WaitingMail): Statement =>
  db.insert(mails).values(toColumns(mail));

/** Writes nothing when the previous statement of the batch changed nothing. */
export const insertMailOfChange = (db: Database, mail: WaitingMail): Statement =>
  insertWhen(db, mails, toColumns(mail), AFTER_CHANGE);

const toColumns = (mail: WaitingMail): typeof mails.$inferInsert => ({
  id: mail.id,
  recipient: mail.to,
  locale: mail.locale,
  template: mail.template,
  details: JSON.stringify(mail.details),
  sealed_link: mail.sealedLink ?? null,
  created_at_ms: mail.createdAtMs,
});

export async function findMail(db: Database, id: string): Promise<WaitingMail | undefined> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id));
  return row === undefined ? undefined : toMail(row);
}

/** @returns emails, newest first */
export async function listMails(db: Database, limit: number): Promise<WaitingMail[]> {
  const rows = await db.select().from(mails).orderBy(desc(mails.created_at_ms)).limit(limit);
  return rows.map(toMail);
}

export async function markSent(db: Database, id: string, nowMs: number): Promise<void> {
  await db.update(mails).set({ sent_at_ms: nowMs }).where(eq(mails.id, id));
}

export async function deleteMail(db: Database, id: string): Promise<void> {
  await db.delete(mails).where(eq(mails.id, id));
}

/** @returns ids of unsent emails created in the given period, oldest or newest first */
export async function listUnsent(
  db: Database,
  { afterMs, untilMs, first }: { afterMs: number; untilMs: number; first: 'oldest' | 'newest' },
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        isNull(mails.sent_at_ms),
        gt(mails.created_at_ms, afterMs),
        lte(mails.created_at_ms, untilMs),
      ),
    )
    .orderBy((first === 'oldest' ? asc : desc)(mails.created_at_ms))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function deleteMailsBefore(db: Database, untilMs: number): Promise<void> {
  await deleteInSlices(db, mails, lte(mails.created_at_ms, untilMs));
}

function toMail(row: typeof mails.$inferSelect): WaitingMail {
  return {
    id: row.id,
    to: row.recipient,
    locale: row.locale,
    template: row.template as MailTemplate,
    details: JSON.parse(row.details) as Record<string, string>,
    ...(row.sealed_link !== null && { sealedLink: row.sealed_link }),
    createdAtMs: row.created_at_ms,
    ...(row.sent_at_ms !== null && { sentAtMs: row.sent_at_ms }),
  };
}
