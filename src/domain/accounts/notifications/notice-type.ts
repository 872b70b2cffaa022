// A notice to the owner of an account, as data. Giving one: notification.ts.
import type { NoticeMail } from '../../platform/mail/mail.ts';

/** Each type is a mail template too, and has a text on the account page. */
export type NotificationType = NoticeMail;

export interface Notification {
  id: number;
  type: NotificationType;
  /** The words the text needs: `device`, `place`, `name`, `site`, `email`, `date`. */
  details: Readonly<Record<string, string>>;
  createdAtMs: number;
  readAtMs?: number;
}
