// The interface to email providers that are called over HTTP (D-166): builds the request for an
// email, and judges the response.
import type { RenderedMail } from '../render-mail.ts';

export interface OutgoingMail extends RenderedMail {
  /** The id of the email, the same in every attempt. */
  id: string;
  from: { email: string; name: string };
  /** The recipient's address. Its domain, like the domain in `from`, is in ASCII. */
  to: string;
}

/**
 * `refused`: this email can never be sent to this recipient. `later`: it may be sent later, or once
 * the operator has fixed a problem. `malformed`: one of the addresses has the wrong format, but the
 * provider does not report which. Only faults that clearly concern the recipient are `refused`,
 * because refused emails are deleted.
 */
type Verdict = 'sent' | 'refused' | 'malformed' | 'later';

export interface ProviderAnswer {
  status: number;
  /** The parsed JSON; undefined if the body is not JSON. */
  body: unknown;
  headers: Headers;
}

interface Judgement {
  verdict: Verdict;
  /**
   * The provider's own code, for the log. The provider's message is not logged, because it may
   * quote an address.
   */
  code: string;
}

export interface MailProvider {
  request: (mail: OutgoingMail) => Request | Promise<Request>;
  judge: (answer: ProviderAnswer) => Judgement;
}

export const postJson = (url: string, headers: Record<string, string>, body: object): Request =>
  new Request(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'manual',
  });

/**
 * Formats a name and an address for a header: the name is quoted (RFC 5322 3.2.4), and its control
 * characters, which could end the line, are replaced with spaces.
 */
export function toMailbox({ email, name }: OutgoingMail['from']): string {
  const quoted = name.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/["\\]/g, String.raw`\$&`);
  return `"${quoted}" <${email}>`;
}

export const memberOf = (body: unknown, member: string): unknown =>
  typeof body === 'object' && body !== null
    ? Object.entries(body).find(([name]) => name === member)?.[1]
    : undefined;

/** @returns the given member of a response body, if it is a number or looks like an error code */
export function codeIn(body: unknown, member: string): string | undefined {
  const value = memberOf(body, member);
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[\w.#:/-]{1,80}$/.test(text) ? text : undefined;
}
