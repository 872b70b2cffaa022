// Notices to an account's owner: a row on the account page, and an email to a confirmed address.
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import { runTogether } from '../../../db/run-together.ts';
import { logIncident } from '../../../log.ts';
import type { Account } from '../account.ts';
import { prepareMail, prepareMailOfChange } from '../../platform/mail/queue-mail.ts';
import {
  insertNotification,
  insertNotificationOfChange,
  listNotificationsOf,
  markNotificationsRead,
} from './store.ts';
import type { NotificationType, Notification } from './notice-type.ts';

interface Notice {
  type: NotificationType;
  details?: Readonly<Record<string, string>>;
}

export interface PreparedNotice {
  /** Statements to include in the batch of the change that the notice reports. */
  statements: Statement[];
  /** Enqueues the notice's email, if any, for delivery. Must be called after the commit. */
  announce: () => void;
}

type NotifiedAccount = Pick<Account, 'id' | 'email' | 'emailVerified' | 'locale'>;

const LISTED = 100;

/**
 * Prepares a notice to be written in the same batch as the change that it reports.
 * @param options.ofChange if set, the statements must directly follow the change, and write nothing
 *   if it changed nothing
 */
export function prepareNotice(
  ctx: Context,
  account: NotifiedAccount,
  { type, details = {} }: Notice,
  { ofChange = false }: { ofChange?: boolean } = {},
): PreparedNotice {
  const insert = ofChange ? insertNotificationOfChange : insertNotification;
  const row = insert(ctx.db, account.id, { type, details, createdAtMs: ctx.now() });
  if (account.email === undefined || !account.emailVerified)
    return { statements: [row], announce: () => undefined };
  const prepare = ofChange ? prepareMailOfChange : prepareMail;
  const mail = prepare(ctx, {
    to: account.email,
    locale: account.locale,
    template: type,
    details: { ...details, link: `${ctx.config.baseUrl}/account/security` },
  });
  return { statements: [row, mail.statement], announce: mail.announce };
}

/**
 * Notifies an account's owner of an event. Never throws: a failed notice does not undo the event.
 */
export async function notify(
  ctx: Context,
  account: NotifiedAccount,
  notice: Notice,
): Promise<void> {
  const { statements, announce } = prepareNotice(ctx, account, notice);
  try {
    await runTogether(ctx.db, statements);
    announce();
  } catch {
    logIncident('notice_not_written', { type: notice.type });
  }
}

/** @returns notices, newest first */
export const listNotifications = (
  ctx: Context,
  accountId: number,
  most = LISTED,
): Promise<Notification[]> => listNotificationsOf(ctx.db, accountId, most);

/** Marks all existing notices as read. */
export const markRead = (ctx: Context, accountId: number): Promise<void> =>
  markNotificationsRead(ctx.db, accountId, ctx.now());
