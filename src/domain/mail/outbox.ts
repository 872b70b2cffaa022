// Mails of a developer's machine, which are kept instead of sent. Exists with LOCAL_OUTBOX only.
import type { Context } from '../../context.ts';
import type { Mail } from './mail.ts';
import { renderMail, type RenderedMail } from './render-mail.ts';
import { findMail, listMails } from './store.ts';

export type OutboxMail = Mail & RenderedMail;

const LISTED = 200;

/** @returns the latest 200, newest first; undefined where mails are really sent */
export async function listOutbox(ctx: Context): Promise<OutboxMail[] | undefined> {
  if (!ctx.config.mail.staysInOutbox) return undefined;
  return (await listMails(ctx.db, LISTED)).map((mail) => render(ctx, mail));
}

export async function readOutboxMail(ctx: Context, id: string): Promise<OutboxMail | undefined> {
  const mail = ctx.config.mail.staysInOutbox ? await findMail(ctx.db, id) : undefined;
  return mail === undefined ? undefined : render(ctx, mail);
}

const render = (ctx: Context, mail: Mail): OutboxMail => ({
  ...mail,
  ...renderMail(mail, ctx.config.serviceName),
});
