import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { openLink } from '../../../src/domain/platform/mail/sealed-link.ts';
import type { MailTemplate } from '../../../src/domain/platform/mail/mail.ts';
import { eventually } from '../installation/eventually.ts';

interface SentMail {
  id: string;
  recipient: string;
  locale: string;
  template: string;
  details: Record<string, string>;
}

interface StoredMail extends Omit<SentMail, 'details'> {
  details: string;
  sealed_link: string | null;
}

/**
 * The emails written so far, oldest first, with their links unsealed. Tests have no queue consumer
 * that would remove them (device-only-config.ts).
 */
export async function sentMails(): Promise<SentMail[]> {
  const { results } = await env.DB.prepare('SELECT * FROM mails ORDER BY rowid').all<StoredMail>();
  return Promise.all(results.map(open));
}

async function open(row: StoredMail): Promise<SentMail> {
  const { details } = await openLink(readConfig(env as unknown as Record<string, unknown>), {
    id: row.id,
    to: row.recipient,
    locale: row.locale,
    template: row.template as MailTemplate,
    createdAtMs: 0,
    details: JSON.parse(row.details) as Record<string, string>,
    ...(row.sealed_link !== null && { sealedLink: row.sealed_link }),
  });
  return { ...row, details };
}

/**
 * The token in the link of the latest email; with `recipient`, of the latest email to that address.
 */
export async function lastLink(recipient?: string): Promise<string> {
  const mails = (await sentMails()).filter(
    (mail) => recipient === undefined || mail.recipient === recipient,
  );
  return new URL(mails.at(-1)!.details['link']!).searchParams.get('token') ?? '';
}

/**
 * Waits for `count` emails to an address, since an email may arrive after the response.
 * @returns the tokens in their links, newest last
 */
export async function linksTo(email: string, count: number): Promise<string[]> {
  const urls = await linkUrlsTo(email, count);
  return urls.map((url) => url.searchParams.get('token') ?? '');
}

/** Like linksTo, but returns the whole links. */
export async function linkUrlsTo(email: string, count: number): Promise<URL[]> {
  return eventually(async () => {
    const { results } = await env.DB.prepare(
      `SELECT * FROM mails WHERE recipient = ? AND template <> 'second_factor_changed'
       ORDER BY rowid`,
    )
      .bind(email)
      .all<StoredMail>();
    expect(results).toHaveLength(count);
    const mails = await Promise.all(results.map(open));
    return mails.map(({ details }) => new URL(details['link']!));
  });
}
