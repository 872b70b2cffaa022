// How mails are sent: by whom, and from which address (D-166).
import { ConfigError, readChoice, readOptional, readText, type Vars } from './setting-readers.ts';

/** A provider that is called over HTTP. */
export type HttpMailProvider =
  | { name: 'resend' | 'postmark'; secret: string; origin: string }
  | { name: 'ses'; secret: string; origin: string; region: string; accessKeyId: string };

export interface MailSettings {
  /** Sender address, of a domain that is allowed to send. */
  from: string;
  /** Local development: mails are kept for /outbox instead of being sent. */
  staysInOutbox: boolean;
  /** `cloudflare`: its Email Service, by a binding. `none`: nothing is sent. */
  provider: { name: 'cloudflare' | 'none' } | HttpMailProvider;
}

const PROVIDERS = ['cloudflare', 'none', 'postmark', 'resend', 'ses'] as const;

/** @see https://docs.aws.amazon.com/general/latest/gr/ses.html */
const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/;
const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+$/;
const ACCESS_KEY_ID = /^[A-Z0-9]{16,128}$/;

/**
 * @param hostname of BASE_URL, whose `no-reply` sends where MAIL_FROM is not set
 * @param isLocal the outbox shows mails without authentication, so it must never be reachable from another machine
 * @throws ConfigError
 */
export function readMail(vars: Vars, hostname: string, isLocal: boolean): MailSettings {
  const staysInOutbox = vars['LOCAL_OUTBOX'] === 'true';
  if (staysInOutbox && !isLocal)
    throw new ConfigError('The setting LOCAL_OUTBOX is for a local service (LOCAL) only.');
  const provider = readProvider(vars, isLocal);
  // Such a provider sends for addresses that were confirmed there, and a guess is none of them.
  const from =
    'secret' in provider
      ? readMatching(vars, 'MAIL_FROM', ADDRESS)
      : readOptional(vars, 'MAIL_FROM');
  return { from: from ?? `no-reply@${hostname}`, staysInOutbox, provider };
}

function readProvider(vars: Vars, isLocal: boolean): MailSettings['provider'] {
  const name = readChoice(vars, 'MAIL_PROVIDER', PROVIDERS);
  const standIn = readOptional(vars, 'MAIL_ORIGIN');
  if (standIn !== undefined && !isLocal)
    throw new ConfigError('The setting MAIL_ORIGIN is for a local service (LOCAL) only.');
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

/** It goes into a header. */
const readSecret = (vars: Vars): string => readMatching(vars, 'MAIL_SECRET', /^[\x21-\x7e]+$/);

function readMatching(vars: Vars, name: string, pattern: RegExp): string {
  const text = readText(vars, name).trim();
  if (!pattern.test(text)) throw new ConfigError(`The setting ${name} is not of its form.`);
  return text;
}
