// Postmark: https://postmarkapp.com/developer/api/email-api and https://postmarkapp.com/developer/api/overview#error-codes.
import type { HttpMailProvider } from '../../../../config/mail-settings.ts';
import { codeIn, postJson, toMailbox, type MailProvider } from './provider.ts';

/**
 * 300 is an invalid request, in which only the recipient differs from mail to mail; 406 is an
 * inactive recipient, after a bounce or a complaint.
 */
const REFUSED = ['300', '406'];

export const POSTMARK: MailProvider<HttpMailProvider> = {
  request: ({ origin, secret }, { from, to, subject, text, html }) =>
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
        // Opens and followed links are not tracked.
        TrackOpens: false,
        TrackLinks: 'None',
      },
    ),
  judge({ status, body }) {
    const error = codeIn(body, 'ErrorCode');
    const code = `postmark_${error === undefined || error === '0' ? status : error}`;
    if (status === 200 && error === '0') return { verdict: 'sent', code };
    const isRefused = status === 422 && REFUSED.includes(error ?? '');
    return { verdict: isRefused ? 'refused' : 'later', code };
  },
};
