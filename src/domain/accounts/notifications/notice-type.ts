// A notice to the owner of an account, as plain data. notification.ts sends notices.
import type { NoticeMail } from '../../platform/mail/mail.ts';

/** Each type is also the name of an email template, and has a text on the account page. */
export type NotificationType = NoticeMail;

export interface Notification {
  id: number;
  type: NotificationType;
  /** The values to insert into the text: `device`, `place`, `name`, `site`, `email`, `date`. */
  details: Readonly<Record<string, string>>;
  createdAtMs: number;
  readAtMs?: number;
}
