import { env } from 'cloudflare:workers';

export interface SentMail {
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
