import { createMessageBatch, createExecutionContext, getQueueResult } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LinkMail, NewMail } from '../../../../src/domain/platform/mail/mail.ts';
import { queueMail } from '../../../../src/domain/platform/mail/queue-mail.ts';
import { sendMails, sweepMails } from '../../../../src/domain/platform/mail/send-mail.ts';
import worker from '../../../../src/index.ts';
import { makeContext, type TestContext } from '../../../support/installation/context.ts';
import { sentMails } from '../../../support/account/mails.ts';

const MAIL: NewMail<LinkMail> = {
  to: 'ada@example.com',
  locale: 'de',
  template: 'reset_password',
  details: { link: 'https://id.example/password/reset?token=xml_abc' },
};

const SUPPRESSED = 'suppressed@example.com';

afterEach(() => void vi.useRealTimers());

/** Creates a mailer that responds like the Email Service and rejects the given addresses. */
function makeMailer(...refused: string[]) {
  const sent: unknown[] = [];
  const send = async (mail: { to: string }) => {
    const code = mail.to === SUPPRESSED ? 'E_RECIPIENT_SUPPRESSED' : 'E_DELIVERY_FAILED';
    if (refused.includes(mail.to)) throw Object.assign(new Error('refused'), { code });
    sent.push(mail);
    return { messageId: 'm' };
  };
  return { sent, email: { send } as unknown as SendEmail };
}

async function deliver(ctx: TestContext, ids: string[]): Promise<string[]> {
  const said: string[] = [];
  const messages = ids.map((mailId) => ({
    body: { mailId },
    ack: () => void said.push('ack'),
    retry: () => void said.push('retry'),
  }));
  await sendMails(ctx, messages);
  return said;
}

describe('sending mails', () => {
  it('sends text and HTML in the reader’s language, and deletes the mail', async () => {
    const { sent, email } = makeMailer();
    const ctx = makeContext({ email });
    await queueMail(ctx, MAIL);
    await ctx.settle();
    expect(await deliver(ctx, ctx.queued)).toEqual(['ack']);
    expect(sent).toMatchObject([
      {
        to: 'ada@example.com',
        from: { email: 'no-reply@localhost', name: 'Agate' },
        subject: 'Neues Passwort festlegen',
        text: expect.stringContaining(MAIL.details['link']!),
        html: expect.stringContaining('lang="de"'),
      },
    ]);
    expect(await sentMails()).toEqual([]);
  });

  it('stores no usable link in the database while a mail waits', async () => {
    const ctx = makeContext();
    await queueMail(ctx, { ...MAIL, details: { ...MAIL.details, email: 'new@example.com' } });
    const row = await env.DB.prepare('SELECT * FROM mails').first();
    expect(JSON.stringify(row)).not.toMatch(/xml_|password\/reset/);
    expect(JSON.parse(String(row?.['details']))).toEqual({ email: 'new@example.com' });
    expect(await sentMails()).toMatchObject([{ details: { link: MAIL.details['link'] } }]);
  });

  it('retries a mail that may succeed later, drops a refused one, and holds up no other mail', async () => {
    const { sent, email } = makeMailer('bounce@example.com', SUPPRESSED);
    const ctx = makeContext({ email });
    for (const to of ['bounce@example.com', SUPPRESSED]) await queueMail(ctx, { ...MAIL, to });
    await queueMail(ctx, MAIL);
    await ctx.settle();
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await deliver(ctx, ctx.queued)).toEqual(['retry', 'ack', 'ack']);
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
    log.mockRestore();
    expect(lines).toMatchObject([
      { event: 'mail_not_sent', error: 'E_DELIVERY_FAILED' },
      { event: 'mail_refused' },
    ]);
    expect(sent).toHaveLength(1);
    expect(await sentMails()).toMatchObject([{ recipient: 'bounce@example.com' }]);
  });

  it('sends a mail once when its message arrives twice', async () => {
    const { sent, email } = makeMailer();
    const ctx = makeContext({ email });
    await queueMail(ctx, MAIL);
    await ctx.settle();
    expect(await deliver(ctx, [...ctx.queued, ...ctx.queued])).toEqual(['ack', 'ack']);
    expect(sent).toHaveLength(1);
  });

  it('is done by the consumer of the queue agate-mail', async () => {
    const batch = createMessageBatch('agate-mail', [
      { id: '1', timestamp: new Date(), body: { mailId: 'mail_gone' }, attempts: 1 },
    ]);
    const execution = createExecutionContext();
    await worker.queue(batch, env, execution);
    expect(await getQueueResult(batch, execution)).toMatchObject({ explicitAcks: ['1'] });
    const foreign = createMessageBatch('agate-novelty', []);
    await expect(async () => worker.queue(foreign, env, execution)).rejects.toThrow(
      'agate-novelty',
    );
  });
});

describe('a failing queue', () => {
  const broken = {
    mail: {
      send: async () => {
        throw new Error('overloaded');
      },
    } as unknown as Queue,
  };

  it('fails no request, and the sweep finds the mail later', async () => {
    const ctx = makeContext({ queues: { ...makeContext().queues, ...broken } });
    await queueMail(ctx, MAIL);
    await ctx.settle();
    const [mail] = await sentMails();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 14 * 60_000 });
    const later = makeContext();
    await sweepMails(later);
    expect(later.queued).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60_000 });
    await sweepMails(later);
    expect(later.queued).toEqual([mail?.id]);
  });

  it('does not hold up mails behind a hundred that cannot be sent', async () => {
    const insert = env.DB.prepare(
      `INSERT INTO mails (id, recipient, locale, template, details, created_at_ms)
       VALUES (?, 'bounce@example.com', 'en', 'password_changed', '{}', ?)`,
    );
    const ids = Array.from({ length: 101 }, (_, n) => `mail_${n}`);
    const sinceMs = Date.now();
    await env.DB.batch(ids.map((id, n) => insert.bind(id, sinceMs + n)));
    const ctx = makeContext();
    for (const minutes of [20, 30]) {
      vi.useFakeTimers({ toFake: ['Date'], now: sinceMs + minutes * 60_000 });
      await sweepMails(ctx);
    }
    expect(new Set(ctx.queued)).toEqual(new Set(ids));
  });

  it('keeps no mail longer than two days', async () => {
    const ctx = makeContext({ queues: { ...makeContext().queues, ...broken } });
    await queueMail(ctx, MAIL);
    await ctx.settle();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 48 * 3_600_000 });
    await sweepMails(ctx);
    expect(await sentMails()).toEqual([]);
  });
});

describe('in local mode', () => {
  it('mails are kept and never sent', async () => {
    const { sent, email } = makeMailer();
    const { config } = makeContext();
    const ctx = makeContext({
      email,
      config: { ...config, mail: { ...config.mail, staysInOutbox: true } },
    });
    await queueMail(ctx, MAIL);
    await ctx.settle();
    expect(await deliver(ctx, ctx.queued)).toEqual(['ack']);
    expect(sent).toEqual([]);
    expect(await sentMails()).toHaveLength(1);
  });
});
