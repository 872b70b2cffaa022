// The settings for sending email: the provider, and the sender address (D-166).
import { isPlainAddress, toAsciiAddress } from '../network/mail-address.ts';
import { ConfigError, readChoice, readOptional, readText, type Vars } from './setting-readers.ts';

/** A provider that is called over HTTP. */
export type HttpMailProvider =
  | { name: 'resend' | 'postmark'; secret: string; origin: string }
  | { name: 'ses'; secret: string; origin: string; region: string; accessKeyId: string };

export interface MailSettings {
  /**
   * The sender address, in a form that every provider accepts. Its domain must be allowed to send.
   */
  from: string;
  /** Whether emails are kept for /outbox instead of being sent; only in local development. */
  staysInOutbox: boolean;
  /** `cloudflare`: Cloudflare's Email Service, through a binding. `none`: nothing is sent. */
  provider: { name: 'cloudflare' | 'none' } | HttpMailProvider;
}

const PROVIDERS = ['cloudflare', 'none', 'postmark', 'resend', 'ses'] as const;

/** @see https://docs.aws.amazon.com/general/latest/gr/ses.html */
const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/;
const ACCESS_KEY_ID = /^[A-Z0-9]{16,128}$/;

/**
 * @param hostname the host of BASE_URL; when MAIL_FROM is not set, the sender is `no-reply` on this
 *   host
 * @param isLocal required for the outbox, which shows emails without authentication and so must
 *   never be reachable from a different machine
 * @throws ConfigError
 */
export function readMail(vars: Vars, hostname: string, isLocal: boolean): MailSettings {
  const staysInOutbox = vars['LOCAL_OUTBOX'] === 'true';
  if (staysInOutbox && !isLocal)
    throw new ConfigError('The setting LOCAL_OUTBOX is allowed only with LOCAL.');
  const provider = readProvider(vars, isLocal);
  const from = readSender(vars, isLocal);
  // These providers only send from addresses that have been confirmed with them, so there is no
  // default sender.
  if (from === undefined && 'secret' in provider)
    throw new ConfigError('The setting MAIL_FROM is missing.');
  return { from: from ?? `no-reply@${hostname}`, staysInOutbox, provider };
}

/** Reads MAIL_FROM. In local development, its host may have no dot, such as `localhost`. */
function readSender(vars: Vars, isLocal: boolean): string | undefined {
  const written = readOptional(vars, 'MAIL_FROM');
  if (written === undefined) return undefined;
  const address = toAsciiAddress(written);
  if (!isPlainAddress(address, isLocal ? 'undotted too' : 'dotted'))
    throw new ConfigError(
      'The setting MAIL_FROM must look like name@host.example, with an ASCII name.',
    );
  return address;
}

function readProvider(vars: Vars, isLocal: boolean): MailSettings['provider'] {
  const name = readChoice(vars, 'MAIL_PROVIDER', PROVIDERS);
  const standIn = readOptional(vars, 'MAIL_ORIGIN');
  if (standIn !== undefined && !isLocal)
    throw new ConfigError('The setting MAIL_ORIGIN is allowed only with LOCAL.');
  switch (name) {
    case 'cloudflare':
    case 'none':
      return { name };
    case 'resend':
      return { name, secret: readSecret(vars), origin: standIn ?? 'https://api.resend.com' };
    case 'postmark':
      return { name, secret: readSecret(vars), origin: standIn ?? 'https://api.postmarkapp.com' };
    case 'ses': {
      const region = readMatching(vars, 'SES_REGION', REGION);
      const accessKeyId = readMatching(vars, 'SES_ACCESS_KEY_ID', ACCESS_KEY_ID);
      const origin = standIn ?? `https://email.${region}.amazonaws.com`;
      return { name, secret: readSecret(vars), origin, region, accessKeyId };
    }
  }
}

/**
 * Reads the provider's secret, which must be printable ASCII without spaces, because Resend and
 * Postmark expect it in a header.
 */
const readSecret = (vars: Vars): string => readMatching(vars, 'MAIL_SECRET', /^[\x21-\x7e]+$/);

function readMatching(vars: Vars, name: string, pattern: RegExp): string {
  const text = readText(vars, name).trim();
  if (!pattern.test(text)) throw new ConfigError(`The setting ${name} is malformed.`);
  return text;
}
