// Postmark: https://postmarkapp.com/developer/api/email-api and
// https://postmarkapp.com/developer/api/overview#error-codes.
import type { HttpMailProvider } from '../../../../config/mail-settings.ts';
import { codeIn, memberOf, postJson, toMailbox, type MailProvider } from './provider.ts';

/** The error code for an address that bounced or whose owner complained. */
const INACTIVE_RECIPIENT = '406';
/**
 * The error code for any invalid field, including the sender; only the error message names the
 * field. If Postmark changes the wording of its message, emails are retried instead of deleted.
 */
const INVALID_REQUEST = '300';
const ABOUT_RECIPIENT = /^(?:Invalid|Error parsing) 'To'/;

export const postmark = ({ origin, secret }: HttpMailProvider): MailProvider => ({
  request: ({ from, to, subject, text, html }) =>
    postJson(
      `${origin}/email`,
      { 'X-Postmark-Server-Token': secret },
      {
        From: toMailbox(from),
        To: to,
        Subject: subject,
        TextBody: text,
        HtmlBody: html,
        MessageStream: 'outbound',
        // Opens and clicks are not tracked.
        TrackOpens: false,
        TrackLinks: 'None',
      },
    ),
  judge({ status, body }) {
    const error = codeIn(body, 'ErrorCode');
    const code = `postmark_${error === undefined || error === '0' ? status : error}`;
    if (status === 200 && error === '0') return { verdict: 'sent', code };
    const isRefused =
      error === INACTIVE_RECIPIENT ||
      (error === INVALID_REQUEST && ABOUT_RECIPIENT.test(String(memberOf(body, 'Message'))));
    return { verdict: status === 422 && isRefused ? 'refused' : 'later', code };
  },
});
