// Which mails there are and what each needs to be written. The texts are in locales/, the look in render-mail.ts.

/** Mails that carry a link to act on. */
export type LinkMail =
  | 'confirm_sign_up'
  | 'already_registered'
  | 'reset_password'
  | 'confirm_new_mail'
  | 'confirm_staff_mail'
  | 'confirm_old_mail'
  | 'team_invitation';

/** Mails with a code to type, which is sealed as links are. */
type CodeMail = 'trust_code';

/** Mails about events of an account; each is on the site as well (domain/accounts/notifications). */
export type NoticeMail =
  | 'new_device'
  | 'sign_in_locked'
  | 'password_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'device_trusted'
  | 'face_enrolled'
  | 'face_removed'
  | 'face_first_used'
  | 'site_connected'
  | 'mail_changed'
  | 'deletion_requested'
  | 'deletion_undone';

/** Mails to staff about what waits for them on a page of their dashboard, which asks them to sign in. */
export type DashboardMail =
  | 'webhook_failing'
  | 'webhook_gone'
  | 'review_waiting'
  | 'review_due'
  | 'break_glass_used'
  | LawMail;

/** Mails to owners about a rule of law that changes what their checks have to ask (D-163). */
type LawMail = 'law_starts' | 'law_ends';

/** Mails to staff without a link. */
export type PlainMail = 'invitation_taken' | 'registration_taken' | 'second_factor_changed';

export type MailTemplate = LinkMail | CodeMail | NoticeMail | DashboardMail | PlainMail;

export interface NewMail<T extends MailTemplate = MailTemplate> {
  /** One address. */
  to: string;
  /** One of the pages' languages. */
  locale: string;
  template: T;
  /** The words the text names in braces; `link` is where the button leads, `code` what is typed. */
  details: Readonly<Record<string, string>>;
}

export interface Mail extends NewMail {
  id: string;
  createdAtMs: number;
  sentAtMs?: number;
}

/** A mail as it waits: whoever reads the database must not be able to use its link. */
export interface WaitingMail extends Mail {
  /** `details.link` or `details.code`, encrypted. Absent in mails whose link is good for nothing without a sign-in. */
  sealedLink?: string;
}

/** What the queue `agate-mail` carries: the mail itself stays in the database. */
export interface MailMessage {
  mailId: string;
}
