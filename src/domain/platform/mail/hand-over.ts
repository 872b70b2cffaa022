// Passes one email to the configured provider, which is Cloudflare's Email Service or an HTTP mail
// API; without a provider, only logs that there is none (D-166).
import type { HttpMailProvider } from '../../../config/mail-settings.ts';
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import { isPlainAddress, toAsciiAddress } from '../../../network/mail-address.ts';
import { postmark } from './providers/postmark.ts';
import type { MailProvider, OutgoingMail, ProviderAnswer } from './providers/provider.ts';
import { resend } from './providers/resend.ts';
import { ses } from './providers/ses.ts';

/** The Email Service's error code for an address that it no longer delivers to. */
const SUPPRESSED = 'E_RECIPIENT_SUPPRESSED';
/** How long to wait for a provider. After a timeout, the queue retries. */
const TIMEOUT_MS = 10_000;

/**
 * Thrown when a provider did not accept an email and the email must be retried. The code is for the
 * log.
 */
class MailFault extends Error {
  override readonly name = 'MailFault';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/**
 * Hands an email to the provider. Resolves when nothing is left to do for the email: it was sent or
 * permanently refused, or there is no provider.
 * @throws MailFault, or an error from the Email Service, when the email must be retried
 */
export async function handOver({ config, email }: Context, mail: OutgoingMail): Promise<void> {
  const { provider } = config.mail;
  if ('secret' in provider) return handToProvider(provider, mail);
  switch (provider.name) {
    case 'none':
      return logIncident('mail_without_provider', { mail: mail.id });
    case 'cloudflare':
      return handToEmailService(email, mail);
  }
}

async function handToEmailService(email: Context['email'], mail: OutgoingMail): Promise<void> {
  const { id, ...parts } = mail;
  try {
    await email.send(parts);
  } catch (error) {
    if (reasonOf(error) !== SUPPRESSED) throw error;
    logIncident('mail_refused', { mail: id, error: SUPPRESSED });
  }
}

async function handToProvider(settings: HttpMailProvider, written: OutgoingMail): Promise<void> {
  const provider = providerOf(settings);
  const mail = { ...written, to: toAsciiAddress(written.to) };
  const answer = await ask(settings.name, await provider.request(mail));
  const { verdict, code } = provider.judge(answer);
  if (verdict === 'sent') return;
  if (verdict === 'later' || (verdict === 'malformed' && !isRecipientMalformed(mail)))
    throw new MailFault(code);
  logIncident('mail_refused', { mail: mail.id, error: code });
}

/**
 * Whether the malformed address must be the recipient's, for providers that report a malformed
 * address without saying which one.
 */
const isRecipientMalformed = ({ from, to }: OutgoingMail): boolean =>
  isPlainAddress(from.email) && !isPlainAddress(to);

function providerOf(settings: HttpMailProvider): MailProvider {
  switch (settings.name) {
    case 'resend':
      return resend(settings);
    case 'postmark':
      return postmark(settings);
    case 'ses':
      return ses(settings);
  }
}

/** @throws MailFault when the connection fails or takes too long */
async function ask(name: string, request: Request): Promise<ProviderAnswer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(request, { signal });
    const body: unknown = await response.json().catch(() => undefined);
    return { status: response.status, body, headers: response.headers };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw new MailFault(`${name}_${isLate ? 'timeout' : 'connection'}`);
  }
}

/**
 * Returns the error's code or, if there is none, its name, but never its message, which may contain
 * an address.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
