// Emails sent through Resend, Postmark and Amazon SES (D-166), against fakes that only accept the
// documented requests.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMail } from '../../../../src/config/mail-settings.ts';
import type { Context } from '../../../../src/context.ts';
import { handOver } from '../../../../src/domain/platform/mail/hand-over.ts';
import type { OutgoingMail } from '../../../../src/domain/platform/mail/providers/provider.ts';
import { queueMail } from '../../../../src/domain/platform/mail/queue-mail.ts';
import { sendMails } from '../../../../src/domain/platform/mail/send-mail.ts';
import { sentMails } from '../../../support/account/mails.ts';
import { makeContext } from '../../../support/installation/context.ts';
import {
  FakeProviders,
  POSTMARK_TOKEN,
  refusedBySes,
  RESEND_KEY,
  SES_KEY,
  type Reply,
} from '../../../support/installation/mail/fake-providers.ts';

const MAIL: OutgoingMail = {
  id: 'mail_1',
  from: { email: 'no-reply@quarry.example', name: 'Quarry' },
  to: 'ada@example.com',
  subject: 'Größe – 大きさ',
  text: 'Ein Link: https://quarry.example/x',
  html: '<p>Ein Link</p>',
};

const SETTINGS: Record<string, Record<string, string>> = {
  resend: { MAIL_SECRET: RESEND_KEY },
  postmark: { MAIL_SECRET: POSTMARK_TOKEN },
  ses: {
    MAIL_SECRET: SES_KEY.secret,
    SES_ACCESS_KEY_ID: SES_KEY.id,
    SES_REGION: SES_KEY.region,
  },
};
const NAMES = Object.keys(SETTINGS);

