// Resend: https://resend.com/docs/api-reference/emails/send-email and
// https://resend.com/docs/api-reference/errors.
import type { HttpMailProvider } from '../../../../config/mail-settings.ts';
import { codeIn, postJson, toMailbox, type MailProvider } from './provider.ts';

export const resend = ({ origin, secret }: HttpMailProvider): MailProvider => ({
  request: ({ id, from, to, subject, text, html }) =>
    postJson(
      `${origin}/emails`,
      // Resend sends one email per key within a day, so a retry after a lost response is safe.
      { Authorization: `Bearer ${secret}`, 'Idempotency-Key': id },
      { from: toMailbox(from), to: [to], subject, text, html },
    ),
  judge({ status, body }) {
    const name = codeIn(body, 'name');
    const code = `resend_${name ?? status}`;
    if (status >= 200 && status < 300) return { verdict: 'sent', code };
    // The key was used with a different body: an earlier attempt was accepted, and the texts have
    // changed since.
    if (status === 409 && name === 'invalid_idempotent_request') return { verdict: 'sent', code };
    // An unverified domain or a wrong API key leads to a different status.
    const isMalformed = status === 422 && name === 'validation_error';
    return { verdict: isMalformed ? 'malformed' : 'later', code };
  },
});
