// The types of email, and the data that an email is rendered from. The texts are in locales/, the
// layout in render-mail.ts.

/** Emails with a link that performs an action. */
export type LinkMail =
  | 'confirm_sign_up'
  | 'already_registered'
  | 'reset_password'
  | 'confirm_new_mail'
  | 'confirm_staff_mail'
  | 'confirm_old_mail'
  | 'team_invitation';

/** Emails with a code to enter. The code is sealed in the same way as a link. */
type CodeMail = 'trust_code';

/**
 * Emails about events in an account; each event is also shown on the site
 * (domain/accounts/notifications).
 */
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

/** Emails to staff with a link to a page of their dashboard, which requires a sign-in. */
export type DashboardMail =
  | 'webhook_failing'
  | 'webhook_gone'
  | 'review_waiting'
  | 'review_due'
  | 'break_glass_used'
  | 'operator_break_glass_used'
  | LawMail;

/** Emails to owners about a legal rule that changes the requirements for their checks (D-163). */
type LawMail = 'law_starts' | 'law_ends';

/** Emails to staff without a link. */
export type PlainMail = 'invitation_taken' | 'registration_taken' | 'second_factor_changed';

export type MailTemplate = LinkMail | CodeMail | NoticeMail | DashboardMail | PlainMail;

export interface NewMail<T extends MailTemplate = MailTemplate> {
  /** The address of the only recipient. */
  to: string;
  /** The language of the email, out of the languages that our pages support. */
  locale: string;
  template: T;
  /**
   * The values for the placeholders in the text, which are names in braces. `link` is the target of
   * the button, and `code` is the code to enter.
   */
  details: Readonly<Record<string, string>>;
}

export interface Mail extends NewMail {
  id: string;
  createdAtMs: number;
  sentAtMs?: number;
}

/**
 * An email that has not been sent yet. Read access to the database must not be enough to use its
 * link.
 */
export interface WaitingMail extends Mail {
  /**
   * `details.link` or `details.code`, encrypted. Absent from emails whose link is useless without a
   * sign-in.
   */
  sealedLink?: string;
}

/** A message in the queue `agate-mail`. It refers to the email, which stays in the database. */
export interface MailMessage {
  mailId: string;
}
