import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

interface SentMail {
  id: string;
  recipient: string;
  locale: string;
  template: string;
  details: Record<string, string>;
}

/** What was written, oldest first. */
export async function sentMails(): Promise<SentMail[]> {
  const { results } = await env.DB.prepare('SELECT * FROM mails ORDER BY rowid').all<
    Omit<SentMail, 'details'> & { details: string }
  >();
  return results.map((row) => ({ ...row, details: JSON.parse(row.details) }));
}

/** The token in the link of the latest mail, or of the latest one to `recipient`. */
export async function lastLink(recipient?: string): Promise<string> {
  const mails = (await sentMails()).filter(
    (mail) => recipient === undefined || mail.recipient === recipient,
  );
  return new URL(mails.at(-1)!.details['link']!).searchParams.get('token') ?? '';
}

/** The queue's consumer sends mails and takes their rows away: what was written is kept beside. */
export async function keepMails(): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('CREATE TABLE written_mails AS SELECT * FROM mails'),
    env.DB.prepare(`CREATE TRIGGER keep_mails AFTER INSERT ON mails
      BEGIN INSERT INTO written_mails SELECT * FROM mails WHERE id = NEW.id; END`),
  ]);
}

/** After keepMails: tokens in links of mails to an address, the newest last; a mail may come after the answer. */
export async function linksTo(email: string, count: number): Promise<string[]> {
  return eventually(async () => {
    const { results } = await env.DB.prepare(
      'SELECT details FROM written_mails WHERE recipient = ? ORDER BY rowid',
    )
      .bind(email)
      .all<{ details: string }>();
    expect(results).toHaveLength(count);
    return results.map(({ details }) => {
      const { link } = JSON.parse(details) as { link: string };
      return new URL(link).searchParams.get('token') ?? '';
    });
  });
}
