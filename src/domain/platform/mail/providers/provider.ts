// What providers of mail over HTTP have in common (D-166): a request for one mail, and what its answer says about it.
import type { HttpMailProvider } from '../../../../config/mail-settings.ts';
import type { RenderedMail } from '../render-mail.ts';

export interface OutgoingMail extends RenderedMail {
  /** Stays the same in every attempt. */
  id: string;
  from: { email: string; name: string };
  to: string;
}

/**
 * `refused`: this mail never goes to this recipient. `later`: it may, after a while or when the operator has put something right. Only
 * what is surely about the recipient is `refused`, since such a mail is forgotten.
 */
type Verdict = 'sent' | 'refused' | 'later';

export interface ProviderAnswer {
  status: number;
  /** JSON; undefined for anything else. */
  body: unknown;
  headers: Headers;
}

interface Judgement {
  verdict: Verdict;
  /** For the log: the provider's own code, without a text, which may quote an address. */
  code: string;
}

export interface MailProvider<P extends HttpMailProvider> {
  request: (settings: P, mail: OutgoingMail) => Request | Promise<Request>;
  judge: (answer: ProviderAnswer) => Judgement;
}

export const postJson = (url: string, headers: Record<string, string>, body: object): Request =>
  new Request(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'manual',
  });

/** A name and an address as in a header: the name quoted (RFC 5322 3.2.4), without what could end the line. */
export function toMailbox({ email, name }: OutgoingMail['from']): string {
  const quoted = name.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/["\\]/g, String.raw`\$&`);
  return `"${quoted}" <${email}>`;
}

/** @returns a member of an answer, where it is a text or a number of an expected length */
export function codeIn(body: unknown, member: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value: unknown = Object.entries(body).find(([name]) => name === member)?.[1];
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[\w.#:/-]{1,80}$/.test(text) ? text : undefined;
}
