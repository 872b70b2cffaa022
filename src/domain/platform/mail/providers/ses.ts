// Amazon SES API v2: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html.
// `aws4fetch` signs the requests (Signature Version 4): it is a small library that does nothing
// else and is widely used on Workers.
import { AwsClient } from 'aws4fetch';
import type { HttpMailProvider } from '../../../../config/mail-settings.ts';
import { encodeBase64, encodeUtf8 } from '../../../../crypto/encoding.ts';
import { codeIn, postJson, toMailbox, type MailProvider, type OutgoingMail } from './provider.ts';

type Ses = Extract<HttpMailProvider, { name: 'ses' }>;

export const ses = ({ origin, secret, region, accessKeyId }: Ses): MailProvider => ({
  request({ from, to, subject, text, html }) {
    const inUtf8 = (data: string) => ({ Data: data, Charset: 'UTF-8' });
    const content = {
      Subject: inUtf8(subject),
      Body: { Text: inUtf8(text), Html: inUtf8(html) },
    };
    const unsigned = postJson(
      `${origin}/v2/email/outbound-emails`,
      {},
      {
        FromEmailAddress: toAsciiMailbox(from),
        Destination: { ToAddresses: [to] },
        Content: { Simple: content },
      },
    );
    const aws = { accessKeyId, secretAccessKey: secret, region, service: 'ses' };
    // `sign` creates a new request, which would follow redirects without this option.
    return new AwsClient(aws).sign(unsigned, { redirect: 'manual' });
  },
  judge({ status, body, headers }) {
    const error = readError(headers.get('x-amzn-errortype') ?? undefined, body);
    const code = `ses_${error ?? status}`;
    if (status === 200) return { verdict: 'sent', code };
    // Our own texts are never rejected for their content, so `MessageRejected` means an unverified
    // identity.
    const isMalformed = status === 400 && error === 'BadRequestException';
    return { verdict: isMalformed ? 'malformed' : 'later', code };
  },
});

/**
 * Returns the name of an error, such as `BadRequestException`, without the namespace before it and
 * the schema URL after it.
 */
const readError = (header: string | undefined, body: unknown): string | undefined =>
  /\w+$/.exec((header ?? codeIn(body, '__type') ?? '').split(':')[0] ?? '')?.[0];

/**
 * Formats a name and an address for SES, which accepts a name only in ASCII or in encoded words of
 * at most 75 characters (RFC 2047 2).
 */
function toAsciiMailbox({ email, name: given }: OutgoingMail['from']): string {
  const name = given.replaceAll(/\p{Cc}/gu, ' ');
  if (!/[^\x20-\x7e]/.test(name)) return toMailbox({ email, name });
  const words: string[] = [];
  let word = '';
  for (const letter of name) {
    if (encodeUtf8(word + letter).length > 45) {
      words.push(word);
      word = '';
    }
    word += letter;
  }
  const encoded = [...words, word].map((part) => `=?UTF-8?B?${encodeBase64(encodeUtf8(part))}?=`);
  return `${encoded.join(' ')} <${email}>`;
}
