// Emails that a service on a developer's machine stores instead of sending. Used only with
// LOCAL_OUTBOX.
import type { Context } from '../../../context.ts';
import type { Mail, WaitingMail } from './mail.ts';
import { renderMail, type RenderedMail } from './render-mail.ts';
import { openLink } from './sealed-link.ts';
import { findMail, listMails } from './store.ts';

export type OutboxMail = Mail & RenderedMail;

const LISTED = 200;

/** @returns the latest 200 emails, newest first; undefined when emails are really sent */
export async function listOutbox(ctx: Context): Promise<OutboxMail[] | undefined> {
  if (!ctx.config.mail.staysInOutbox) return undefined;
  return Promise.all((await listMails(ctx.db, LISTED)).map(async (mail) => render(ctx, mail)));
}

export async function readOutboxMail(ctx: Context, id: string): Promise<OutboxMail | undefined> {
  const mail = ctx.config.mail.staysInOutbox ? await findMail(ctx.db, id) : undefined;
  return mail === undefined ? undefined : render(ctx, mail);
}

async function render(ctx: Context, mail: WaitingMail): Promise<OutboxMail> {
  const opened = await openLink(ctx.config, mail);
  return { ...opened, ...renderMail(opened, ctx.config.serviceName) };
}
