// Sends the emails that queue-mail.ts queued. An email may be sent twice if a consumer dies at the
// wrong time; it is never lost while its row exists.
import { MINUTE_MS } from '../../../time/durations.ts';
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import { sweptFirst } from '../../terms/sweep-turn.ts';
import { handOver, reasonOf } from './hand-over.ts';
import type { MailMessage } from './mail.ts';
import { announceMail } from './queue-mail.ts';
import { renderMail } from './render-mail.ts';
import { openLink } from './sealed-link.ts';
import { deleteMail, deleteMailsBefore, findMail, listUnsent, markSent } from './store.ts';

/**
 * The age at which an unsent email's queue message is presumed lost: if it were still queued, it
 * would have been tried several times by now.
 */
const OVERDUE_MS = 15 * MINUTE_MS;
/**
 * How long an unsent email is kept. Apart from invitations, no link in an email is valid for longer
 * than this, and no address is stored for longer just to send an email.
 */
const KEPT_MS = 48 * 60 * MINUTE_MS;
const SWEPT_AT_ONCE = 100;

/** Consumer of the queue `agate-mail`. An email that cannot be sent does not block the others. */
export async function sendMails(
  ctx: Context,
  messages: readonly Pick<Message<MailMessage>, 'body' | 'ack' | 'retry'>[],
): Promise<void> {
  for (const message of messages) {
    const { mailId } = message.body;
    try {
      await sendMail(ctx, mailId);
      message.ack();
    } catch (error) {
      logIncident('mail_not_sent', { mail: mailId, error: reasonOf(error) });
      message.retry();
    }
  }
}

/** Queues overdue emails again, and deletes emails that are too old to send. Called by cron. */
export async function sweepMails(ctx: Context): Promise<void> {
  const nowMs = ctx.now();
  await deleteMailsBefore(ctx.db, nowMs - KEPT_MS);
  // Emails that keep failing remain unsent and would otherwise block all other emails, so runs
  // start alternately with the oldest and the newest emails.
  await queueUnsent(ctx, nowMs - OVERDUE_MS, sweptFirst(nowMs));
}

/**
 * Queues unsent emails, including recent ones, when a local service starts, because a local queue
 * loses its contents when the service stops.
 */
export const resendMails = (ctx: Context): Promise<void> => queueUnsent(ctx, ctx.now(), 'oldest');

async function queueUnsent(
  ctx: Context,
  untilMs: number,
  first: 'oldest' | 'newest',
): Promise<void> {
  const range = { afterMs: ctx.now() - KEPT_MS, untilMs, first };
  const ids = await listUnsent(ctx.db, range, SWEPT_AT_ONCE);
  for (const id of ids) await announceMail(ctx, id);
}

/** @throws the errors of openLink and handOver */
async function sendMail(ctx: Context, id: string): Promise<void> {
  const mail = await findMail(ctx.db, id);
  if (mail === undefined || mail.sentAtMs !== undefined) return;
  if (ctx.config.mail.staysInOutbox) return markSent(ctx.db, id, ctx.now());
  const { serviceName } = ctx.config;
  const from = { email: ctx.config.mail.from, name: serviceName };
  const opened = await openLink(ctx.config, mail);
  await handOver(ctx, { id, from, to: mail.to, ...renderMail(opened, serviceName) });
  await deleteMail(ctx.db, id);
}