let fake: FakeProviders;
/** The lines that were logged as errors. */
let said: string[];
beforeEach(() => {
  fake = new FakeProviders();
  said = [];
  vi.stubGlobal('fetch', fake.fetch);
  vi.spyOn(console, 'error').mockImplementation((line) => void said.push(String(line)));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function contextOf(name: string, more: Record<string, string> = {}) {
  const vars = { MAIL_PROVIDER: name, MAIL_FROM: MAIL.from.email, ...SETTINGS[name], ...more };
  const ctx = makeContext();
  ctx.config = { ...ctx.config, mail: readMail(vars, 'quarry.example', true) };
  return ctx;
}
const send = (ctx: Context, mail: Partial<OutgoingMail> = {}) =>
  handOver(ctx, { ...MAIL, ...mail }).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

describe.each(NAMES)('by %s', (name) => {
  it('a mail is sent unchanged, in a request of the documented form', async () => {
    expect(await send(contextOf(name))).toBe('done');
    const { subject, text, html } = MAIL;
    const from = '"Quarry" <no-reply@quarry.example>';
    expect(fake.delivered).toEqual([{ from, to: [MAIL.to], subject, text, html }]);
    expect(said).toEqual([]);
  });

  it('internationalised domains of both addresses are sent in ASCII form', async () => {
    const ctx = contextOf(name, { MAIL_FROM: 'no-reply@bücher.example' });
    const from = { email: ctx.config.mail.from, name: 'Quarry' };
    expect(await send(ctx, { from, to: 'ada@bücher.example' })).toBe('done');
    const [mail] = fake.delivered;
    expect(mail?.from).toBe('"Quarry" <no-reply@xn--bcher-kva.example>');
    expect(mail?.to).toEqual(['ada@xn--bcher-kva.example']);
    expect(said).toEqual([]);
  });

  it('a sender name cannot end its header or add an address', async () => {
    const from = { email: 'no-reply@quarry.example', name: 'A" <x@evil.example>\r\nBcc: b \\' };
    await send(contextOf(name), { from });
    expect(fake.delivered[0]?.from).toBe(
      String.raw`"A\" <x@evil.example>  Bcc: b \\" <no-reply@quarry.example>`,
    );
  });

  it('a wrong key, no answer, a late answer and an answer without JSON are retried, and only a code is returned', async () => {
    const ctx = contextOf(name);
    const wrong = contextOf(name, { MAIL_SECRET: 'another' });
    const code = await send(wrong);
    expect(code).toMatch(new RegExp(`^${name}_\\w+$`));
    fake.replies = [
      'nothing',
      'too late',
      { status: 502, body: '<html>' },
      { status: 429, body: {} },
    ];
    const codes = [await send(ctx), await send(ctx), await send(ctx), await send(ctx)];
    expect(codes).toEqual([`${name}_connection`, `${name}_timeout`, `${name}_502`, `${name}_429`]);
    expect(fake.delivered).toEqual([]);
    expect(said).toEqual([]);
  });

  it('a redirect is not followed, and the mail is retried', async () => {
    const elsewhere = { Location: 'https://elsewhere.example/' };
    fake.replies = [{ status: 307, body: {}, headers: elsewhere }];
    expect(await send(contextOf(name))).toBe(`${name}_307`);
    expect(fake.requests).toHaveLength(1);
  });

  it('the mail is deleted once it is sent, and kept until then', async () => {
    const ctx = contextOf(name);
    fake.replies = [{ status: 500, body: {} }];
    await queueMail(ctx, {
      to: MAIL.to,
      locale: 'en',
      template: 'reset_password',
      details: { link: 'https://quarry.example/x' },
    });
    await ctx.settle();
    const acts: string[] = [];
    const message = {
      body: { mailId: ctx.queued[0] ?? '' },
      ack: () => void acts.push('ack'),
      retry: () => void acts.push('retry'),
    };
    await sendMails(ctx, [message]);
    expect(await sentMails()).toHaveLength(1);
    await sendMails(ctx, [message]);
    expect(acts).toEqual(['retry', 'ack']);
    expect(await sentMails()).toEqual([]);
    expect(said.map((line) => JSON.parse(line) as object)).toMatchObject([
      { event: 'mail_not_sent', error: `${name}_500` },
    ]);
    expect(said.join()).not.toContain('example');
  });
});

/**
 * A recipient's address in a form that no provider documents as accepted. The form of the sender's
 * address is accepted by all providers.
 */
const ODD = 'zoë@example.com';

type Case = [name: string, reply: Reply, outcome: 'sent' | 'refused' | 'later', to?: string];
const resend = (status: number, error: string): Reply => ({
  status,
  body: { statusCode: status, name: error, message: 'of somebody@example.com' },
});
const postmark = (status: number, code: number, message = 'of somebody@example.com'): Reply => ({
  status,
  body: { ErrorCode: code, Message: message },
});

const CASES: Case[] = [
  ['resend', resend(422, 'validation_error'), 'refused', ODD],
  ['resend', resend(422, 'validation_error'), 'later'],
  ['resend', resend(422, 'invalid_from_address'), 'later'],
  ['resend', resend(400, 'validation_error'), 'later'],
  ['resend', resend(401, 'missing_api_key'), 'later'],
  ['resend', resend(403, 'validation_error'), 'later'],
  ['resend', resend(409, 'invalid_idempotent_request'), 'sent'],
  ['resend', resend(409, 'concurrent_idempotent_requests'), 'later'],
  ['resend', resend(429, 'daily_quota_exceeded'), 'later'],
  ['postmark', postmark(422, 406), 'refused'],
  ['postmark', postmark(422, 300, "Invalid 'To' address: 'somebody@example.com'."), 'refused'],
  ['postmark', postmark(422, 300, "Error parsing 'To': Illegal email domain 'x'."), 'refused'],
  // https://postmarkapp.com/support/article/troubleshooting-422-unprocessable-entity-errors
  ['postmark', postmark(422, 300, "Invalid 'From' address: 'a@b.example' is not"), 'later', ODD],
  ['postmark', postmark(422, 300), 'later', ODD],
  ['postmark', postmark(422, 400), 'later'],
  ['postmark', postmark(422, 405), 'later'],
  ['postmark', postmark(422, 412), 'later'],
  ['postmark', postmark(401, 10), 'later'],
  ['postmark', postmark(200, 406), 'later'],
  ['ses', refusedBySes(400, 'BadRequestException'), 'refused', ODD],
  ['ses', refusedBySes(400, 'BadRequestException'), 'later'],
  ['ses', refusedBySes(400, 'MessageRejected'), 'later'],
  ['ses', refusedBySes(400, 'MailFromDomainNotVerifiedException'), 'later'],
  ['ses', refusedBySes(400, 'SendingPausedException'), 'later'],
  ['ses', refusedBySes(400, 'AccountSuspendedException'), 'later'],
  ['ses', refusedBySes(429, 'TooManyRequestsException'), 'later'],
  ['ses', { status: 400, body: { __type: 'aws.ses#BadRequestException' } }, 'refused', ODD],
];

it.each(CASES)('%s: %o means "%s" %s', async (name, reply, outcome, to = MAIL.to) => {
  fake.replies = [reply];
  const result = await send(contextOf(name), { to });
  expect(result === 'done').toBe(outcome !== 'later');
  const events = said.map((line) => (JSON.parse(line) as { event: string }).event);
  expect(events).toEqual(outcome === 'refused' ? ['mail_refused'] : []);
  expect(`${result} ${said.join()}`).not.toContain('somebody');
});

it.each(NAMES)(
  '%s: an error about an invalid sender is never blamed on the recipient',
  async (name) => {
    const from = { email: 'no-reply@localhost', name: 'Quarry' };
    const replies: Record<string, Reply> = {
      resend: resend(422, 'validation_error'),
      postmark: postmark(422, 300, "Invalid 'From' address: 'no-reply@localhost'."),
      ses: refusedBySes(400, 'BadRequestException'),
    };
    for (const to of [MAIL.to, ODD]) {
      fake.replies = [replies[name]!];
      expect(await send(contextOf(name), { from, to })).toMatch(new RegExp(`^${name}_`));
    }
    expect(said).toEqual([]);
  },
);

it('Resend sends a mail once, however often it is requested', async () => {
  await send(contextOf('resend'));
  await send(contextOf('resend'));
  expect(fake.requests).toHaveLength(2);
  expect(fake.delivered).toHaveLength(1);
});

it('SES receives encoded-word names and ASCII domains', async () => {
  const name = 'Prüfstelle für Alter und Identität am großen Steinbruch';
  const from = { email: MAIL.from.email, name };
  expect(await send(contextOf('ses'), { from, to: 'ada@bücher.example' })).toBe('done');
  const [mail] = fake.delivered;
  expect(mail?.to).toEqual(['ada@xn--bcher-kva.example']);
  const words = [...(mail?.from.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/g) ?? [])];
  for (const [word] of words) expect(word.length).toBeLessThanOrEqual(75);
  const bytes = words.map(([, text = '']) => Buffer.from(text, 'base64').toString('utf8'));
  expect(bytes.join('')).toBe(name);
});

it('without a provider nothing is sent, and the mail is deleted', async () => {
  expect(await send(contextOf('none'))).toBe('done');
  expect(fake.requests).toEqual([]);
  expect(said.join()).toContain('mail_without_provider');
  expect(said.join()).not.toContain(MAIL.to);
});
