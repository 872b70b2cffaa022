// Queues an email: writes a row together with the change that causes the email, then sends a
// message to the queue. A failure to send the message never makes a request fail: the sweep
// (send-mail.ts) finds rows whose message was lost.
import type { Context } from '../../../context.ts';
import { randomToken } from '../../../crypto/random.ts';
import type { Statement } from '../../../db/client.ts';
import { runTogether } from '../../../db/run-together.ts';
import { logIncident } from '../../../log.ts';
import type { DashboardMail, NewMail, NoticeMail, PlainMail, WaitingMail } from './mail.ts';
import { sealLink } from './sealed-link.ts';
import { insertMail, insertMailOfChange } from './store.ts';

interface PreparedMail {
  /** The statement to add to the change's batch. */
  statement: Statement;
  /** Enqueues the email for delivery. Must be called after the commit. */
  announce: () => void;
}

/** Prepares an email for a change that writes the email's row in the same batch. */
export const prepareMail = (ctx: Context, mail: NewMail<NoticeMail>): PreparedMail =>
  prepare(ctx, toRow(ctx, mail), insertMail);

/**
 * Like prepareMail, for use directly after another statement; writes nothing if that statement
 * changed nothing.
 */
export const prepareMailOfChange = (
  ctx: Context,
  mail: NewMail<PlainMail | NoticeMail | DashboardMail>,
): PreparedMail => prepare(ctx, toRow(ctx, mail), insertMailOfChange);

const toRow = (ctx: Context, mail: NewMail): WaitingMail => ({
  ...mail,
  id: `mail_${randomToken(18)}`,
  createdAtMs: ctx.now(),
});

const prepare = (ctx: Context, row: WaitingMail, insert: typeof insertMail): PreparedMail => ({
  statement: insert(ctx.db, row),
  announce: () => ctx.defer(announceMail(ctx, row.id)),
});

/**
 * Queues an email on its own, not in the batch of a change. Only this function accepts emails that
 * contain a code or a link that performs an action; it encrypts the code or link. Never throws.
 */
export async function queueMail(ctx: Context, mail: NewMail): Promise<void> {
  try {
    const row = await sealLink(ctx.config, toRow(ctx, mail));
    const { statement, announce } = prepare(ctx, row, insertMail);
    await runTogether(ctx.db, [statement]);
    announce();
  } catch {
    logIncident('mail_not_written', { template: mail.template });
  }
}

/** Enqueues an email for delivery. If that fails, the sweep finds the email's row. */
export async function announceMail(ctx: Pick<Context, 'queues'>, mailId: string): Promise<void> {
  try {
    await ctx.queues.mail.send({ mailId });
  } catch {
    logIncident('mail_not_queued', { mail: mailId });
  }
}
