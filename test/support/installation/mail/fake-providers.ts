// Fakes of Resend, Postmark and Amazon SES. Each follows the provider's documentation of the
// request that sends one email and of the responses to that request. A request body with an
// undocumented field makes the fake throw.
import { createHash, createHmac } from 'node:crypto';

export const RESEND_KEY = 're_quarry';
export const POSTMARK_TOKEN = 'token-of-a-server';
export const SES_KEY = { id: 'AKIAQUARRYEXAMPLE000', secret: 'secret/of+ses', region: 'eu-west-1' };

interface Delivered {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
}

export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/**
 * Responds as each of the three providers would. While `replies` has entries, the next of them is
 * removed and sent instead, regardless of the request.
 */
export class FakeProviders {
  readonly delivered: Delivered[] = [];
  readonly requests: { url: URL; headers: Headers; body: string }[] = [];
  replies: (Reply | 'nothing' | 'too late')[] = [];
  readonly #keys = new Set<string>();

  fetch = async (input: Request): Promise<Response> => {
    const url = new URL(input.url);
    const body = await input.text();
    this.requests.push({ url, headers: input.headers, body });
    const reply = this.replies.shift();
    if (reply === 'nothing') throw new TypeError('Network connection lost.');
    if (reply === 'too late') throw new DOMException('late', 'TimeoutError');
    const { status, body: answer, headers } = reply ?? this.#answer(url, input, body);
    const target = headers?.['Location'];
    if (target !== undefined && input.redirect === 'follow')
      return this.fetch(new Request(target, { method: 'POST', headers: input.headers, body }));
    return Response.json(answer, { status, ...(headers && { headers }) });
  };

  #answer(url: URL, { method, headers }: Request, body: string): Reply {
    if (method !== 'POST' || headers.get('Content-Type') !== 'application/json')
      return { status: 405, body: {} };
    switch (url.host) {
      case 'api.resend.com':
        return this.#resend(url, headers, body);
      case 'api.postmarkapp.com':
        return this.#postmark(url, headers, body);
      case `email.${SES_KEY.region}.amazonaws.com`:
        return this.#ses(url, headers, body);
      default:
        return { status: 404, body: {} };
    }
  }

  /** https://resend.com/docs/api-reference/emails/send-email */
  #resend(url: URL, headers: Headers, text: string): Reply {
    if (url.pathname !== '/emails') return { status: 404, body: {} };
    if (headers.get('Authorization') !== `Bearer ${RESEND_KEY}`)
      return { status: 401, body: { statusCode: 401, name: 'validation_error', message: 'key' } };
    const key = headers.get('Idempotency-Key') ?? '';
    if (key === '' || key.length > 256)
      return { status: 400, body: { statusCode: 400, name: 'invalid_idempotency_key' } };
    const body = JSON.parse(text) as Delivered;
    onlyHas(body, ['from', 'to', 'subject', 'text', 'html']);
    if (!this.#keys.has(key)) this.delivered.push(body);
    this.#keys.add(key);
    return { status: 200, body: { id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' } };
  }

  /** https://postmarkapp.com/developer/api/email-api */
  #postmark(url: URL, headers: Headers, text: string): Reply {
    if (url.pathname !== '/email') return { status: 404, body: {} };
    if (headers.get('X-Postmark-Server-Token') !== POSTMARK_TOKEN)
      return { status: 401, body: { ErrorCode: 10, Message: 'Bad or missing API token' } };
    if (headers.get('Accept') !== 'application/json') return { status: 406, body: {} };
    const body = JSON.parse(text) as Record<string, string>;
    const known = ['From', 'To', 'Subject', 'TextBody', 'HtmlBody', 'MessageStream'];
    onlyHas(body, [...known, 'TrackOpens', 'TrackLinks']);
    if (body['MessageStream'] !== 'outbound') throw new Error('MessageStream');
    const { From: from, To: to, Subject: subject, TextBody: plain, HtmlBody: html } = body;
    this.delivered.push({ from, to: [to], subject, text: plain, html } as Delivered);
    return { status: 200, body: { To: to, ErrorCode: 0, Message: 'OK', MessageID: 'b7bc2f4a' } };
  }

  /** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
  #ses(url: URL, headers: Headers, text: string): Reply {
    if (url.pathname !== '/v2/email/outbound-emails') return { status: 404, body: {} };
    if (headers.get('Authorization') !== signatureOf(url, headers, text))
      return refusedBySes(403, 'SignatureDoesNotMatch');
    const body = JSON.parse(text) as SesBody;
    onlyHas(body, ['FromEmailAddress', 'Destination', 'Content']);
    const { FromEmailAddress: from, Destination: destination } = body;
    if (/[^\x20-\x7e]/.test(from + destination.ToAddresses.join('')))
      return refusedBySes(400, 'BadRequestException');
    const { Subject: subject, Body: parts } = body.Content.Simple;
    this.delivered.push({
      from,
      to: destination.ToAddresses,
      subject: subject.Data,
      text: parts.Text.Data,
      html: parts.Html.Data,
    });
    return { status: 200, body: { MessageId: '010201' } };
  }
}

interface SesBody {
  FromEmailAddress: string;
  Destination: { ToAddresses: string[] };
  Content: {
    Simple: { Subject: SesText; Body: { Text: SesText; Html: SesText } };
  };
}
interface SesText {
  Data: string;
  Charset: string;
}

export const refusedBySes = (status: number, error: string): Reply => ({
  status,
  body: { message: 'of somebody@example.com' },
  headers: { 'x-amzn-ErrorType': `${error}:http://internal.amazon.com/coral/` },
});

function onlyHas(body: object, members: readonly string[]): void {
  const others = Object.keys(body).filter((name) => !members.includes(name));
  if (others.length > 0) throw new Error(`Not documented: ${others.join(', ')}`);
}

/**
 * Returns the Authorization header expected under Signature Version 4, covering the headers that
 * the request lists as signed:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
function signatureOf(url: URL, headers: Headers, body: string): string {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const hmac = (key: string | Buffer, text: string): Buffer =>
    createHmac('sha256', key).update(text).digest();
  const atTime = headers.get('X-Amz-Date') ?? '';
  const [, signed = ''] = /SignedHeaders=([^,]+)/.exec(headers.get('Authorization') ?? '') ?? [];
  const lines = signed
    .split(';')
    .map((name) => `${name}:${name === 'host' ? url.host : (headers.get(name) ?? '').trim()}\n`);
  const canonical = ['POST', url.pathname, '', lines.join(''), signed, sha256(body)].join('\n');
  const scope = `${atTime.slice(0, 8)}/${SES_KEY.region}/ses/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', atTime, scope, sha256(canonical)].join('\n');
  const key = scope
    .split('/')
    .reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${SES_KEY.secret}`);
  const signature = hmac(key, toSign).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${SES_KEY.id}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
}
